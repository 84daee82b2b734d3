#!/usr/bin/env python3
"""Shares of Montana won with redeals, to about one point, from the published rows alone (docs/redeals/montana.md):

    python3 scripts/redeal-shares.py

A deal that can be won as it lies needs no redeal. So the share is p + (1 - p) q: p is the share of
deals that can be won as they lie, among the 10,000 of results/gaps-solvitaire-10000.jsonl.gz, and q
is the mean chance of winning a lost deal, over the lost deals among the 1,000 of
results/gaps-redeals.jsonl.gz. Both parts have an error, and the errors add in quadrature. Undecided
games count as lost for the lower end and as won for the upper end.
"""

import gzip
import json
import math
from pathlib import Path

RESULTS = Path(__file__).parent.parent / "results"
Z = 1.959964
SHOWN = [(rule, policy) for rule in ("pysol", "aisleriot", "spaces", "station") for policy in ("at-once", "most-kept", "best-found")]


def rows(name):
    with gzip.open(RESULTS / name, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def mean_and_error(values):
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, math.sqrt(variance / len(values))


def chances(row, policy, redeals):
    """The share of games of a lost deal that are won with this many redeals, with undecided games counted as lost, and as won."""
    found = {entry["policy"]: entry for entry in row["policies"]}
    # If the best position found is that of `at-once`, the row has only that one.
    entry = found.get(policy) or found["at-once"]
    won, undecided = (entry["by_redeals"][redeals - 1][key] for key in ("won", "undecided"))
    return won / entry["samples"], (won + undecided) / entry["samples"]


def main():
    verdicts = [row["verdict"] for row in rows("gaps-solvitaire-10000.jsonl.gz")]
    p = verdicts.count("solved") / len(verdicts)
    error_p = math.sqrt(p * (1 - p) / len(verdicts))
    lost = [row for row in rows("gaps-redeals.jsonl.gz") if row["verdict"] == "unsolvable"]
    print(f"Won as they lie: {100 * p:.2f} % of {len(verdicts)} deals.\n")
    print("| rule | play | lost deals | won of them, 2 redeals (%) | all deals, 1 redeal (%) | all deals, 2 redeals (%) |")
    print("|---|---|--:|--:|--:|--:|")
    for rule, policy in SHOWN:
        of_rule = [row for row in lost if row["rule"] == rule]
        cells = []
        for redeals in (1, 2):
            low, high = ([chances(row, policy, redeals)[end] for row in of_rule] for end in (0, 1))
            (q, error_low), (most, error_high) = mean_and_error(low), mean_and_error(high)
            share = lambda q, error: (p + (1 - p) * q, math.hypot((1 - q) * error_p, (1 - p) * error))
            (least, down), (top, up) = share(q, error_low), share(most, error_high)
            cells.append(f"{100 * least:.1f} ({100 * (least - Z * down):.1f}–{100 * min(1, top + Z * up):.1f})")
            if redeals == 2:
                cells.insert(0, f"{100 * q:.1f} ± {100 * Z * error_low:.1f}")
        print("|", " | ".join([rule, policy, str(len(of_rule)), *cells]), "|")


if __name__ == "__main__":
    main()
