#!/usr/bin/env bash
# Remakes and checks certificates beyond the small ones of the folder `certificates`.
#
#     scripts/certificates.sh small          remakes the folder's
#     scripts/certificates.sh birds ROWS     every lost deal of the first million in results/birds-unsolvable.jsonl whose cards are
#                                            connected; appends to the file ROWS, and leaves out deals that it has
#     scripts/certificates.sh birds-apart    the other lost deals of the first million; prints the number verified
#     scripts/certificates.sh gaps ROWS      every lost deal of results/gaps-standard.jsonl; appends the cost of each to the file ROWS, and leaves out deals that it has
#     scripts/certificates.sh gaps-sums SUMS the checksums of these certificates, each checked, as `sha256sum --check` reads them;
#                                            appends to the file SUMS, smallest first, and leaves out deals that it has
set -euo pipefail
cd "$(dirname "$0")/.."
patience() { cargo run --quiet --release --locked -- "$@"; }

# birds CONNECTED: the names of the lost deals of the first million whose cards are connected (1) or
# not (0).
birds() {
    awk -F'[:,]' -v connected="$1" '$2 < 1000000 && /connected but lost/ == connected { print "birds:neller/" $2 }' \
        results/birds-unsolvable.jsonl
}

# certify_lost NAME [OPTION…]: certifies a deal, checks the certificate and prints its row. The deal
# must be verified as lost (11).
certify_lost() {
    local row
    row=$(patience certify "$@" --check --json </dev/null) || [ $? -eq 11 ] || return 1
    [[ $row == *'"claim":"lost"'* ]] || { echo "$row" >&2; return 1; }
    echo "$row"
}

# The same for each deal of the input; the rows have no times.
certify_birds() {
    while read -r name; do
        row=$(certify_lost "$name") || return 1
        sed -E 's/"(check_)?seconds":[0-9.e-]+,//g' <<<"$row"
    done
}

case ${1-} in
small)
    small() { patience certify "$1" -o "certificates/$2.pcert" "${@:3}" || [ $? -eq 11 ]; }
    small gaps:solvitaire/4x13/869 gaps-869
    small gaps:solvitaire/4x13/53 gaps-53
    small gaps:solvitaire/4x13/220 gaps-220
    small gaps:solvitaire/4x13/869 gaps-869-without-sets --plain sets
    small gaps:solvitaire/4x13/53 gaps-53-without-dead-ends --plain dead-ends
    small gaps:solvitaire/3x4/3 gaps-3x4-3-without-lemmas --plain rows
    small gaps+fixed-suits:solvitaire/4x7/3 gaps-fixed-suits-4x7-3
    small gaps+fixed-twos:solvitaire/4x7/2 gaps-fixed-twos-4x7-2
    small gaps:solvitaire/4x8/22 gaps-4x8-22
    small gaps+fixed-suits:solvitaire/4x7/1 gaps-fixed-suits-4x7-1
    small gaps+fixed-twos:solvitaire/4x7/9 gaps-fixed-twos-4x7-9
    small gaps:solvitaire/3x5/3 gaps-3x5-3-without-lemmas --plain rows
    small gaps:solvitaire/4x13/1 gaps-1-won
    small birds:neller/10 birds-10-apart
    small birds:neller/42 birds-42-won
    small cohesion:level/gen-02 cohesion-gen-02
    small tiles:level/iartistas-04 tiles-iartistas-04
    small sliding:scramble/2x3/12/1 sliding-2x3-12-1
    small sliding:shuffled/4x4/1 sliding-4x4-1-odd
    small sliding+blank-last:random/2x3/2 sliding-blank-last-2x3-2
    # Boards without a name: an endgame whose cards are connected, and a piece on the target of
    # another piece.
    small --game=birds birds-ending --input - <<<'-- 2D -- -- / JD -- -- QS / 2H -- TH 2C / -- -- -- QH'
    small --game=tiles tiles-on-target --input - <<<'aB.C/*.#./c..#/*=bA'
    ;;
birds)
    touch "$2"
    birds 1 | { grep -vxFf <(sed -nE 's/.*"instance":"([^"]*)".*/\1/p' "$2") || true; } | certify_birds >> "$2"
    ;;
birds-apart)
    rows=$(birds 0 | certify_birds)
    echo "$(wc -l <<<"$rows") verified"
    ;;
gaps)
    touch "$2"
    rows=$(realpath "$2")
    cargo bench --quiet --locked -p patience-gaps --bench certificates -- "$PWD/results/gaps-standard.jsonl" "$rows" >> "$rows"
    ;;
gaps-sums)
    touch "$2"
    sums=$(realpath "$2")
    work=$(mktemp -d)
    trap 'rm -rf "$work"' EXIT
    sed -nE 's/.*"instance":"([^"]*)".*"bytes":([0-9]+).*/\2 \1/p' results/gaps-certificates.jsonl | sort -n | while read -r _ name; do
        file=gaps-${name##*/}.pcert
        ! grep -q "  $file\$" "$sums" || continue
        certify_lost "$name" -o "$work/$file" >/dev/null
        (cd "$work" && sha256sum "$file") >> "$sums"
        rm "$work/$file"
    done
    ;;
*)
    echo "expected small, birds ROWS, birds-apart, gaps ROWS or gaps-sums SUMS" >&2
    exit 2
    ;;
esac
