#!/usr/bin/env bash
# Remakes and checks certificates beyond the small ones of the folder `certificates`.
#
#     scripts/certificates.sh small          remakes the folder's
#     scripts/certificates.sh birds          every lost deal of results/birds-unsolvable.jsonl, nothing stored
#     scripts/certificates.sh gaps ROWS      every lost deal of results/gaps-standard.jsonl; appends to the file ROWS what
#                                            each cost, and leaves out what it already has
set -euo pipefail
cd "$(dirname "$0")/.."
patience() { cargo run --quiet --release --locked -- "$@"; }

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
    small gaps:solvitaire/4x13/1 gaps-1-won
    small birds:neller/10 birds-10-apart
    small birds:neller/42 birds-42-won
    small cohesion:level/gen-02 cohesion-gen-02
    small tiles:level/iartistas-04 tiles-iartistas-04
    ;;
birds)
    sed -nE 's/.*"seed":(-?[0-9]+).*/birds:neller\/\1/p' results/birds-unsolvable.jsonl |
        xargs -n 200 cargo run --quiet --release --locked -- certify --check --json
    ;;
gaps)
    touch "$2"
    rows=$(realpath "$2")
    cargo bench --quiet --locked -p patience-gaps --bench certificates -- "$PWD/results/gaps-standard.jsonl" "$rows" >> "$rows"
    ;;
*)
    echo "expected small, birds or gaps ROWS" >&2
    exit 2
    ;;
esac
