#!/usr/bin/env bash
# Compares the Gaps solver of two revisions on the same deals, each deal decided by both in turn:
#
#     scripts/compare-revisions.sh OLD NEW [DEALS]
#
# OLD and NEW are revisions of this repository; both are built, under target/compare. DEALS are of Solvitaire's numbering,
# such as `4x13/7` or `4x13/1..100`; without any, the hard deals of the benchmark. A line for each deal says expansions,
# processor seconds of one thread and memory; the last lines say the ratios new : old, of the sums and on the geometric
# mean with its 95 % interval over the deals. Ends with 1 if two verdicts differ.
set -euo pipefail
cd "$(dirname "$0")/.."
[ $# -ge 2 ] || { sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2; }
folder=$PWD/target/compare
work=$(mktemp -d)
# The work tree is always at one place, so that what did not change is not built again.
trap 'rm -rf "$work" "$folder/tree"; git worktree prune' EXIT

# build REVISION FILE: puts the benchmark that decides deals into the file.
build() {
    local revision
    revision=$(git rev-parse --verify --quiet "$1^{commit}") || { echo "$1 is not a revision of this repository" >&2; exit 2; }
    git worktree add --quiet --detach "$folder/tree" "$revision"
    # Where the benchmark is has changed.
    local package=patience-catalogue
    [ -e "$folder/tree/crates/catalogue/benches/hard.rs" ] || package=patience-gaps
    (cd "$folder/tree" && CARGO_TARGET_DIR=$folder cargo bench --quiet --locked -p $package --bench hard --no-run \
        --message-format json) | sed -nE 's/.*"name":"hard".*"executable":"([^"]+)".*/\1/p' | tail -n 1 > "$work/built"
    cp "$(cat "$work/built")" "$2"
    git worktree remove --force "$folder/tree"
}

build "$1" "$work/old"
build "$2" "$work/new"
deals=("${@:3}")
[ ${#deals[@]} -gt 0 ] || mapfile -t deals < <(awk '$1 ~ /^[0-9]+$/ { print "4x13/" $1 }' crates/catalogue/benches/hard-deals.txt)
# Ranges are written out, so that the two take turns at each deal.
mapfile -t deals < <(printf '%s\n' "${deals[@]}" |
    awk -F/ '{ n = split($2, ends, /\.\./); for (i = ends[1]; i <= ends[n]; i++) print $1 "/" i }')

decide() { "$work/$1" --bench "$2" | awk 'NR == 2 { print $2, $3, $6, $5 }'; }
turn=0
for deal in "${deals[@]}"; do
    # Each begins every other time.
    if [ $((turn++ % 2)) = 0 ]; then old=$(decide old "$deal"); new=$(decide new "$deal")
    else new=$(decide new "$deal"); old=$(decide old "$deal"); fi
    echo "$deal $old $new"
done | awk '
    BEGIN { printf "%12s %11s %13s %13s %9s %9s %7s %8s %8s\n", "deal", "verdict", "expanded old", "new", "s old", "new", "ratio", "MiB old", "new" }
    {
        if ($2 != $6) { different++; $2 = $2 "!=" $6 }
        printf "%12s %11s %13d %13d %9.2f %9.2f %7.2f %8.1f %8.1f\n", $1, $2, $3, $7, $4, $8, ($8 + 0.01) / ($4 + 0.01), $5, $9
        fflush()
        before += $3; after += $7; old += $4; new += $8
        # A hundredth of a second is added, so that deals decided at once count little.
        logarithm = log(($8 + 0.01) / ($4 + 0.01)); sum += logarithm; squares += logarithm ^ 2; count++
        if ($8 > slowest) { slowest = $8; name = $1 }
    }
    END {
        if (!count) exit 1
        mean = sum / count; spread = count > 1 ? 1.96 * sqrt((squares - sum * mean) / (count - 1) / count) : 0
        printf "%d deals, seconds: %.2f and %.2f, %.3f and %.3f on average, ratio of sums %.3f; expansions %.3f\n",
            count, old, new, old / count, new / count, new / old, after / before
        printf "geometric mean of the ratios of seconds %.3f (%.3f to %.3f); slowest with the new: %s, %.2f s\n",
            exp(mean), exp(mean - spread), exp(mean + spread), name, slowest
        if (different) { print different " verdicts differ" > "/dev/stderr"; exit 1 }
    }'
