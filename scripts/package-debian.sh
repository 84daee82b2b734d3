#!/usr/bin/env bash
# Builds the Debian package: scripts/package-debian.sh [PROFILE]. Cargo's profile is `dist` unless
# another is named. Prints the file's path. Needs cargo-deb, which `cargo install --locked
# cargo-deb` installs.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh
profile=${1:-dist}
folder=$profile
options=()
# A package for a test: it is larger, but takes a third of the time to make.
[ "$profile" != dev ] || { folder=debug && options=(--fast); }
cargo build --quiet --locked --profile "$profile" -p patience -p patience-check
# The program itself writes the manual and the completions.
rm -rf "$target/debian"
mkdir -p "$target/debian/man"
"$target/$folder/patience" man "$target/debian/man"
"$target/$folder/patience" completions bash >"$target/debian/patience.bash"
"$target/$folder/patience" completions zsh >"$target/debian/_patience"
"$target/$folder/patience" completions fish >"$target/debian/patience.fish"
cargo deb --quiet --locked --no-build --no-strip "${options[@]}" --profile "$profile" -p patience
find "$target/debian" -name 'patience_*.deb' | head -1
