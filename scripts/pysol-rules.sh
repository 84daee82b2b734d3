#!/usr/bin/env bash
# Writes a page of rules for each list of results/pysol, where PySolFC keeps them:
# scripts/pysol-rules.sh PySolFC accepts no game without such a page; it may be as short as "like
# that game, but always a deal that can be won" (PySolFC's pull request 591).
set -euo pipefail
cd "$(dirname "$0")/../results/pysol"
mkdir -p html-src/rules
for list in pysollib/games/solvable_seeds/*_solvable_seeds.py; do
    list_name=$(basename "$list" _solvable_seeds.py)
    game=${list_name%_redeals}
    name=$(sed -E 's/_/ /g; s/\b([a-z])/\U\1/g; s/ (And|Of) /\L&/g' <<<"$game")
    case $list_name in
        *_redeals) title="$name with Redeals" how="with at most two redeals" ;;
        *) title=$name how="without a redeal" ;;
    esac
    # The range of numbers, from the first line of the list; PySolFC names pages without underscores.
    numbers=$(sed -nE 's/^# Numbers of .*: of ([0-9]+)-([0-9]+), .*/\1 to \2/p' "$list")
    cat >"html-src/rules/${list_name//_/}winnable.html" <<HTML
<h1>Winnable $title</h1>
<p>
Montana type. 1 deck.

<h3>Quick Description</h3>
<p>
Like <a href="${game//_/}.html">$name</a>,
but you always get a deal that can be won, $how.

<h3>Notes</h3>
<p>
The deals are those of the numbers from $numbers
that a solver has won.
A number that you enter by hand may be a deal that can not be won.
HTML
done
