#!/usr/bin/env bash
# Builds the extracted checkers from the compiled proofs: proofs/checker/build.sh [FOLDER]
# FOLDER/gaps-checker has native integers and arrays; FOLDER/gaps-checker-slow Coq's own numbers.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/build}
mkdir -p "$out"
cd "$out"
coqc -q -Q "$here/.." Patience -o "$out/Extract.vo" "$here/../Gaps/Extract.v" >/dev/null

# build NAME MODULE BOARD COLLECTION: a program from main.ml and an extracted module.
build() {
    local hash="$4.fold_left (fun h x -> (h * 31 + x) land 0xFFFFFFFFFFFF) 7 b"
    sed "s/CHECKER/$2/; s/HASH/$hash/; s/BOARD/$3/" "$here/main.ml" >"$1.ml"
    ocamlopt -w -a -inline 200 "$2.mli" "$2.ml" "$1.ml" -o "$(tr _ - <<<"$1")"
}
build gaps_checker Checker "Array.of_list cells" Array
build gaps_checker_slow CheckerSlow cells List
