#!/usr/bin/env bash
# Runs the ready studies and puts their reports under docs/results/: scripts/results.sh [STUDY…]
# Results are kept in target/results, so that a second call runs only what is missing.
set -euo pipefail
shopt -s nullglob
cd "$(dirname "$0")/.."
cargo build --quiet --release --locked -p patience
patience=${CARGO_TARGET_DIR:-$PWD/target}/release/patience
studies=("$@")
[ ${#studies[@]} -gt 0 ] || studies=(gaps-report tiles-report cohesion-report tour solvitaire masten)
for study in "${studies[@]}"; do
    results=target/results/$study
    "$patience" study run "studies/$study.toml" --results "$results"
    "$patience" study report "studies/$study.toml" --results "$results"
    mkdir -p "docs/results/$study"
    rm -f "docs/results/$study"/plot-*.svg
    cp "$results/report.md" "$results"/plot-*.svg "docs/results/$study/"
done
