#!/usr/bin/env bash
# Compiles the machine-checked proofs and the verified checker, looks that no theorem rests on an assumption, and has
# the checker read certificates of all games, made by the program and kept, and mutants of them. Needs Coq and OCaml
# (Debian: coq, ocaml-nox). With --all, or PATIENCE_TESTS=all, coqchk checks the compiled proofs once more.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh
command -v coqc >/dev/null || skip "Coq is not installed"
command -v ocamlopt >/dev/null || skip "OCaml is not installed"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The compiled files lie under target, so that the sources stay clean.
built=$target/proofs
mkdir -p "$built"
cp -ru proofs/. "$built"
"$built/build.sh"
theorems=$(grep -c '^Print Assumptions' "$built/Format/Assumptions.v")
closed=$(cd "$built" && coqc -q -Q . Patience Format/Assumptions.v | grep -c '^Closed under the global context$' || true)
[ "$theorems" = "$closed" ] || { echo "$closed of $theorems theorems are closed under the global context"; exit 1; }
if grep -rnE '\b(Admitted|admit|Axiom|Parameter|Conjecture)\b' --include='*.v' proofs; then exit 1; fi
if [ "${1:-}" = --all ] || [ "${PATIENCE_TESTS:-}" = all ]; then
    (cd "$built" && coqchk -silent -o -Q . Patience Patience.Format.Whole) >"$work/chk" 2>&1 || { cat "$work/chk"; exit 1; }
    grep -q 'Axioms: <none>' <(tr -s '\n ' ' ' <"$work/chk") || { cat "$work/chk"; exit 1; }
fi
# Both programs replace Coq's functions by the same lines.
lines_of() { awk '/^Extract /{keep = 1} keep; /\.$/{keep = 0}' "$1"; }
[ "$(lines_of proofs/Gaps/Extract.v | wc -l)" -ge 32 ]
diff <(lines_of proofs/Gaps/Extract.v) <(lines_of proofs/Format/ExtractWhole.v)
"$built/program/build.sh" "$built/program/build"
checker=$built/program/build/verified-check

# The kernel computed the examples; the program comes to the same.
find_patience
examples=0
while IFS='|' read -r game board answer; do
    found=$("$patience" solve --game "$game" --input - --algorithm bfs --json <<<"$board" 2>/dev/null || [ $? -eq 11 ])
    case $answer in
        IsLost) grep -q '"verdict":"unsolvable"' <<<"$found" ;;
        *) grep -q "\"length\":${answer//[^0-9]/},\"optimal\":true" <<<"$found" ;;
    esac || { echo "$game: $board: $answer, but the program: $found"; exit 1; }
    examples=$((examples + 1))
done < <(sed -nE 's/^  solve "([^"]*)" "([^"]*)" = Some (.*)\.$/\1|\2|\3/p' proofs/Format/Examples.v)
[ "$examples" -ge 20 ]

# Certificates of every game and kind, kept and made now.
made=0
make_certificate() { # the instance, and what else `certify` needs
    made=$((made + 1))
    "$patience" certify "$@" -o "$work/$made.pcert" >/dev/null || [ $? -eq 11 ]
}
make_certificate gaps:solvitaire/3x4/4 --plain rows
make_certificate gaps:solvitaire/3x4/1
make_certificate gaps+fixed-suits:solvitaire/4x6/3 --plain rows
make_certificate gaps+fixed-twos:solvitaire/4x6/4 --plain rows
make_certificate birds:neller/10
make_certificate cohesion:level/vieira-1
make_certificate tiles:level/iartistas-04
files=(certificates/*.pcert "$work"/*.pcert)
kept=()
for file in "${files[@]}"; do
    [ "$(head -c 9 "$file" | tail -c 1)" = T ] || kept+=("$file")
done
"$checker" "${files[@]}" >"$work/verdicts" || { paste <(printf '%s\n' "${files[@]}") "$work/verdicts"; exit 1; }
[ "$(grep -c '^verified: ' "$work/verdicts")" -eq "${#files[@]}" ]
"$checker" --checksum-in-coq "${files[@]}" | cmp - "$work/verdicts"
# The program with Coq's own numbers verifies all but trees.
"$checker" "${kept[@]}" >"$work/verdicts"
"$checker-plain" "${kept[@]}" | cmp - "$work/verdicts"

# Trees are attacked by test-proofs-coq.sh.
python3 proofs/program/mutate.py "$checker" 200 "${kept[@]}"
echo "$theorems theorems without assumptions, ${#files[@]} certificates verified, $examples examples"
