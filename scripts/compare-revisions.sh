#!/usr/bin/env bash
# Compares the Gaps solvers of two revisions on the same deals; both decide each deal in turn:
#
#     scripts/compare-revisions.sh OLD NEW [DEALS]
#
# OLD and NEW are revisions of this repository; both are built, under target/compare. DEALS are of
# Solvitaire's numbering, such as `4x13/7` or `4x13/1..100`; by default, the hard deals of the
# benchmark. `patience study compare` of NEW lists the deals gained and lost, and the ratios new :
# old of expansions, time, processor time and memory with their intervals and tests. Ends with 11 if
# NEW is shown to be worse, and with 1 if two verdicts contradict each other.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 2 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
folder=$PWD/target/compare
work=$(mktemp -d)
# The work tree is always in the same place, so that unchanged code is not rebuilt.
trap 'rm -rf "$work" "$folder/tree"; git worktree prune' EXIT

# build REVISION FILE: puts the program of the revision into the file.
build() {
    local revision
    revision=$(git rev-parse --verify --quiet "$1^{commit}") || { echo "$1 is not a revision of this repository" >&2; exit 2; }
    git worktree add --quiet --detach "$folder/tree" "$revision"
    (cd "$folder/tree" && CARGO_TARGET_DIR=$folder cargo build --quiet --locked --release -p patience)
    cp "$folder/release/patience" "$2"
    git worktree remove --force "$folder/tree"
}

mkdir -p "$folder"
build "$1" "$work/old"
build "$2" "$work/new"
"$work/new" study compare --help > /dev/null 2>&1 || { echo "$2 cannot compare studies; expected a newer revision" >&2; exit 2; }
deals=("${@:3}")
[ ${#deals[@]} -gt 0 ] || mapfile -t deals < <(awk '$1 ~ /^[0-9]+$/ { print "4x13/" $1 }' crates/catalogue/benches/hard-deals.txt)
{
    printf 'title = "Two revisions"\n[limits]\nmemory = "2GiB"\n[[configurations]]\nalgorithm = "conclusive"\n'
    printf '[[instances]]\nset = "deals"\nnames = [\n'
    printf '    "gaps:solvitaire/%s",\n' "${deals[@]}"
    printf ']\n'
} > "$work/deals.toml"
measures=(--measure expanded --measure seconds --measure cpu_seconds --measure peak_bytes)
"$work/new" study compare "$work/old" "$work/new" --study "$work/deals.toml" "${measures[@]}"
