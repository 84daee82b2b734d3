#!/usr/bin/env bash
# The cost of changing one crate: scripts/compile-times.sh [CRATE...]. For each crate (all of them
# unless some are named) the files next to its root are touched and `cargo test -p CRATE --no-run`
# timed. Prints wall-clock and CPU seconds; on a busy machine only the CPU seconds are meaningful.
set -euo pipefail
cd "$(dirname "$0")/.."
shopt -s extglob
export CARGO_INCREMENTAL=0
[ $# -gt 0 ] || set -- core check games search gaps birds papers generators learn catalogue study api server patience
for crate in "$@"; do
    package=patience-$crate
    [ "$crate" != patience ] || package=patience
    manifest=$(cargo pkgid --locked -p "$package" | sed -E 's|^[^:]*://([^#]*)#.*|\1|')
    cargo test --quiet --locked -p "$package" --no-run 2>/dev/null
    touch "$manifest"/src/!(lib).rs
    TIMEFORMAT="%R %U %S"
    read -r clock user system < <({ time cargo test --quiet --locked -p "$package" --no-run >/dev/null 2>&1; } 2>&1)
    awk -v crate="$package" -v clock="$clock" -v used="$user" -v more="$system" \
        'BEGIN { printf "| %s | %.0f | %.0f |\n", crate, clock, used + more }'
done
