#!/usr/bin/env bash
# The tests of the page: scripts/test-web.sh [sources|browser] `sources` checks its types and the
# parts that need no browser; `browser` tests every function in Chromium at the sizes of a desktop
# and a phone, and, with PATIENCE_TESTS=all, the essential functions in Firefox and in WebKit, the
# engine of Safari. Without an argument both run. Installs Debian's browsers if they are missing,
# and the test tools from the npm registry into web/node_modules.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh
part=${1:-}
all=
[ "${PATIENCE_TESTS:-}" != all ] || all=1
install() { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null; }
# Chromium without windows takes a third less processor time; the whole tier also needs the version
# with windows.
[ -x /usr/bin/chromium-headless-shell ] || install chromium-headless-shell fonts-dejavu-core || echo "no chromium-headless-shell: with Chromium"
if ! [ -x /usr/bin/chromium ] && { [ -n "$all" ] || ! [ -x /usr/bin/chromium-headless-shell ]; }; then
    install chromium fonts-dejavu-core
fi
if [ -n "$all" ] && ! command -v "${FIREFOX:-firefox-esr}" >/dev/null; then
    install firefox-esr
fi
if [ -n "$all" ] && ! { command -v WebKitWebDriver && command -v Xvfb; } >/dev/null; then
    install webkit2gtk-driver xvfb || echo "WebKit is not available here: its test is skipped"
fi
if [ "$part" != browser ]; then
    (cd web && npm ci --silent --no-audit --no-fund && npm run --silent check && npm run --silent unit)
fi
[ "$part" != sources ] || exit 0
find_patience
export PATIENCE="$patience"
# The static site is tested with --all, if the compiler for it is available.
if [ -n "$all" ]; then
    ! command -v rustup >/dev/null || rustup --quiet target add wasm32-unknown-unknown || true
    status=0
    scripts/export-site.sh "$target/site" || status=$?
    case $status in
        0)
            export PATIENCE_SITE="$target/site"
            node crates/wasm/examples/solve.mjs "$target/site/patience.wasm" tiles:level/iartistas-04 | grep -xE "solved: [LRUD]( [LRUD]){4}"
            ;;
        3) echo "the static site is not tested here" ;;
        *) exit "$status" ;;
    esac
fi
# Stores of an earlier version are not valid for this version.
rm -rf web/test-results-studies
cd web
# A free port: another run may be in progress, or its server may still be there.
PATIENCE_PORT=${PATIENCE_PORT:-$(node -e 'const one = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(one.address().port); one.close(); })')}
export PATIENCE_PORT
npx --no-install playwright test -c tests
# The flag is for Node 20, where WebSocket, which Firefox needs, is experimental.
[ -z "$all" ] || node --experimental-websocket --test --test-concurrency=1 tests/browsers/*.test.js
