#!/usr/bin/env bash
# Builds the Debian package, installs it, solves and checks a deal with the installed programs, and removes it.
# Needs root and Debian's dpkg; installs cargo-deb below target/ if it is missing.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh
command -v dpkg >/dev/null || skip "there is no dpkg"
[ "$(id -u)" = 0 ] || skip "only root can install a package"
if dpkg-query -W -f '${Status}' patience 2>/dev/null | grep -q "^install ok"; then skip "a package patience is installed already"; fi
PATH=$target/cargo-deb/bin:$PATH
command -v cargo-deb >/dev/null || cargo install --quiet --locked --root "$target/cargo-deb" cargo-deb || skip "cargo-deb cannot be installed"
package=$(scripts/package-debian.sh "${PROFILE:-dev}" | tail -1)
[ -f "$package" ]
work=$(mktemp -d)
trap 'dpkg --purge patience >/dev/null 2>&1 || true; rm -rf "$work"' EXIT
dpkg -i "$package" >/dev/null
cd "$work"
[ "$(command -v patience)" ] && [ -x /usr/bin/patience-check ]
/usr/bin/patience --version
/usr/bin/patience certify birds:neller/42 -o 42.pcert >/dev/null
/usr/bin/patience-check 42.pcert
for file in man/man1/patience.1 man/man1/patience-solve.1 bash-completion/completions/patience doc/patience/copyright; do
    # Pages of the manual are compressed in packages.
    [ -e "/usr/share/$file" ] || [ -e "/usr/share/$file.gz" ] || { echo "the package lacks $file" >&2 && exit 1; }
done
dpkg --purge patience >/dev/null
[ ! -e /usr/bin/patience ]
echo "the package was installed, used and removed"
