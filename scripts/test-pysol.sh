#!/usr/bin/env bash
# PySolFC's numbered deals against the shuffles that its authors keep (pysol_cards, from PyPI): numbers of every generator, for
# every rule set that is a game of PySolFC. Prints one line a rule set, as test runners do.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=target/pysol-cards
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/python" -c 'import pysol_cards' 2>/dev/null || "$venv/bin/pip" install --quiet 'pysol_cards>=0.18,<1' || {
    echo "skipped: pysol_cards cannot be installed here"
    exit 0
}
# PATIENCE names a program that is built already.
[ -n "${PATIENCE:-}" ] || cargo build --quiet --locked -p patience
patience=${PATIENCE:-${CARGO_TARGET_DIR:-$PWD/target}/debug/patience}

numbers=($(seq 1 60) 617 11982 31998 31999 32000 32001 65536 999999 1000000 1000001 4294967295 4294967296
    10000000000000000 18446744073709551615 18446744073709551616 99999999999999999999 100000000000000000000)
for rules in standard line-up house-of-commons blue-moon red-moon paganini free-parking galary jungle spaces-and-aces; do
    "$patience" show --format notation "${numbers[@]/#/gaps+$rules:pysol/}" |
        diff - <("$venv/bin/python" scripts/pysol.py "$rules" "${numbers[@]}") || { echo "$rules differs"; exit 1; }
    echo "$rules: ${#numbers[@]} layouts agree"
done
