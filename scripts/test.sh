#!/usr/bin/env bash
# Sets up and runs every test of Patience. Needs Rust, a C compiler, Python 3 and Node; what else it installs stands in
# CONTRIBUTING.md. Says what each step took, and in the last line counts the tests.
set -uo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never
# Line tables are not needed here and make builds and the cache larger.
export CARGO_PROFILE_DEV_DEBUG=0
. scripts/shared.sh
work=$(mktemp -d)
lane=main beside=

# Ends what runs beside, too; it has a process group of its own.
finish() {
    [ -z "$beside" ] || kill -- "-$beside" 2>/dev/null
    rm -rf "$work"
}
trap finish EXIT

# Sets `used` to the seconds of processor time that the children of this shell have taken.
measure() {
    times >"$work/$lane.times"
    used=$(awk 'NR == 2 { gsub(/[ms]/, " "); printf "%d", 60 * $1 + $2 + 60 * $3 + $4 }' "$work/$lane.times")
}

# step NAME COMMAND…: the tests of a test runner, or one check that passes or fails as a whole. Adds a line to the lane's steps.
step() {
    local name=$1 start=$SECONDS used before status p f s
    shift
    measure
    before=$used
    echo "── $name"
    "$@" 2>&1 | tee "$work/$lane.log"
    status=${PIPESTATUS[0]}
    read -r p f s < <(awk -f scripts/count.awk "$work/$lane.log")
    # What names no tests is one test; a run that broke off without naming a failed one is a failure of its own.
    if [ "$status" -eq 0 ] && [ $((p + f + s)) -eq 0 ]; then p=1; fi
    if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then f=1; fi
    measure
    echo "$((SECONDS - start)) $((used - before)) $p $f $s $name" >>"$work/$lane.steps"
    echo "── $name: $p passed, $f failed ($((SECONDS - start)) s)"
}

# What the runners say is understood.
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
12 passed the bridge (of 40)"
    [ "$(awk -f scripts/count.awk <<<"$said")" = "25 4 8" ]
}

# The independent planner: Fast Downward from PyPI, in an environment of its own.
fast_downward() {
    python_with fast-downward up_fast_downward 'up-fast-downward>=1,<2' && [ -n "$(fast_downward_program)" ]
}

fast_downward_program() {
    find "$target/fast-downward" -path '*/downward/fast-downward.py' | head -1
}

# The tests that need more than Rust: they mostly wait or take one processor.
extras() {
    local extra
    for extra in scripts/test-*.sh; do
        step "$extra" "$extra"
    done
}

step "counting of tests" counting
step "formatting" cargo fmt --all --check
step "formatting of the fuzz targets" cargo fmt --manifest-path fuzz/Cargo.toml --check
step "lints" cargo clippy --quiet --workspace --all-targets --locked -- -D warnings
step "lints of the fuzz targets" scripts/fuzz.sh --lint
step "documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps --locked
step "packages" cargo package --quiet --workspace --exclude patience-guides --no-verify --allow-dirty --locked
step "Fast Downward is installed" fast_downward
FAST_DOWNWARD=$(fast_downward_program)
export FAST_DOWNWARD
step "tests and program are built" cargo test --workspace --locked --no-run
# The program as it was built with the tests: no script builds another.
export PATIENCE=$target/debug/patience

set -m
(
    lane=beside beside=
    extras
) </dev/null >"$work/beside" 2>&1 &
beside=$!
set +m
step "unit, property, differential and command-line tests" cargo test --workspace --locked --no-fail-fast
step "counts of expansions are those recorded" "$PATIENCE" bench --check
step "fuzzing" scripts/fuzz.sh 15
echo "── beside these, from \"unit, property …\" on:"
wait "$beside" || echo "0 0 0 1 0 the steps beside were broken off" >>"$work/beside.steps"
beside=
cat "$work/beside"

echo
echo "   time processor"
# The whole takes less time than its steps together, for some ran beside others.
cat "$work/main.steps" "$work/beside.steps" | awk -v whole="$SECONDS" '
    { time = $1; used = $2; passed += $3; failed += $4; skipped += $5; bad = $4; all += used; sub(/^([0-9]+ )+/, "") }
    { printf "%5d s %5d s  %s%s\n", time, used, $0, bad ? ": FAILED" : "" }
    END {
        printf "%5d s %5d s  the whole\n", whole, all
        printf "\n%d passed, %d failed, %d skipped\n", passed, failed, skipped
        exit failed > 0
    }'
