#!/usr/bin/env python3
"""Win rates of Gaps by number of columns (docs/results/columns.md), from the published verdicts:

    scripts/columns.py                  # takes a second, and runs no search
    scripts/columns.py pack FOLDER...   # the verdicts, of rows that `patience solve --json` wrote to *.jsonl

`pack` replays every plan a second time, by the rules as written here, and stops at the first that
fails. The row of 13 columns comes from the ten thousand deals of
results/gaps-solvitaire-10000.jsonl.gz.
"""

import gzip
import json
import math
import sys
from pathlib import Path

RESULTS = Path(__file__).parent.parent / "results"
RULES = ("standard", "fixed-twos", "fixed-suits")
RANKS, SUITS = "23456789TJQK", "CHSD"
Z = 1.959964


def plays(row):
    """Whether the row's plan is legal under its rules and wins."""
    board = [line.split() for line in row["board"].split(" / ")]
    width = len(board[0])
    for move in row["plan"]:
        (a, b), (c, d) = (map(int, cell.split(",")) for cell in move.split(">"))
        card = board[a][b]
        if card == "--" or board[c][d] != "--":
            return False
        if d == 0:
            fits = card[0] == "2" and (row["rules"] != "fixed-suits" or card[1] == SUITS[c])
        else:
            left = board[c][d - 1]
            fits = left != "--" and left[1] == card[1] and RANKS.index(left[0]) + 1 == RANKS.index(card[0])
        if not fits or (row["rules"] == "fixed-twos" and card[0] == "2" and b == 0):
            return False
        board[a][b], board[c][d] = "--", card
    suits = [line[0][-1] for line in board]
    ends = all(line == [rank + suit for rank in RANKS[: width - 1]] + ["--"] for line, suit in zip(board, suits))
    return ends and len(set(suits)) == 4 and (row["rules"] != "fixed-suits" or "".join(suits) == SUITS)


def pack(folders):
    found = {}
    for file in sorted(path for folder in folders for path in Path(folder).glob("*.jsonl")):
        for row in map(json.loads, file.open(encoding="utf-8")):
            _, size, number = row["instance"].rsplit("/", 2)
            if row["verdict"] == "solved" and not plays(row):
                sys.exit(f"{file}: the plan of {row['instance']} does not win")
            verdict = {"solved": "w", "unsolvable": "l"}.get(row["verdict"], "?")
            found.setdefault((int(size[2:]), RULES.index(row["rules"])), {})[int(number)] = verdict
    for (columns, rules), verdicts in sorted(found.items()):
        if sorted(verdicts) != list(range(1, len(verdicts) + 1)):
            sys.exit(f"4x{columns}, {RULES[rules]}: the numbers have gaps")
        text = "".join(verdicts[number] for number in sorted(verdicts))
        print(json.dumps({"columns": columns, "rules": RULES[rules], "verdicts": text}, separators=(",", ":")))


def rows(name):
    with gzip.open(RESULTS / name, "rt", encoding="utf-8") as file:
        yield from map(json.loads, file)


def share(won, n):
    """Wilson's 95 % interval in per cent."""
    centre = (won / n + Z * Z / 2 / n) / (1 + Z * Z / n)
    half = Z * math.sqrt(won / n * (1 - won / n) / n + Z * Z / 4 / n / n) / (1 + Z * Z / n)
    of = "" if n == 10_000 else f" of {n:,}"
    return f"{won:,}{of}: {100 * won / n:.1f} % ({100 * (centre - half):.1f} to {100 * (centre + half):.1f})"


def among(won, n):
    """The same without the counts."""
    return share(won, n).partition(": ")[2]


def differ(one, other):
    """The difference of two shares in points, and the two-sided p of the test of two proportions."""
    (a, n), (b, m) = one, other
    pooled = (a + b) / (n + m)
    z = (b / m - a / n) / math.sqrt(pooled * (1 - pooled) * (1 / n + 1 / m))
    return 100 * (b / m - a / n), math.erfc(abs(z) / math.sqrt(2))


