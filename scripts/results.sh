#!/usr/bin/env bash
# Runs the ready studies and puts their reports under docs/results/: scripts/results.sh [STUDY…]
# Results are kept in target/results, so a second call runs only what is missing. --agreement runs
# nothing, and only rewrites the table of docs/results.md that counts the figures that agree with
# published ones.
set -euo pipefail
cd "$(dirname "$0")/.."

# The counts of every report under docs/results/ as a table, put between the marks in
# docs/results.md.
agreement() {
    local table
    table=$(
        echo '| report | table | our figure | equal to the published one |'
        echo '|---|---|---|--:|'
        for report in gaps-report tiles-report cohesion-report solvitaire; do
            awk -v name="$report" '
                /^## / { title = substr($0, 4) }
                /`=` marks equal figures\. / {
                    sub(/.*marks equal figures\. /, ""); sub(/\.$/, "")
                    count = split($0, parts, "; ")
                    for (i = 1; i <= count; i++) {
                        split(parts[i], words, ": "); sub(/ lines equal/, "", words[2])
                        printf "| [%s](results/%s/report.md) | %s | %s | %s |\n", name, name, title, words[1], words[2]
                    }
                }' "docs/results/$report/report.md"
        done
    )
    TABLE=$table awk '
        /^<!-- agreement/ { print; print ENVIRON["TABLE"]; skip = 1 }
        /^<!-- end of agreement/ { skip = 0 }
        !skip' docs/results.md >docs/results.md.new
    mv docs/results.md.new docs/results.md
}

if [ "${1:-}" = --agreement ]; then
    agreement
    exit
fi
. scripts/shared.sh
build_release
studies=("$@")
[ ${#studies[@]} -gt 0 ] || studies=(gaps-report tiles-report cohesion-report tour bounded-tiles bounded-cohesion policy-gaps solvitaire masten)
for study in "${studies[@]}"; do
    publish "$study" "target/results/$study"
done
agreement
