#!/usr/bin/env bash
# Compares PySolFC's numbered deals with the shuffles that its authors publish (pysol_cards, from
# PyPI): numbers of every generator, for every rule set that is a game of PySolFC. Prints one line
# per rule set, as test runners do. Then plays numbers of the lists in results/pysol, and redeals of
# Montana, in PySolFC's own code. PYSOLFC names the folder of its sources, which are otherwise
# fetched; this part is skipped if they are not available.
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

# PySolFC is on no package index. Its modules import Tk, but open no window here.
pysolfc=${PYSOLFC:-$target/pysolfc}
commit=7a3d146a1ec1b36f18801fd8460340c3cc4853b9
if [ ! -e "$pysolfc/pysollib/games/montana.py" ]; then
    git init --quiet "$pysolfc"
    GIT_TERMINAL_PROMPT=0 timeout 120 git -C "$pysolfc" fetch --quiet --depth 1 --filter=blob:none https://github.com/shlomif/PySolFC "$commit" &&
        git -C "$pysolfc" checkout --quiet "$commit" -- pysollib || skip "PySolFC's own code cannot be fetched here"
fi
"$python" -c 'import tkinter' || skip "PySolFC's own code needs tkinter"
"$python" -c 'import attr, configobj' 2>/dev/null || "$python" -m pip install --quiet attrs configobj || skip "attrs cannot be installed here"

# solved COMMAND...: answers with any verdict.
solved() { "$patience" solve "$@" --expansions 20000 --json || [ $? -ge 11 ]; }
lists=results/pysol/pysollib/games/solvable_seeds
for list in "$lists"/*_solvable_seeds.py; do
    game=$(basename "$list" _solvable_seeds.py)
    case $game in montana_redeals) continue ;; montana) game=standard ;; esac
    numbers=($(sed '1,/^SOLVABLE_SEEDS/d' "$list" | grep -oE '[0-9]+' | awk 'NR % 97 == 1' | head -12))
    solved "${numbers[@]/#/gaps+${game//_/-}:pysol/}" | "$python" scripts/pysol-replay.py "$pysolfc"
done
rows=$(mktemp -d)
trap 'rm -r "$rows"' EXIT
solved gaps:pysol/32000..32019 >"$rows/0.jsonl"
for redeals in 1 2; do
    "$python" scripts/pysol-redeals.py boards $redeals "$rows"/*.jsonl >"$rows/boards.txt"
    solved --game gaps --input "$rows/boards.txt" >"$rows/$redeals.jsonl"
done
"$python" scripts/pysol-redeals.py plans "$rows"/*.jsonl >"$rows/plans"
grep -q redeal "$rows/plans"
"$python" scripts/pysol-replay.py "$pysolfc" <"$rows/plans"
