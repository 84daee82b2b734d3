#!/usr/bin/env bash
# The notebooks of the static site: the browser's package compared with the installed one on all
# games, in Pyodide under Node, and then the notebooks in Chromium without a network. The site is
# that of scripts/test-web.sh, or a new one; the package is that of scripts/test-python.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh
[ -x "${CHROMIUM:-/usr/bin/chromium}" ] || skip "there is no Chromium here"
[ -e web/node_modules/playwright-core ] || (cd web && npm ci --silent --no-audit --no-fund) || skip "npm cannot install Playwright here"
if ! [ -e "$target/site/patience.wasm" ]; then
    status=0
    scripts/export-site.sh "$target/site" || status=$?
    [ "$status" -ne 3 ] || skip "the static site cannot be built here"
    [ "$status" -eq 0 ] || exit "$status"
fi
scripts/export-notebooks.sh "$target/site" || skip "JupyterLite and Pyodide are not available here"
installed=$target/python-package/bin/python
if "$installed" -c 'import patience_games' 2>/dev/null; then
    "$installed" crates/python/browser/agree.py >"$target/agree-installed.txt"
    node crates/python/browser/run.mjs "$target/site/notebooks/static/pyodide" crates/python/browser/agree.py >"$target/agree-browser.txt"
    diff "$target/agree-installed.txt" "$target/agree-browser.txt"
    echo "the browser's package and the installed one print the same: $(wc -l <"$target/agree-browser.txt") lines"
fi
node web/tests/notebooks.js "$target/site"
