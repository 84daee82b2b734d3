#!/usr/bin/env bash
# Sets up and runs every test of Patience. Needs Rust, a C++ compiler, Python 3 and Node; whatever else a test needs is
# installed here, into target/ where possible. The last line counts the tests.
set -uo pipefail
cd "$(dirname "$0")/.."
export CARGO_TERM_COLOR=never
# Line tables are not needed here and make builds and the cache larger.
export CARGO_PROFILE_DEV_DEBUG=0
log=$(mktemp)
trap 'rm -f "$log"' EXIT
passed=0 failed=0 skipped=0

# check NAME COMMAND…: one check that passes or fails as a whole.
check() {
    local name=$1 start=$SECONDS
    shift
    echo "── $name"
    if "$@"; then
        passed=$((passed + 1))
        echo "── $name: ok ($((SECONDS - start)) s)"
    else
        failed=$((failed + 1))
        echo "── $name: FAILED ($((SECONDS - start)) s)"
    fi
}

# tests NAME COMMAND…: a test runner whose own tests are counted.
tests() {
    local name=$1 start=$SECONDS status
    shift
    echo "── $name"
    "$@" 2>&1 | tee "$log"
    status=${PIPESTATUS[0]}
    local p f i
    read -r p f i < <(sed -nE 's/^test result: [a-zA-Z]+\. ([0-9]+) passed; ([0-9]+) failed; ([0-9]+) ignored.*/\1 \2 \3/p' "$log" |
        awk '{p+=$1; f+=$2; i+=$3} END {print p+0, f+0, i+0}')
    passed=$((passed + p)) failed=$((failed + f)) skipped=$((skipped + i))
    # A run that broke off without naming a failed test is a failure of its own.
    if [ "$status" -ne 0 ] && [ "$f" -eq 0 ]; then failed=$((failed + 1)); fi
    echo "── $name: $p passed, $f failed ($((SECONDS - start)) s)"
}

# The independent judge: Fast Downward from PyPI, in an environment of its own.
fast_downward() {
    local venv=target/fast-downward
    [ -x "$venv/bin/python" ] || python3 -m venv "$venv" || return 1
    "$venv/bin/python" -c 'import up_fast_downward' 2>/dev/null || "$venv/bin/pip" install --quiet 'up-fast-downward>=1,<2' || return 1
    FAST_DOWNWARD=$(find "$PWD/$venv" -path '*/downward/fast-downward.py' | head -1)
    export FAST_DOWNWARD
    [ -n "$FAST_DOWNWARD" ]
}

check "formatting" cargo fmt --all --check
check "formatting of the fuzz targets" cargo fmt --manifest-path fuzz/Cargo.toml --check
check "lints" cargo clippy --quiet --workspace --all-targets --locked -- -D warnings
check "documentation" env RUSTDOCFLAGS="-D warnings" cargo doc --quiet --workspace --no-deps --locked
check "Fast Downward is installed" fast_downward
tests "unit, property, differential and command-line tests" cargo test --workspace --locked --no-fail-fast
check "counts of expansions are those recorded" cargo run --quiet --locked -- bench --check
check "fuzzing" scripts/fuzz.sh 15
for extra in scripts/test-*.sh; do
    [ -e "$extra" ] || continue
    check "$extra" "$extra"
done

echo
echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
