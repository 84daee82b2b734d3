#!/usr/bin/env python3
"""Win rates with redeals from the lines of `patience redeal --json`: scripts/redeal-rates.py ROWS

By rule, policy and number of redeals, over deals: the mean share of won games, and its interval with 95 % confidence at the level of
deals (Wilson, with the mean in place of the share: shares between 0 and 1 vary no more than zeros and ones). What is not decided
counts as lost for the lower end and as won for the upper.
"""

import json
import sys
from math import sqrt

Z = 1.959964


def wilson(share, deals, sign):
    """An end of Wilson's interval."""
    middle = share + Z * Z / (2 * deals)
    half = Z * sqrt(share * (1 - share) / deals + Z * Z / (4 * deals * deals))
    return min(1.0, max(0.0, (middle + sign * half) / (1 + Z * Z / deals)))


def shares(row, policy, redeals):
    """The shares of a deal's games that were won, and that are open."""
    if row["verdict"] == "solved":
        return 1.0, 0.0
    open_as_it_lies = row["verdict"] == "unknown"
    if redeals == 0:
        return 0.0, float(open_as_it_lies)
    named = {games["policy"]: games for games in row["policies"]}
    # Where nothing better than a redeal at once was found, the best found is that policy.
    games = named.get(policy) or (named.get("at-once") if policy == "best-found" else None)
    if games is None or games["samples"] == 0:
        return (0.0, 0.0) if row["low"] == row["high"] == 0 else (0.0, 1.0)
    tally = games["by_redeals"][redeals - 1]
    won = tally["won"] / games["samples"]
    return won, 1.0 - won if open_as_it_lies else tally["undecided"] / games["samples"]


def main():
    if len(sys.argv) != 2:
        sys.exit("expected the file of rows")
    with open(sys.argv[1], encoding="utf-8") as file:
        rows = {(row["rule"], row["instance"]): row for row in map(json.loads, file)}
    print("| rule | policy | redeals | deals | won (%) | 95 % interval | open (%) |\n|---|---|--:|--:|--:|--:|--:|")
    for rule in dict.fromkeys(rule for rule, _ in rows):
        of_rule = [row for (name, _), row in rows.items() if name == rule]
        policies = ["searched"] if rule == "unshuffled" else ["at-once", "most-kept", "best-found"]
        for redeals in range(max(row["redeals"] for row in of_rule) + 1):
            for policy in policies if redeals else ["none"]:
                pairs = [shares(row, policy, redeals) for row in of_rule]
                deals = len(pairs)
                won, unknown = (sum(pair[at] for pair in pairs) / deals for at in (0, 1))
                low, high = wilson(won, deals, -1), wilson(min(1.0, won + unknown), deals, 1)
                cells = f"{100 * won:.1f} | {100 * low:.1f}–{100 * high:.1f} | {100 * unknown:.2f}"
                print(f"| {rule} | {policy} | {redeals} | {deals} | {cells} |")


main()
