#!/usr/bin/env bash
# Compiles the files that _CoqProject lists, and what depends on each: proofs/build.sh. Needs Coq
# 8.16. Two compilers run side by side.
set -euo pipefail
cd "$(dirname "$0")"
coq_makefile -f _CoqProject -o build.mk
make --silent --jobs=2 --makefile=build.mk COQC='coqc -q' >/dev/null
