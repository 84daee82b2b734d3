#!/usr/bin/env bash
# Compiles the proofs of the folder proofs (Coq 8.16), sees to it that no theorem relies on an axiom, builds the checker that is
# extracted from them, and runs it: on the certificates of the repository, on fresh ones of small boards, and on lies.
# With --all, or PATIENCE_TESTS=all, coqchk checks the compiled proofs once more, and there are more lies.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh
command -v coqc >/dev/null || skip "Coq is not installed"
command -v ocamlopt >/dev/null || skip "OCaml is not installed"
[ "${1:-}" = --all ] && PATIENCE_TESTS=all
passed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# pass WHAT
pass() {
    passed=$((passed + 1))
    echo "ok: $1"
}
die() {
    echo "FAILED: $1"
    exit 1
}

# The compiled files lie under target, so that the sources stay clean.
built=$target/proofs
mkdir -p "$built"
cp -ru proofs/. "$built"
"$built/build.sh"
pass "the proofs compile"
! grep -rnE '^ *(Admitted|Axiom|Axioms|Parameter|Conjecture)\b|\badmit\b' --include='*.v' proofs || die "an axiom"
theorems=$(grep -c '^Print Assumptions' "$built/Gaps/Assumptions.v")
closed=$(cd "$built" && coqc -q -Q . Patience Gaps/Assumptions.v | grep -c '^Closed under the global context$' || true)
[ "$theorems" = "$closed" ] || die "$closed of $theorems theorems are closed under the global context"
pass "$theorems theorems rely on no axiom"
if [ "${PATIENCE_TESTS:-}" = all ]; then
    (cd "$built" && coqchk -silent -o -Q . Patience Patience.Gaps.Tree Patience.Gaps.Closed) >"$work/chk" 2>&1 || die "$(cat "$work/chk")"
    grep -q 'Axioms: <none>' <(tr -s '\n ' ' ' <"$work/chk") || die "coqchk: $(cat "$work/chk")"
    pass "coqchk agrees"
fi
"$built/checker/build.sh" "$built/checker/build"
checker=$built/checker/build/gaps-checker
pass "the checker is built"

# kinds KINDS FILE…: the files that are certificates of these kinds.
kinds() {
    local file kinds=$1
    shift
    for file in "$@"; do
        case "$kinds" in *"$(head -c 9 "$file" | tail -c 1)"*) echo "$file" ;; esac
    done
}
kinds PCT certificates/gaps-*.pcert >"$work/samples"
xargs "$checker" <"$work/samples" >"$work/said" || die "$(grep -v ^verified "$work/said")"
pass "$(wc -l <"$work/samples") certificates of the repository are verified"

find_patience
mkdir "$work/small"
for game in gaps gaps+fixed-suits gaps+fixed-twos; do
    for deal in 3x4/4 3x5/1 3x5/3 3x6/1 3x6/2 4x5/2 4x5/8 4x6/4 4x7/1 4x7/3; do
        for plain in "" sleep sets rows; do
            "$patience" certify "$game:solvitaire/$deal" ${plain:+--plain "$plain"} --expansions 20000 \
                -o "$work/small/$game-${deal/\//-}-$plain.pcert" >/dev/null 2>&1 || true
        done
    done
done
kinds T "$work"/small/*.pcert >"$work/trees"
[ "$(wc -l <"$work/trees")" -ge 30 ] || die "only $(wc -l <"$work/trees") fresh trees"
kinds PCT "$work"/small/*.pcert >"$work/all"
xargs "$checker" <"$work/all" >"$work/said" || die "$(grep -v ^verified "$work/said")"
pass "$(wc -l <"$work/all") fresh certificates are verified, $(wc -l <"$work/trees") of them trees"
head -3 "$work/samples" | xargs "$built/checker/build/gaps-checker-slow" >"$work/said" || die "the slow checker: $(cat "$work/said")"
pass "so are some by the checker with Coq's own numbers"

# A closed set with a count that is right modulo 2^63 only, or with a state twice, is none.
kinds C "$work"/small/*.pcert >"$work/sets"
python3 scripts/closed-set-lies.py "$checker" "$(head -1 "$work/sets")" || die "a closed set that the format refuses"
pass "counts beyond 2^56 and states listed twice are refused"

count=60
[ "${PATIENCE_TESTS:-}" = all ] && count=3000
grep -E '3x[45]-' "$work/trees" | xargs python3 scripts/checker-lies.py "$checker" "$count" || die "a lie is believed"
pass "lies are refused"
echo "$passed passed, 0 failed"
