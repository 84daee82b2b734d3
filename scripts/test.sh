#!/usr/bin/env bash
# Sets up and runs the tests of Patience: scripts/test.sh [--all] The ordinary tier is meant to take
# ten minutes on two cores. `--all` runs sampled tests in full, and adds fuzzing by coverage,
# clusters, proofs by a SAT solver, and two more browsers; docs/testing/tiers.md lists all. Needs
# Rust, a C compiler, Python 3 and Node; installs what CONTRIBUTING.md lists. Prints the time of
# each step, and in the last line the count of tests.
set -uo pipefail
cd "$(dirname "$0")/.."
case "$*" in
    "") all= ;;
    --all) all=1 && export PATIENCE_TESTS=all ;;
    *) echo "usage: scripts/test.sh [--all]" >&2 && exit 2 ;;
esac
export CARGO_TERM_COLOR=never
# No crate is built twice here, so incremental builds would only cost time; so would splitting
# crates, since other crates keep all processors busy.
export CARGO_INCREMENTAL=0 CARGO_PROFILE_DEV_CODEGEN_UNITS=1
. scripts/shared.sh
work=$(mktemp -d)
lane=main lanes=()

# Also ends background lanes; each lane has a separate process group.
finish() {
    local process
    for process in "${lanes[@]}"; do kill -- "-$process" 2>/dev/null; done
    rm -rf "$work"
}
trap finish EXIT

# step NAME COMMAND…: the tests of a test runner, or one check that passes or fails as a whole. Adds a line to the lane's steps.
step() {
    local name=$1 start=$SECONDS used status p f s TIMEFORMAT='%U %S'
    shift
    echo "── $name"
    : >"$work/$lane.time"
    { time "$@" 2>&1; } 2>"$work/$lane.time" | tee "$work/$lane.log"
    status=${PIPESTATUS[0]}
    # Times are in seconds of processor time; a function that ends the shell reports none.
    used=$(awk '{ used = $1 + $2 } END { printf "%d", used }' "$work/$lane.time")
    read -r p f s < <(awk -f scripts/count.awk "$work/$lane.log")
    # A step without a test runner counts as one test, passed or skipped; a run that broke off
    # counts as a failure.
    if grep -q '^skipped: ' "$work/$lane.log"; then s=$((s + 1)); fi
    if [ "$status" -eq 0 ] && [ $((p + f + s)) -eq 0 ]; then p=1; fi
    if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then f=1; fi
    echo "$((SECONDS - start)) $used $p $f $s $name" >>"$work/$lane.steps"
    # Repeated at the end, where users look first.
    [ "$f" -eq 0 ] || { echo "── what failed in: $name" && tail -n 80 "$work/$lane.log"; } >>"$work/failures"
    echo "── $name: $p passed, $f failed ($((SECONDS - start)) s)"
}

# The output of the runners is parsed.
counting() {
    local said="test result: ok. 5 passed; 1 failed; 2 ignored; 0 measured; 0 filtered out; finished in 0.16s
# pass 7
# fail 1
ℹ pass 10
ℹ cancelled 1
ℹ skipped 1
  3 passed (1.2m)
  1 flaky
  4 did not run
  1 skipped
12 passed the bridge (of 40)
2 failed, 7 passed, 1 skipped, 3 warnings, 1 error in 61.20s (0:01:01)
4 passed in 0.21s"
    [ "$(awk -f scripts/count.awk <<<"$said")" = "36 7 9" ]
}

# The independent planner: Fast Downward from PyPI, in a separate environment.
fast_downward() {
    python_with fast-downward up_fast_downward 'up-fast-downward>=1,<2' && [ -n "$(fast_downward_program)" ]
}

fast_downward_program() {
    find "$target/fast-downward" -path '*/downward/fast-downward.py' | head -1
}

# Runs a function in a separate lane with the same name, and shows its output when it has ended.
start() {
    set -m
    (
        lane=$1 lanes=()
        "$1"
    ) </dev/null >"$work/$1" 2>&1 &
    lanes+=($!)
    set +m
}

# Steps that need the program wait for it.
built() {
    until [ -e "$work/built" ]; do sleep 1; done
}

