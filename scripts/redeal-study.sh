#!/usr/bin/env bash
# Win rates with redeals over many deals, in one command that goes on where it was stopped:
#   scripts/redeal-study.sh ROWS FIRST LAST [RULES] [SAMPLES] [TIME]      for example rows.jsonl 1 1000
# asks `patience redeal` about each deal gaps:solvitaire/4x13/FIRST..LAST under each of the RULES (pysol,aisleriot,spaces,station) with up
# to three redeals, SAMPLES games (16) for each policy, and at most TIME (5m) for a deal and rule; every answer is a line of the file ROWS.
# Deals that are in it already are not asked again. At the end, and at any time by `scripts/redeal-rates.py ROWS`, it prints the win rates.
set -euo pipefail
if [ $# -lt 3 ] || ! [[ $2 =~ ^[0-9]+$ && $3 =~ ^[0-9]+$ ]] || [ "$3" -lt "$2" ]; then
    echo "expected ROWS FIRST LAST [RULES] [SAMPLES] [TIME]" >&2
    exit 2
fi
rows=$1 first=$2 last=$3 rules=${4:-pysol,aisleriot,spaces,station} samples=${5:-16} time=${6:-5m}
root=$(cd "$(dirname "$0")/.." && pwd)
# PATIENCE names a program that is built already.
[ -n "${PATIENCE:-}" ] || (cd "$root" && cargo build --quiet --release --locked -p patience)
patience=${PATIENCE:-${CARGO_TARGET_DIR:-$root/target}/release/patience}
touch "$rows"
answer=$(mktemp)
trap 'rm -f "$answer"' EXIT
for ((deal = first; deal <= last; deal++)); do
    name=gaps:solvitaire/4x13/$deal
    missing=
    for rule in ${rules//,/ }; do
        grep -qF "{\"instance\":\"$name\",\"redeals\":3,\"rule\":\"$rule\"," "$rows" || missing+=${missing:+,}$rule
    done
    [ -n "$missing" ] || continue
    status=0
    # With several rules the deal as it lies is decided once where it can be won.
    "$patience" redeal "$name" --rule "$missing" --redeals 3 --samples "$samples" --time "$time" --json >"$answer" || status=$?
    # 11 and 12: some deal is lost for certain, or a matter of chance.
    case $status in 0 | 11 | 12) ;; *) exit "$status" ;; esac
    cat "$answer" >>"$rows"
done
"$root/scripts/redeal-rates.py" "$rows"
