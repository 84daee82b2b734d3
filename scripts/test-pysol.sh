#!/usr/bin/env bash
# PySolFC's numbered deals against the shuffles that its authors keep (pysol_cards, from PyPI): numbers of every generator, for
# every rule set that is a game of PySolFC. Prints one line per rule set, as test runners do.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

python_with pysol-cards pysol_cards 'pysol_cards>=0.18,<1' || skip "pysol_cards cannot be installed here"
find_patience
numbers=($(seq 1 60) 617 11982 31998 31999 32000 32001 65536 999999 1000000 1000001 4294967295 4294967296
    10000000000000000 18446744073709551615 18446744073709551616 99999999999999999999 100000000000000000000)
for rules in standard line-up house-of-commons blue-moon red-moon paganini free-parking galary jungle spaces-and-aces \
    double-montana double-blue-moon double-red-moon paganini-ii; do
    "$patience" show --format notation "${numbers[@]/#/gaps+$rules:pysol/}" |
        diff - <("$python" scripts/pysol.py "$rules" "${numbers[@]}") || { echo "$rules differs"; exit 1; }
    echo "$rules: ${#numbers[@]} layouts agree"
done
