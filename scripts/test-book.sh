#!/usr/bin/env bash
# Builds the book with mdBook; installs it below target/ if it is missing (some minutes). Warnings are failures.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh
PATH=$target/mdbook/bin:$PATH
command -v mdbook >/dev/null || cargo install --quiet --locked --root "$target/mdbook" mdbook || skip "mdBook cannot be installed"
rm -rf "$target/book"
mdbook build --dest-dir "$target/book" 2>&1 | tee "$target/mdbook.log"
if grep -E "WARN|ERROR" "$target/mdbook.log"; then exit 1; fi
# Every page in the summary was written.
for page in $(sed -n 's/.*](\(.*\)\.md).*/\1/p' docs/SUMMARY.md); do
    [ -f "$target/book/$page.html" ] || { echo "there is no $page.html" >&2 && exit 1; }
done
echo "the book has $(find "$target/book" -name '*.html' | wc -l) pages"
