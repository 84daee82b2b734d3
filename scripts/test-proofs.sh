#!/usr/bin/env bash
# Has independent programs check closed sets of small lost deals of Gaps: each set is written as a formula that can be
# satisfied if and only if it is not a proof, the SAT solver CaDiCaL (Debian) refutes it, and the checker `rate` (crates.io)
# verifies the refutation (DRAT). Installs both if they are missing.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh
if ! command -v cadical >/dev/null; then
    apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends cadical >/dev/null
fi
rate=$target/rate/bin/rate
[ -x "$rate" ] || cargo install --quiet --locked --root "$target/rate" --target-dir "$target/rate/build" rate --version 0.3.0
find_patience
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# solve FORMULA EXPECTED: the solver's answer; its proof is in $work/proof.
solve() {
    local said
    said=$(cadical -q --no-binary "$1" "$work/proof" | grep '^s ' || true)
    [ "$said" = "s $2" ] || { echo "$instance: expected $2, the solver says: $said"; exit 1; }
}

# verified: whether the other checker accepts the proof.
verified() {
    "$rate" "$work/formula" "$work/proof" 2>&1 | grep -q '^s VERIFIED'
}

for instance in gaps:solvitaire/3x4/4 gaps:solvitaire/3x6/{1,2,4} gaps:solvitaire/4x5/{2,8} \
    gaps+fixed-suits:solvitaire/4x7/3 gaps+fixed-twos:solvitaire/4x7/4; do
    # 11: the deal is lost.
    "$patience" certify "$instance" --plain rows -o "$work/set" >/dev/null && exit 1 || [ $? -eq 11 ]
    scripts/certificate-cnf.py "$work/set" >"$work/formula"
    solve "$work/formula" UNSATISFIABLE
    verified || { echo "$instance: the proof is not accepted"; exit 1; }
    # Play reaches every board of such a set: without its last board the set is no longer closed,
    # and the formula can be satisfied.
    scripts/certificate-cnf.py "$work/set" -1 >"$work/open"
    mv "$work/proof" "$work/whole"
    solve "$work/open" SATISFIABLE
    # A proof without its end must be rejected.
    head -c "$(($(wc -c <"$work/whole") / 2))" "$work/whole" | sed '$d' >"$work/proof"
    ! verified || { echo "$instance: half of a proof is accepted"; exit 1; }
    echo "$instance: lost, says $(head -1 "$work/formula"), refuted and verified"
done
