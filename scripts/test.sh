#!/usr/bin/env bash
# Sets up and runs every test of Patience. Needs Rust, a C compiler, Python 3 and Node; what else it installs stands in
# CONTRIBUTING.md. Says what each step took, and in the last line counts the tests.
set -uo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never
# Line tables are not needed here and make builds and the cache larger.
export CARGO_PROFILE_DEV_DEBUG=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0 skipped=0
steps=()

# Sets `used` to the seconds of processor time that the children of this shell have taken.
measure() {
    times >"$log"
    used=$(awk 'NR == 2 { gsub(/[ms]/, " "); printf "%d", 60 * $1 + $2 + 60 * $3 + $4 }' "$log")
}

# step NAME COMMAND…: the tests of a test runner, or one check that passes or fails as a whole.
step() {
    local name=$1 start=$SECONDS used before status p f s
    shift
    measure
    before=$used
    echo "── $name"
    "$@" 2>&1 | tee "$log"
    status=${PIPESTATUS[0]}
    read -r p f s < <(awk -f scripts/count.awk "$log")
    # What names no tests is one test; a run that broke off without naming a failed one is a failure of its own.
    if [ "$status" -eq 0 ] && [ $((p + f + s)) -eq 0 ]; then p=1; fi
    if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then f=1; fi
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + s))
    measure
    steps+=("$(printf '%5d s %5d s  %s' $((SECONDS - start)) $((used - before)) "$name")$([ "$f" -eq 0 ] || echo ": FAILED")")
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
    local venv=target/fast-downward
    [ -x "$venv/bin/python" ] || python3 -m venv "$venv" || return 1
    "$venv/bin/python" -c 'import up_fast_downward' 2>/dev/null || "$venv/bin/pip" install --quiet 'up-fast-downward>=1,<2' || return 1
    [ -n "$(fast_downward_program)" ]
}

fast_downward_program() {
    find "$PWD/target/fast-downward" -path '*/downward/fast-downward.py' | head -1
}

step "counting of tests" counting
step "formatting" cargo fmt --all --check
step "formatting of the fuzz targets" cargo fmt --manifest-path fuzz/Cargo.toml --check
step "lints" cargo clippy --quiet --workspace --all-targets --locked -- -D warnings
step "documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps --locked
step "packages" cargo package --quiet --workspace --exclude patience-guides --no-verify --allow-dirty --locked
step "Fast Downward is installed" fast_downward
FAST_DOWNWARD=$(fast_downward_program)
export FAST_DOWNWARD
step "unit, property, differential and command-line tests" cargo test --workspace --locked --no-fail-fast
step "counts of expansions are those recorded" cargo run --quiet --locked -- bench --check
step "fuzzing" scripts/fuzz.sh 15
for extra in scripts/test-*.sh; do
    [ -e "$extra" ] && step "$extra" "$extra"
done

echo
echo "   time processor"
printf '%s\n' "${steps[@]}"
echo
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
