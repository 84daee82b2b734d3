#!/usr/bin/env bash
# Replaces rustdoc while Cargo tests the examples in the documentation: first writes the pages, and
# fails on any warning, such as that of a broken link. `cargo doc` would check all dependencies a
# second time, in a separate mode.
set -euo pipefail
arguments=("$@") pages=() crate=
for ((i = 0; i < $#; i++)); do
    case ${arguments[i]} in
        --crate-name) crate=${arguments[i + 1]} ;;&
        --test) continue ;;
        --test-run-directory) i=$((i + 1)) && continue ;;
        # The examples of a library need the library; its pages do not.
        --extern) [[ ${arguments[i + 1]} != "$crate="* ]] || { i=$((i + 1)) && continue; } ;;
    esac
    pages+=("${arguments[i]}")
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
rustdoc "${pages[@]}" --deny warnings --out-dir "$folder"
rustdoc "$@"
