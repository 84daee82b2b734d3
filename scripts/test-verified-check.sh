#!/usr/bin/env bash
# Compiles the machine-checked proofs and the verified checker, checks that no theorem depends on an
# assumption, and has the checker read new and stored certificates of all games, and mutants of
# them. Needs Coq and OCaml (Debian: coq, ocaml-nox). With --all, or PATIENCE_TESTS=all, coqchk checks
# the compiled proofs once more, three certificates are larger, and there are 100,000 mutants.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh
command -v coqc >/dev/null || skip "Coq is not installed"
command -v ocamlopt >/dev/null || skip "OCaml is not installed"
[ "${1:-}" = --all ] && PATIENCE_TESTS=all
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The compiled files go under target, so that the sources stay clean.
built=$target/proofs
mkdir -p "$built"
cp -ru proofs/. "$built"
"$built/build.sh"
if grep -rnE '\b(Admitted|admit|Axioms?|Parameters?|Conjecture)\b' --include='*.v' proofs; then exit 1; fi
theorems=0
for folder in Gaps Format; do
    named=$(grep -c '^Print Assumptions' "$built/$folder/Assumptions.v")
    # All theorems as one tuple: their common dependencies are traversed once, which takes a tenth
    # of the time.
    {
        sed '/^Print Assumptions/d' "$built/$folder/Assumptions.v"
        sed -nE '1i Definition every := (
            s/^Print Assumptions (.*)\.$/@\1,/p; $a tt). Print Assumptions every.' "$built/$folder/Assumptions.v"
    } >"$work/Every.v"
    OCAMLRUNPARAM=s=1M,o=1000 coqc -q -noglob -Q "$built" Patience "$work/Every.v" >"$work/assumptions"
    grep -q '^Closed under the global context$' "$work/assumptions" || { cat "$work/assumptions"; exit 1; }
    theorems=$((theorems + named))
done
# Every theorem, file and definition named in the documents exists, and so does the number of
# verified deals.
cat docs/proofs.md docs/proofs/*.md >"$work/proofs.md"
cat docs/certificates.md docs/certificates/*.md >"$work/certificates.md"
for document in "$work/proofs.md" "$work/certificates.md"; do
    python3 scripts/proofs-named.py "$document" proofs
done
verified=$(wc -l <results/gaps-verified.jsonl)
for document in docs/proofs.md docs/certified-search.md docs/gaps-solver/results.md CHANGELOG.md; do
    grep -q "\b$verified\b" "$document" || { echo "$document: $verified deals are verified"; exit 1; }
done
if [ "${PATIENCE_TESTS:-}" = all ]; then
    # All compiled files, in the order of _CoqProject.
    sed -nE 's#/#.#; s#^([A-Z].*)\.v$#Patience.\1#p' proofs/_CoqProject >"$work/modules"
    (cd "$built" && xargs coqchk -silent -o -Q . Patience <"$work/modules") >"$work/chk" 2>&1 || { cat "$work/chk"; exit 1; }
    grep -q 'Axioms: <none>' <(tr -s '\n ' ' ' <"$work/chk") || { cat "$work/chk"; exit 1; }
fi
"$built/program/build.sh" "$built/program/build"
checker=$built/program/build/verified-check

# The kernel computed the examples; the program gives the same results.
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

# Certificates of every game and kind, stored and new. The checksum in Coq and Coq's own numbers are
# slow: the checksum of a 67 KB file takes three seconds, the numbers take fifteen for 16 KB of
# positions.
suits=3x5/6 twos=4x5/2 pieces=3x6/3
[ "${PATIENCE_TESTS:-}" != all ] || suits=4x6/3 twos=4x6/4 pieces=4x6/8
make_certificate() { # the file's name, the instance, and what else `certify` needs
    "$patience" certify "${@:2}" -o "$work/$1.pcert" >/dev/null || [ $? -eq 11 ]
}
make_certificate rows gaps:solvitaire/3x4/4 --plain rows
make_certificate shortest gaps:solvitaire/3x4/1
make_certificate suits-rows "gaps+fixed-suits:solvitaire/$suits" --plain rows
make_certificate twos-rows "gaps+fixed-twos:solvitaire/$twos" --plain rows
make_certificate birds birds:neller/10
make_certificate cohesion cohesion:level/vieira-1
make_certificate tiles tiles:level/iartistas-04
make_certificate sliding sliding:random/2x3/3
make_certificate sliding-odd sliding+blank-last:shuffled/3x3/1
# Trees of small boards, with and without each lemma.
for game in gaps gaps+fixed-suits gaps+fixed-twos; do
    for deal in 3x5/1 3x5/3 3x6/1 3x6/2 4x6/4 4x7/1; do
        for plain in "" sleep sets; do
            name=small-$game-${deal/\//-}-$plain
            "$patience" certify "$game:solvitaire/$deal" ${plain:+--plain "$plain"} --expansions 20000 \
                -o "$work/$name.pcert" >/dev/null 2>&1 || true
        done
    done
done
files=(certificates/*.pcert "$work"/*.pcert)
kind_of() { head -c 9 "$1" | tail -c 1; }
trees=() kept=()
for file in "${files[@]}"; do
    case $file:$(kind_of "$file") in
        */small-*3x[456]-*:T) trees+=("$file") ;;
        */small-* | *:T) ;;
        *) kept+=("$file") ;;
    esac
done
[ "${#trees[@]}" -ge 6 ]
"$checker" "${files[@]}" >"$work/verdicts" || { paste <(printf '%s\n' "${files[@]}") "$work/verdicts"; exit 1; }
[ "$(grep -c '^verified: ' "$work/verdicts")" -eq "${#files[@]}" ]
"$checker" --checksum-in-coq "${files[@]}" | cmp - "$work/verdicts"
# A file of several pieces, which is read twice, and a pipe, which has no size.
make_certificate pieces "gaps:solvitaire/$pieces" --plain rows
[ "$(stat -c %s "$work/pieces.pcert")" -gt 65536 ]
"$checker" "$work/pieces.pcert" >"$work/verdict"
# shellcheck disable=SC2002
cat "$work/pieces.pcert" | "$checker" - | cmp - "$work/verdict"
"$checker" --checksum-in-coq "$work/pieces.pcert" | cmp - "$work/verdict"
# Wrong usage is explained; failing to write a result is not a success.
for words in "" "-x ${files[0]}"; do
    code=0
    # shellcheck disable=SC2086
    "$checker" $words 2>"$work/usage" </dev/null || code=$?
    [ "$code" -eq 2 ] && grep -q '; expected ' "$work/usage" || { echo "$words: $code"; exit 1; }
done
! "$checker" "${files[0]}" >/dev/full 2>/dev/null || { echo "a full disk is not a success"; exit 1; }
# The program with Coq's own numbers gives the same results; it is too slow for trees.
"$checker" "${kept[@]}" >"$work/verdicts"
"$checker-plain" "${kept[@]}" | cmp - "$work/verdicts"

# Lies.
python3 scripts/closed-set-lies.py "$checker" certificates/gaps-3x5-3-without-lemmas.pcert
lies=2500
[ "${PATIENCE_TESTS:-}" = all ] && lies=100000
python3 scripts/mutants.py "$checker" "$lies" "${trees[@]}" "${kept[@]}"
echo "$theorems theorems without assumptions, ${#files[@]} certificates verified, $examples examples"
