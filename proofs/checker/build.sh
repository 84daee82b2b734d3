#!/usr/bin/env bash
# Builds the extracted checkers from the compiled proofs: proofs/checker/build.sh [FOLDER]
# FOLDER/gaps-checker has native integers and arrays; FOLDER/gaps-checker-slow Coq's own numbers.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/build}
mkdir -p "$out"
cd "$out"
coqc -q -Q "$here/.." Patience -o "$out/Extract.vo" "$here/../Gaps/Extract.v" >/dev/null
hash='(fun b -> Array.fold_left (fun h x -> (h * 31 + x) land 0xFFFFFFFFFFFF) 7 b)'
sed "s/CHECKER/Checker/; s/HASH/$hash/; s/(BOARD)/(Array.of_list board)/" \
    "$here/main.ml" >main.ml
ocamlopt -w -a -inline 200 Checker.mli Checker.ml main.ml -o gaps-checker
hash='(fun b -> List.fold_left (fun h x -> (h * 31 + x) land 0xFFFFFFFFFFFF) 7 b)'
sed "s/CHECKER/CheckerSlow/; s/HASH/$hash/; s/(BOARD)/board/" "$here/main.ml" >slow.ml
ocamlopt -w -a -inline 200 CheckerSlow.mli CheckerSlow.ml slow.ml -o gaps-checker-slow
