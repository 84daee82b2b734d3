#!/usr/bin/env bash
# Builds and runs every fuzz target for a while: scripts/fuzz.sh [SECONDS PER TARGET] [TARGET…]
# `fuzz/tests/corpus.rs` runs the same targets without coverage. Works with the stable
# compiler: coverage comes from LLVM's sanitizer-coverage pass, without a sanitizer runtime.
set -euo pipefail
cd "$(dirname "$0")/.."
target_dir=${CARGO_TARGET_DIR:-$PWD/target}/fuzz
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 -Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table -Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 --cfg fuzzing"
# With --target, the flags do not apply to build scripts and procedural macros.
host=$(rustc -vV | sed -n 's/^host: //p')
seconds=${1:-20}
shift || true
targets=("$@")
[ ${#targets[@]} -gt 0 ] || targets=(boards names plans questions studies certificates)
# With --target, the flags do not apply to build scripts and procedural macros.
CARGO_TARGET_DIR="$target_dir" cargo build --quiet --locked --profile fuzz --package patience-fuzz --features coverage --bins --target "$host"
for target in "${targets[@]}"; do
    # Inputs that it finds go to the target folder; the seeds and past failures in fuzz/corpus are
    # maintained by hand.
    mkdir -p "$target_dir/corpus/$target" "$target_dir/artifacts"
    "$target_dir/$host/fuzz/$target" -max_total_time="$seconds" -max_len=2048 -timeout=10 -rss_limit_mb=2048 \
        -print_final_stats=0 -verbosity=0 -artifact_prefix="$target_dir/artifacts/$target-" \
        "$target_dir/corpus/$target" "fuzz/corpus/$target"
    echo "fuzz target $target: no failure in $seconds s"
done
