#!/usr/bin/env python3
"""Numbers of PySolFC's Montana that can be won with redeals (docs/redeals/play.md). PySolFC's redeals are fixed by the number: its generator
continues where the first shuffle left off. So a redeal before any move always gives the same deal,
and a plan for that deal wins the number:

    scripts/pysol-redeals.py boards REDEALS ROWS... > boards.txt    # of the numbers without a plan, after REDEALS redeals before any move
    patience solve --game gaps --input boards.txt --json > redealt.jsonl
    scripts/pysol-redeals.py plans ROWS... > plans.jsonl            # ROWS with redealt.jsonl among them: a plan for each number that has one
    scripts/pysol-redeals.py list ROWS... > montana_redeals_solvable_seeds.py

ROWS are files of `patience solve --json`; .gz is also read. Needs pysol_cards. `scripts/pysol-replay.py` plays the plans in PySolFC's own code.
"""

import gzip
import json
import sys

from pysol_cards.cards import createCards
from pysol_cards.random import MTRandom

RANKS, SUITS = "A23456789TJQK", "CSHD"
REDEALS = 2


def lead(row):
    """The length of a row's run, which starts with a Two."""
    run = 0
    while run < len(row) and row[run] and row[run] == (run + 2, row[0][1]):
        run += 1
    return run


def board(number, redeals):
    """The board after this many redeals before any move."""
    random = MTRandom(number)
    cards = [(card.rank, card.suit) for card in createCards(1)]
    cells = [None if rank == 1 else (rank, suit) for rank, suit in reversed(random.shuffle(cards))]
    rows = [cells[at : at + 13] for at in range(0, 52, 13)]
    for _ in range(redeals):
        runs = [lead(row) for row in rows]
        left = random.shuffle([card for row, run in zip(rows, runs) for card in row[run:] if card])
        rows = [row[:run] + [None] + [left.pop() for _ in row[run + 1 :]] for row, run in zip(rows, runs)]
    word = lambda card: RANKS[card[0] - 1] + SUITS[card[1]] if card else "--"
    return " / ".join(" ".join(map(word, row)) for row in rows)


def best(files):
    """For each number, the row with the fewest redeals that has a plan, or one without a plan and −1."""
    found = {}
    for name in files:
        with (gzip.open if name.endswith(".gz") else open)(name, "rt", encoding="utf-8") as file:
            for row in map(json.loads, file):
                source, _, number = row["instance"].rpartition("/")
                # A board of our file is named `REDEALS/NUMBER`.
                redeals = 0 if source == "gaps:pysol" else int(source.rpartition("/")[2])
                number, rank = int(number), (redeals if row["verdict"] == "solved" else REDEALS + 1, redeals)
                if number not in found or rank < found[number][0]:
                    found[number] = rank, row
    return {number: (rank[0] if rank[0] <= REDEALS else -1, row) for number, (rank, row) in sorted(found.items())}


def plans(files):
    for number, (redeals, row) in best(files).items():
        if redeals >= 0:
            if row["board"] != board(number, redeals):
                sys.exit(f"{number}: {row['board']} is not its board after {redeals} redeals")
            plan = row["plan"].split() if isinstance(row["plan"], str) else row["plan"]
            yield {"instance": f"gaps:pysol/{number}", "rules": "standard", "board": board(number, 0), "plan": ["redeal"] * redeals + plan}


def module(files):
    found = {number: redeals for number, (redeals, _) in best(files).items()}
    won = [number for number, redeals in found.items() if redeals >= 0]
    counts = [sum(redeals == n for redeals in found.values()) for n in range(REDEALS + 1)]
    yield "#!/usr/bin/env python\n# -*- mode: python; coding: utf-8; -*-\n#"
    yield f"# Numbers of gaps that can be won with at most {REDEALS} redeals: of {min(found)}-{max(found)}, {len(won)} can;"
    yield f"# {len(found) - len(won)} are not decided. Redeals of the plans: none in {counts[0]}, one in {counts[1]}, two in {counts[2]}."
    yield "\nSOLVABLE_SEEDS = ("
    for at in range(0, len(won), 8):
        yield "    " + ", ".join(map(str, won[at : at + 8])) + ","
    yield ")"


def main():
    match sys.argv[1:]:
        case ["boards", redeals, *files] if files:
            for number, (won, _) in best(files).items():
                if won < 0:
                    print(f"{redeals}/{number}\t{board(number, int(redeals))}")
        case ["plans", *files] if files:
            for row in plans(files):
                print(json.dumps(row))
        case ["list", *files] if files:
            print("\n".join(module(files)))
        case _:
            sys.exit(__doc__)


if __name__ == "__main__":
    main()
