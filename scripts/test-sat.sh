#!/usr/bin/env bash
# Gaps as a constraint model: verdicts and shortest lengths of small deals by a SAT solver (python-sat, from PyPI) beside those of
# `patience solve --optimal`. Fails where one of them differs. docs/constraint-model.md describes the model.
set -euo pipefail
cd "$(dirname "$0")/.."

venv=target/python-sat
[ -x "$venv/bin/python" ] || python3 -m venv "$venv"
"$venv/bin/python" -c 'import pysat' 2>/dev/null || "$venv/bin/pip" install --quiet 'python-sat>=1.8.dev0,<2' || {
    echo "skipped: python-sat cannot be installed here"
    exit 0
}
# PATIENCE names a program that is built already; the deals may be named, too.
[ -n "${PATIENCE:-}" ] || cargo build --quiet --locked -p patience
patience=${PATIENCE:-${CARGO_TARGET_DIR:-$PWD/target}/debug/patience}
deals=("$@")
[ ${#deals[@]} -gt 0 ] || deals=(gaps:random/3x3/1..20 gaps:random/3x4/1..20 gaps:random/4x4/1..20 gaps:random/4x5/1..12)

{ "$patience" solve --optimal --json "${deals[@]}" || [ $? -eq 11 ]; } | "$venv/bin/python" scripts/gaps-sat.py --seconds 120
