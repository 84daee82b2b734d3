#!/usr/bin/env bash
# Builds and runs every fuzz target for a while: scripts/fuzz.sh [SECONDS PER TARGET] [TARGET…]
# Only lints them: scripts/fuzz.sh --lint. They are a workspace of their own, which the lints of the workspace do not see.
# Works with the stable compiler: coverage comes from LLVM's sanitizer-coverage pass, without a sanitizer runtime.
set -euo pipefail
cd "$(dirname "$0")/.."
target_dir=${CARGO_TARGET_DIR:-$PWD/target}/fuzz
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 --cfg fuzzing"
# With --target the flags leave build scripts and procedural macros alone.
host=$(rustc -vV | sed -n 's/^host: //p')
# fuzz_cargo COMMAND ARGUMENTS…: with the same flags in the same folder, so that both commands share the builds of build scripts.
fuzz_cargo() {
    CARGO_TARGET_DIR="$target_dir" cargo "$1" --quiet --release --manifest-path fuzz/Cargo.toml --target "$host" "${@:2}"
}
if [ "${1:-}" = --lint ]; then
    fuzz_cargo clippy -- -D warnings
    exit
fi
seconds=${1:-20}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(boards names plans questions studies certificates)
fuzz_cargo build
for target in "${targets[@]}"; do
    # Found inputs go to the target folder; the seeds in fuzz/corpus are kept by hand, as are past failures.
    mkdir -p "$target_dir/corpus/$target" "$target_dir/artifacts"
    "$target_dir/$host/release/$target" -max_total_time="$seconds" -max_len=2048 -timeout=10 -rss_limit_mb=2048 \
        -print_final_stats=0 -verbosity=0 -artifact_prefix="$target_dir/artifacts/$target-" \
        "$target_dir/corpus/$target" "fuzz/corpus/$target"
    echo "fuzz target $target: no failure in $seconds s"
done
