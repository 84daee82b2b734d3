#!/usr/bin/env bash
# The example of docs/learning.md: states are exported, and weights from scikit-learn (from PyPI)
# imported.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

python_with scikit-learn sklearn 'scikit-learn>=1.4,<2' || skip "scikit-learn cannot be installed here"
find_patience
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

awk '/^```python/ { on = 1; next } /^```/ { on = 0 } on' docs/learning.md >"$work/example.py"
"$patience" learn data tiles --output "$work/tiles.csv"
(cd "$work" && "$python" example.py)
"$patience" solve tiles:level/iartistas-08 -a greedy -H learned --model "$work/mine.json"
"$patience" learn evaluate tiles --count 2 --against runs --model "$work/mine.json"