def holm(ps):
    adjusted, least = [0.0] * len(ps), 0.0
    for rank, at in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        least = max(least, min(1.0, (len(ps) - rank) * ps[at]))
        adjusted[at] = least
    return adjusted


def main():
    if sys.argv[1:2] == ["pack"] and len(sys.argv) > 2:
        return pack(sys.argv[2:])
    if len(sys.argv) > 1:
        sys.exit(__doc__)
    verdicts = {}
    for row in rows("gaps-columns.jsonl.gz"):
        verdicts[row["columns"], row["rules"]] = row["verdicts"]
    asked = list(rows("gaps-rules-10000.jsonl.gz"))
    letters = lambda won: "".join("w" if row else "l" for row in won)
    verdicts[13, "standard"] = letters(row["verdict"] == "solved" for row in asked)
    verdicts[13, "fixed-twos"] = letters(row["fixed_twos"] == "solved" for row in asked)
    verdicts[13, "fixed-suits"] = letters(SUITS in row["fixed_suits_orders"] for row in asked)
    if any("?" in text for text in verdicts.values()):
        sys.exit("a deal is not decided")
    print("| columns | won | without moving a leftmost Two | … of those won | with fixed suits | … of those won |")
    print("|--:|--:|--:|--:|--:|--:|")
    sizes = sorted({columns for columns, _ in verdicts})
    counts = {rules: {columns: (text.count("w"), len(text)) for columns in sizes if (text := verdicts.get((columns, rules)))} for rules in RULES}
    for columns in sizes:
        standard = verdicts.get((columns, "standard"), "")
        cells = [f"{columns}", share(*counts["standard"][columns]) if standard else "not run"]
        for rules in RULES[1:]:
            part = verdicts.get((columns, rules), "")
            if any(a == "w" and b != "w" for a, b in zip(part, standard)):
                sys.exit(f"4x{columns}: a deal is won under {rules} and not under standard rules")
            both = part[: len(standard)].count("w")
            cells += [share(*counts[rules][columns]) if part else "not run", among(both, standard.count("w")) if part and standard else "–"]
        print("| " + " | ".join(cells) + " |")
    print("\n| columns | won | without moving a leftmost Two | with fixed suits |\n|---|--:|--:|--:|")
    steps = {rules: list(zip(sorted(found), sorted(found)[1:])) for rules, found in counts.items()}
    tests = {(rules, step): differ(*(counts[rules][size] for size in step)) for rules in RULES for step in steps[rules]}
    adjusted = dict(zip(tests, holm([p for _, p in tests.values()])))
    for step in sorted({step for _, step in tests}):
        cells = []
        for test in [(rules, step) for rules in RULES]:
            p = adjusted.get(test)
            cells.append("" if p is None else f"{tests[test][0]:+.1f}, p {'< 0.0001' if p < 1e-4 else f'= {p:.2g}'}".replace("-", "−"))
        print(f"| {step[0]} to {step[1]} | " + " | ".join(cells) + " |")
    print()
    for rules, sizes in (("standard", (7, 8, 9, 10)), ("fixed-twos", (10, 11, 12, 13)), ("fixed-suits", (10, 11, 12, 13))):
        four = [counts[rules][columns] for columns in sizes]
        mean = sum(won for won, _ in four) / sum(n for _, n in four)
        chi = sum((won - n * mean) ** 2 / (n * mean * (1 - mean)) for won, n in four)
        p = math.erfc(math.sqrt(chi / 2)) + math.sqrt(2 * chi / math.pi) * math.exp(-chi / 2)
        print(f"{rules}, one share for {sizes[0]} to {sizes[-1]} columns: {100 * mean:.1f} %, chi-square {chi:.1f} with 3 degrees of freedom, p = {p:.2g}")


if __name__ == "__main__":
    main()