# The page, and downloads, while the program is built.
page() {
    step "Fast Downward is installed" fast_downward
    touch "$work/installed"
    step "the page without a browser" scripts/test-web.sh sources
    built
    step "the page in a browser" scripts/test-web.sh browser
    [ -z "$all" ] || step "scripts/test-browser-notebooks.sh" scripts/test-browser-notebooks.sh
}

# All other steps that need Cargo, which runs one build at a time.
checks() {
    built
    if [ "$all" ]; then
        step "lints of benchmarks, too" cargo clippy --quiet --workspace --all-targets --locked -- -D warnings
        step "documentation of programs, too" env RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps --locked
        # Only patience-study has optional features.
        step "without Parquet and pictures" cargo check --quiet -p patience --no-default-features --locked
    fi
    step "licences and sources" deny
    step "documentation and its examples" env RUSTDOC="$PWD/scripts/rustdoc.sh" cargo test --workspace --locked --no-fail-fast --doc
    step "packages" cargo package --quiet --workspace --exclude patience-guides --exclude patience-fuzz --exclude patience-testing --exclude patience-python --no-verify --allow-dirty --locked
    step "scripts/test-python.sh" scripts/test-python.sh
}

# Steps that take one processor, or mostly wait.
others() {
    local extra
    built
    [ -z "$all" ] || for extra in slurm hyperqueue proofs rocq learning book debian; do
        step "scripts/test-$extra.sh" "scripts/test-$extra.sh"
    done
    [ -z "$all" ] || step "scripts/test-notebooks.sh" scripts/test-notebooks.sh --all
    for extra in verified-check pysol terminal sat; do
        step "scripts/test-$extra.sh" "scripts/test-$extra.sh"
    done
}

# The licences and sources of all dependencies, by cargo-deny, without its network check.
deny() {
    command -v cargo-deny >/dev/null || [ -z "$all" ] || cargo install --quiet --locked --root "$target/cargo-deny" cargo-deny
    PATH=$target/cargo-deny/bin:$PATH
    command -v cargo-deny >/dev/null || skip "cargo-deny is not installed (--all installs it)"
    cargo deny --offline check bans licenses sources
}

# The compiler gave no warnings in the whole build.
no_warnings() {
    cat "$work/warnings" && [ ! -s "$work/warnings" ]
}

# The program that was built with the tests, so that no script builds another.
export PATIENCE=$target/debug/patience
# Clippy replaces the compiler, of which it is a part: a separate `cargo clippy` would check all
# dependencies again.
RUSTC_WORKSPACE_WRAPPER=$(command -v clippy-driver) || { echo "clippy is not installed (rustup component add clippy)" >&2 && exit 2; }
export RUSTC_WORKSPACE_WRAPPER
start page
start checks
start others

step "counting of tests" counting
step "formatting" cargo fmt --all --check
step "tests and program are built" scripts/run-tests.py --build "$work/programs" "$work/warnings"
step "lints" no_warnings
touch "$work/built"
until [ -e "$work/installed" ]; do sleep 1; done
FAST_DOWNWARD=$(fast_downward_program)
export FAST_DOWNWARD
step "unit, property, differential and command-line tests" scripts/run-tests.py "$work/programs"
step "counts of expansions are those recorded" "$PATIENCE" study bench --check
[ -z "$all" ] || step "fuzzing by coverage" scripts/fuzz.sh 15
echo "── beside these:"
for process in "${lanes[@]}"; do
    wait "$process" || echo "0 0 0 1 0 a lane beside was broken off" >>"$work/broken.steps"
done
lanes=()
cat "$work/checks" "$work/page" "$work/others"

if [ -e "$work/failures" ]; then cat "$work/failures"; fi
echo
echo "   time processor"
# The total is less than the sum of the steps, since some ran in parallel.
cat "$work"/*.steps | awk -v whole="$SECONDS" '
    { time = $1; used = $2; passed += $3; failed += $4; skipped += $5; bad = $4; all += used; sub(/^([0-9]+ )+/, "") }
    { printf "%5d s %5d s  %s%s\n", time, used, $0, bad ? ": FAILED" : "" }
    END {
        printf "%5d s %5d s  the whole\n", whole, all
        printf "\n%d passed, %d failed, %d skipped\n", passed, failed, skipped
        exit failed > 0
    }'
