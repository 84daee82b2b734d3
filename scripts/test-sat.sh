#!/usr/bin/env bash
# Gaps as a constraint model: compares the verdicts and shortest lengths of small deals by a SAT
# solver (python-sat, from PyPI) with those of `patience solve --optimal`. Fails if any differ.
# docs/constraint-model.md describes the model.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh

python_with python-sat pysat 'python-sat>=1.8.dev0,<2' || skip "python-sat cannot be installed here"
find_patience
# The deals can be given as arguments.
deals=("$@")
# The first deals of 4x5 can all be won. These are the lost deals among the first 400 whose proof by
# a formula takes only seconds.
lost=(17 95 100 158 160 166 173 183 188 190 307 309 324 325 350 352 356 365 395)
# Without `scripts/test.sh --all`, a quarter of the deals run, and fewer of the slow 4x5 deals.
many=5 few=1 losses=5
[ "${PATIENCE_TESTS:-}" != all ] || many=20 few=12 losses=19
lost=("${lost[@]:0:$losses}")
[ ${#deals[@]} -gt 0 ] ||
    deals=(gaps:random/{3x3,3x4,4x4}/1..$many gaps:random/4x5/1..$few "${lost[@]/#/gaps:random/4x5/}")

{ "$patience" solve --optimal --json "${deals[@]}" || [ $? -eq 11 ]; } | "$python" scripts/gaps-sat.py --seconds 120
