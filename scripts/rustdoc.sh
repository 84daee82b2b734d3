#!/usr/bin/env bash
# Stands in for rustdoc while Cargo tests the examples of the documentation: writes the pages first, and fails if they
# give a warning, as a broken link does. `cargo doc` would check all dependencies a second time, in a mode of its own.
set -euo pipefail
arguments=("$@") pages=() crate=
for ((i = 0; i < $#; i++)); do
    case ${arguments[i]} in
        --crate-name) crate=${arguments[i + 1]} ;;&
        --test) continue ;;
        --test-run-directory) i=$((i + 1)) && continue ;;
        # A library's examples use the library; its pages do not.
        --extern) [[ ${arguments[i + 1]} != "$crate="* ]] || { i=$((i + 1)) && continue; } ;;
    esac
    pages+=("${arguments[i]}")
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
rustdoc "${pages[@]}" --deny warnings --out-dir "$folder"
rustdoc "$@"
