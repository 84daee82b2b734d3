#!/usr/bin/env bash
# Writes the page as a static site in which the solvers run as WebAssembly: scripts/export-site.sh DIR
# Needs the compiler's target wasm32-unknown-unknown (`rustup target add wasm32-unknown-unknown`), or Debian's rustc-web and
# rust-web-src with rustup's rust-lld. Without either it reports that and ends with exit code 3.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: scripts/export-site.sh DIR" >&2 && exit 2; }
mkdir -p "$1"
site=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
target_dir=$(cargo metadata --format-version 1 --no-deps | sed -n 's/.*"target_directory":"\([^"]*\)".*/\1/p')
host_lib=$(rustc --print target-libdir)
lld=$(find "$(dirname "$host_lib")" -name rust-lld | head -1)
build=(cargo build --quiet --profile dist -p patience-wasm --target wasm32-unknown-unknown)
if [ -d "$(rustc --print target-libdir --target wasm32-unknown-unknown 2>/dev/null)" ]; then
    "${build[@]}"
elif [ -d "$(/usr/bin/rustc --print sysroot 2>/dev/null)/lib/rustlib/src/rust/library" ] && [ -n "$lld" ]; then
    # Debian's compiler builds the standard library first; its objects need bitcode for link-time optimisation.
    target_dir=$target_dir/wasm
    CARGO_TARGET_DIR=$target_dir RUSTC=/usr/bin/rustc RUSTC_BOOTSTRAP=1 CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$lld \
        CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=-Cembed-bitcode=yes "${build[@]}" -Z build-std=std,panic_abort
else
    echo "export-site: no compiler for wasm32-unknown-unknown here; try: rustup target add wasm32-unknown-unknown" >&2
    exit 3
fi
cargo run --quiet -p patience-web --example export "$site"
rm "$site/openapi.json"
cp web/dist/LICENSE-* "$site/"
cp "$target_dir/wasm32-unknown-unknown/dist/patience_wasm.wasm" "$site/patience.wasm"
# The same page, configured to run its solvers in a worker, under the same policy except for compiling WebAssembly.
policy="default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
sed -e 's/<html lang="en">/<html lang="en" data-solvers="worker">/' \
    -e "s#<meta charset=\"utf-8\">#<meta charset=\"utf-8\">\n<meta http-equiv=\"Content-Security-Policy\" content=\"$policy\">#" "$site/index.html" >"$site/index.html.new"
mv "$site/index.html.new" "$site/index.html"
# The files that the service worker keeps for use without a network; any changed content makes a new
# version.
(cd "$site" && find . -type f ! -name sw.js ! -name files.json ! -name 'LICENSE-*' | LC_ALL=C sort | sed 's#^\./##' | sed 's#^index.html$#./#; s#.*#"&"#' | paste -sd, | sed 's#.*#[&]#' >files.json)
version=$(cd "$site" && find . -type f ! -name sw.js -print0 | LC_ALL=C sort -z | xargs -0 cat | sha256sum | cut -c1-16)
sed "s/\"unversioned\"/\"$version\"/" web/sw.js >"$site/sw.js"
echo "The site is in $site; any web server will do: python3 -m http.server -d $site"
