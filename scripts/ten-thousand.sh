#!/usr/bin/env bash
# Decides the first 10,000 deals of Gaps, except those that have rows in FOLDER, and writes the
# published files: the report under docs/results/ten-thousand, and the data sets
# results/gaps-solvitaire-10000.jsonl.gz and .parquet.
#
#     scripts/ten-thousand.sh FOLDER
set -euo pipefail
[ $# -eq 1 ] || { echo "expected the folder of the study's results" >&2; exit 2; }
results=$(realpath "$1")
cd "$(dirname "$0")/.."
. scripts/shared.sh
build_release
study=studies/ten-thousand.toml
publish ten-thousand "$results"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
    echo instance,certificate
    sed -nE 's#^([0-9a-f]{64})  gaps-([0-9]+)\.pcert$#gaps:solvitaire/4x13/\2,\1#p' results/gaps-certificates.sha256
} >"$work/sums.csv"
rows="
    SELECT instance, board, verdict, length, expanded, generated, duplicates, dead_ends, peak_closed, peak_bytes, seconds,
           CAST(json_extract(details, '\$.failure_probability') AS REAL) AS failure_probability, plan, certificate
    FROM results LEFT JOIN sums USING (instance) WHERE verdict <> 'unknown' ORDER BY job"
# write FORMAT FILE
write() { "$patience" study query "$study" "$rows" --results "$results" --table sums="$work/sums.csv" --format "$1" -o "$2"; }
write parquet results/gaps-solvitaire-10000.parquet
write jsonl "$work/rows.jsonl"
gzip -9n <"$work/rows.jsonl" >results/gaps-solvitaire-10000.jsonl.gz
