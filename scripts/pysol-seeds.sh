#!/usr/bin/env bash
# The numbers of PySolFC's deals that can be won, as the Python module in which PySolFC keeps such numbers:
#   scripts/pysol-seeds.sh GAME FIRST LAST [TIME]      for example gaps+blue-moon 32000 32999
# A number is in the list if a plan was found and replayed by the rules. Deals not decided within TIME (60s) are counted in
# the list's head. Existing rows, of `patience solve --json` or `patience study export
# --format jsonl`, are taken from the file that ROWS names.
set -euo pipefail
if [ $# -lt 3 ] || ! [[ $2 =~ ^[0-9]+$ && $3 =~ ^[0-9]+$ ]] || [ "$2" -lt 32000 ] || [ "$3" -lt "$2" ]; then
    echo "expected GAME FIRST LAST [TIME] with numbers from 32000 on, where PySolFC has one generator for all" >&2
    exit 2
fi
game=$1 first=$2 last=$3
root=$(cd "$(dirname "$0")/.." && pwd)
rows=$(mktemp)
trap 'rm -f "$rows"' EXIT
if [ -n "${ROWS:-}" ]; then
    grep -F "\"$game:pysol/" "$ROWS" >"$rows" || true
else
    # PATIENCE names an existing build of the program.
    [ -n "${PATIENCE:-}" ] || (cd "$root" && cargo build --quiet --release --locked -p patience)
    patience=${PATIENCE:-${CARGO_TARGET_DIR:-$root/target}/release/patience}
    status=0
    "$patience" solve "$game:pysol/$first..$last" --time "${4:-60s}" --json >"$rows" || status=$?
    # 11 and 12: a deal cannot be won, or is undecided.
    case $status in 0 | 11 | 12) ;; *) exit "$status" ;; esac
fi
sed -nE 's/^.*"instance":"[^"]*\/([0-9]+)".*"verdict":"([a-z]+)".*/\1 \2/p' "$rows" | sort -n |
    awk -v game="$game" -v first="$first" -v last="$last" '
    $1 + 0 < first + 0 || $1 + 0 > last + 0 || $1 in seen { next }
    { seen[$1] = 1; count[$2]++; rows++ }
    $2 == "solved" { seeds[++n] = $1 }
    END {
        if (rows != last - first + 1) {
            print "there are rows of " rows + 0 " of the numbers " first "-" last > "/dev/stderr"
            exit 1
        }
        print "#!/usr/bin/env python"
        print "# -*- mode: python; coding: utf-8; -*-"
        print "#"
        print "# Numbers of " game " that can be won: of " first "-" last ", " n + 0 " can and " count["unsolvable"] + 0 " cannot, proved;"
        print "# " count["unknown"] + 0 " are not decided."
        print ""
        print "SOLVABLE_SEEDS = ("
        for (i = 1; i <= n; i++) printf "%s%s,%s", (i % 8 == 1 ? "    " : " "), seeds[i], (i % 8 == 0 || i == n ? "\n" : "")
        print ")"
    }'
