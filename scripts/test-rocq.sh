#!/usr/bin/env bash
# Compiles the proofs with Rocq 9 and the verified checker with OCaml 5, in a system of Debian testing below target/, and
# has the checker verify the stored certificates. Needs root, debootstrap (installed if missing) and a network.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh
[ "$(id -u)" = 0 ] || skip "only root can install a system"
command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq debootstrap >/dev/null; } || skip "there is no debootstrap"
system=$target/rocq
inside() { chroot "$system" "$@"; }
if [ ! -e "$system/installed" ]; then
    rm -rf "$system"
    debootstrap --variant=minbase --include=ca-certificates testing "$system" >"$target/rocq.log" || skip "Debian testing cannot be installed"
    # The network is reached as it is from here.
    cp /etc/resolv.conf /etc/hosts "$system/etc/"
    cp -r /etc/apt/apt.conf.d/. "$system/etc/apt/apt.conf.d/"
    inside apt-get update -qq
    inside env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends coq libcoq-stdlib ocaml ocaml-findlib make >>"$target/rocq.log" 2>&1
    touch "$system/installed"
fi
inside coqc --version | grep -q '^The Rocq Prover, version 9\.' || { inside coqc --version; exit 1; }

mkdir -p "$system/patience"
cp -r proofs/. "$system/patience/"
find "$system/patience" -name '*.vo*' -delete
echo "$(inside coqc --version | head -1): the proofs are compiled, which takes a minute or two"
inside /patience/build.sh 2>"$target/rocq.log" || { cat "$target/rocq.log"; exit 1; }
theorems=0
for folder in Gaps Format; do
    named=$(grep -c '^Print Assumptions' "proofs/$folder/Assumptions.v")
    closed=$(inside coqc -q -noglob -Q /patience Patience "/patience/$folder/Assumptions.v" 2>/dev/null | grep -c '^Closed under the global context$')
    [ "$closed" -eq "$named" ] || { echo "$folder: $closed of $named theorems without assumptions"; exit 1; }
    theorems=$((theorems + named))
done
inside /patience/program/build.sh /patience/built 2>/dev/null
rm -rf "$system/certificates"
cp -r certificates "$system/certificates"
files=(certificates/*.pcert)
verified=$(inside /patience/built/verified-check "${files[@]/#//}" | grep -c '^verified: ')
[ "$verified" -eq "${#files[@]}" ] || { echo "$verified of ${#files[@]} certificates verified"; exit 1; }
echo "$theorems theorems without assumptions, $verified certificates verified"
