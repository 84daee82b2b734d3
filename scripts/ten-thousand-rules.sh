#!/usr/bin/env bash
# Answers Masten's questions about the 10,000 deals of results/gaps-solvitaire-10000.jsonl.gz, and
# writes the published files: results/gaps-rules-10000.jsonl.gz, and on standard output the table of
# docs/gaps-solver.md. For every deal: can it be won without ever moving a Two of the first column,
# and in which of the 24 orders can it be won with fixed suits? If only with moves of such Twos:
# what is the least number of such moves, as far as 3 million expansions can decide it?
#
#     scripts/ten-thousand-rules.sh FOLDER
#
# FOLDER keeps the answers, in one file for each hundred deals; answers that it has are not computed
# again.
set -euo pipefail
[ $# -eq 1 ] || { echo "expected the folder of the answers" >&2; exit 2; }
mkdir -p "$1"
folder=$(realpath "$1")
cd "$(dirname "$0")/.."
. scripts/shared.sh
build_release

# answers FILE COUNT COMMAND…: puts COUNT lines of a command's answers into the file, without
# plans, unless it exists.
answers() {
    local file=$folder/$1.jsonl count=$2
    [ ! -e "$file" ] || return 0
    # The exit code is that of the worst verdict; the number of lines shows whether all answers are there.
    "${@:3}" | sed -E 's/"(plan|board)":(\[[^]]*\]|"[^"]*"),?//g' >"$file.new" || true
    [ "$(wc -l <"$file.new")" -eq "$count" ] || { echo "$file: expected $count answers" >&2; return 1; }
    mv "$file.new" "$file"
}

# field NAME: prints the deal's name under standard rules and a field for each answer, as
# comma-separated values.
field() { sed -nE 's/.*"instance":"gaps[a-z+-]*:([^"]+)".*"'"$1"'":"?([^",}]+)[",}].*/gaps:\1,\2/p'; }

gunzip -c results/gaps-solvitaire-10000.jsonl.gz | field verdict >"$folder/standard.csv"
for from in $(seq 1 100 9901); do
    deals=solvitaire/4x13/$from..$((from + 99))
    echo "deals $from to $((from + 99)) of 10000" >&2
    answers "twos-$from" 100 "$patience" solve "gaps+fixed-twos:$deals" --json
    answers "orders-$from" 100 "$patience" gaps questions "gaps:$deals" --suits all --json
    # Won, but not with fixed Twos.
    mapfile -t left < <(field verdict <"$folder/twos-$from.jsonl" | sed -n 's/unsolvable/solved/p' | grep -Fxf "$folder/standard.csv" | cut -d, -f1)
    answers "least-$from" ${#left[@]} "$patience" gaps questions "${left[@]}" --expansions 3000000 --json
done

# all NAME: the answers to one question, in the order of the deals.
all() { for from in $(seq 1 100 9901); do cat "$folder/$1-$from.jsonl"; done; }

all twos | field verdict >"$folder/twos.csv"
all least | field moves_of_leftmost_twos >"$folder/least.csv"
all orders | sed -E 's/\{"order":"[A-Z]+","won":false\},?//g; s/\{"order":"([A-Z]+)","won":true\},?/\1 /g' |
    sed -nE 's/.*"instance":"([^"]+)","orders":\[([A-Z ]*)\].*/\1,\2/p' | sed 's/ $//' >"$folder/orders.csv"

# One row for each deal.
awk -F, -v OFS= '
    FILENAME ~ /twos/ { twos[$1] = $2; next }
    FILENAME ~ /least/ { least[$1] = $2; next }
    FILENAME ~ /orders/ { orders[$1] = $2; next }
    {
        moves = $2 != "solved" ? "null" : twos[$1] == "solved" ? 0 : $1 in least ? least[$1] : "null"
        list = orders[$1] == "" ? "" : "\"" orders[$1] "\""
        gsub(/ /, "\",\"", list)
        print "{\"instance\":\"", $1, "\",\"verdict\":\"", $2, "\",\"fixed_twos\":\"", twos[$1], "\",\"moves_of_leftmost_twos\":", moves,
            ",\"fixed_suits_orders\":[", list, "]}"
    }' "$folder"/{twos,least,orders,standard}.csv >"$folder/rows.jsonl"
gzip -9n <"$folder/rows.jsonl" >results/gaps-rules-10000.jsonl.gz

# Shares with 95 % Wilson intervals.
awk '
    function share(name, part, of) { range(name, part, part, of) }
    # Undecided deals count as no for the lower end and as yes for the upper end.
    function range(name, low, high, of,    z, p, centre, half, from, to) {
        z = 1.959964
        p = low / of; from = (p + z * z / 2 / of - z * sqrt(p * (1 - p) / of + z * z / 4 / of / of)) / (1 + z * z / of)
        p = high / of; to = (p + z * z / 2 / of + z * sqrt(p * (1 - p) / of + z * z / 4 / of / of)) / (1 + z * z / of)
        printf "| %s | %d of %d | %.2f %% | %.2f to %.2f %% |\n", name, low, of, 100 * low / of, 100 * from, 100 * to
    }
    /"verdict":"solved"/ {
        won++
        twos += /"fixed_twos":"solved"/
        own += /"CHSD"/
        any += /"fixed_suits_orders":\["/
        if (match($0, /moves_of_leftmost_twos":[0-9]+/)) {
            moves = substr($0, RSTART + 24, RLENGTH - 24) + 0
            least[moves]++
            if (moves > most) most = moves
        } else open++
    }
    END {
        print "| of the deals that can be won | | share | 95 % interval |\n|---|--:|--:|--:|"
        share("without moving a Two of the first column", twos, won)
        share("with fixed suits, clubs to the first row, hearts, spades, diamonds", own, won)
        share("with fixed suits in at least one of the 24 orders", any, won)
        for (moves = 1; moves <= most; moves++) if (moves in least) range("with " moves " such move" (moves > 1 ? "s" : "") " and no fewer", least[moves], least[moves] + open, won)
        range("least number of such moves not known", open, open, won)
    }' "$folder/rows.jsonl"
