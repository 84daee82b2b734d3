#!/usr/bin/env bash
# Builds two checkers of certificates from the compiled proofs: proofs/program/build.sh [FOLDER]
# FOLDER/verified-check has machine integers and arrays, and reads every kind;
# FOLDER/verified-check-plain has Coq's own numbers, and refuses trees.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/build}
mkdir -p "$out"
cd "$out"

# build EXTRACT MODULE PROGRAM INT_OF_NAT RUN
build() {
    coqc -q -Q "$here/.." Patience -o "$out/$1.vo" "$here/../Format/$1.v" >/dev/null
    sed "s/^open MODULE/open $2/; s/= INT_OF_NAT/= $4/; s/= RUN/= $5/" \
        "$here/main.ml" >"main_$2.ml"
    ocamlopt -w -a -inline 200 "$2.mli" "$2.ml" "main_$2.ml" -o "$3"
}
hashes='(hash_with bits) (hash_with bits) (hash_with bits)'
count='let rec count k n = match n with O -> k | S n -> count (k + 1) n in count 0'
build Extract Plain verified-check-plain "$count" "verify $hashes sum no_trees file"
positions='(Array.fold_left (fun h x -> (h * 31 + x) land 0xFFFFFFFFFFFF) 7)'
build ExtractWhole Whole verified-check '(fun n -> n)' \
    "verify_all $hashes $positions sum 1_000_000_000 body start file"
