#!/usr/bin/env bash
# Builds two checkers of certificates from the compiled proofs: proofs/program/build.sh [FOLDER]
# FOLDER/verified-check has machine integers and strings; FOLDER/verified-check-plain has Coq's own
# numbers and lists, for small files.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
out=${1:-$here/build}
mkdir -p "$out"
out=$(cd "$out" && pwd)
cd "$out"
coqc -q -noglob -Q "$here/.." Patience -o "$out/Extract.vo" "$here/../Format/Extract.v" >/dev/null

cp "$here/file.ml" .
# build MODULE PROGRAM: the differences between the two are in native.ml and plain.ml.
build() {
    { echo "open $1"; cat "$here/$1.inc" "$here/main.ml"; } >"main_$1.ml"
    ocamlopt -w -a -inline 200 file.ml "$1.mli" "$1.ml" "main_$1.ml" -o "$2"
}
build Native verified-check
build Plain verified-check-plain
