#!/usr/bin/env bash
# Compiles the files that _CoqProject lists, in their order: proofs/build.sh. Needs Coq 8.16.
set -euo pipefail
cd "$(dirname "$0")"
grep '\.v$' _CoqProject | while read -r file; do
    [ "${file}o" -nt "$file" ] && [ -z "${stale:-}" ] && continue
    stale=1
    coqc -q -Q . Patience "$file" >/dev/null
done
