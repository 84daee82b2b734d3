#!/usr/bin/env python3
"""Redeals by N swaps compared with full shuffles, on lost deals with nine columns (docs/results/gaps-shuffles.md):

    scripts/redeal-swaps.py FOLDER [GAMES]

Each lost deal of the first 1,000 is redealt at once, GAMES times (4): cards in order at the start
of a row stay, and the others are swapped N times with a random gap, or N times with each other, or
gathered and shuffled. The solver decides each dealt position. FOLDER keeps the verdicts; those
already there are not computed again. PATIENCE names the program (default: target/release/patience).
"""

import gzip
import json
import math
import os
import random
import subprocess
import sys
from pathlib import Path

RESULTS = Path(__file__).parent.parent / "results"
RANKS = "23456789"
DEALS = 1_000
SWAPS = (5, 10, 20, 40, 80)
Z = 1.959964


def solve(arguments):
    solver = os.environ.get("PATIENCE", "target/release/patience")
    found = subprocess.run([solver, "solve", *arguments, "--threads", "1", "--json"], capture_output=True, text=True)
    return [json.loads(line) for line in found.stdout.splitlines()]


def lost_deals():
    """The deals that are lost according to the published verdicts, each with its board."""
    with gzip.open(RESULTS / "gaps-columns.jsonl.gz", "rt", encoding="utf-8") as file:
        rows = {(row["columns"], row["rules"]): row["verdicts"] for row in map(json.loads, file)}
    verdicts = rows[9, "standard"][:DEALS]
    return solve(f"gaps:random/4x9/{at + 1}" for at, verdict in enumerate(verdicts) if verdict == "l")


def kept(row):
    """Cards in order at the start of a row: one of the lowest rank, and its successors in suit."""
    count = 0
    while count < len(RANKS) and row[count] == RANKS[count] + row[0][1]:
        count += 1
    return count


def redealt(board, how, swaps, draw):
    rows = [row.split() for row in board.split(" / ")]
    runs = [kept(row) for row in rows]
    freed = [(r, c) for r, row in enumerate(rows) for c in range(runs[r], len(row))]
    cards = [rows[r][c] for r, c in freed]
    lie = lambda is_gap: [at for at, card in enumerate(cards) if (card == "--") == is_gap]
    if how in ("gap and card", "two cards"):
        for _ in range(swaps):
            one, other = (
                (draw.choice(lie(True)), draw.choice(lie(False))) if how == "gap and card" else draw.sample(lie(False), 2)
            )
            cards[one], cards[other] = cards[other], cards[one]
    elif how == "full, gaps at random":
        draw.shuffle(cards)
    else:
        gathered = [card for card in cards if card != "--"]
        draw.shuffle(gathered)
        behind = {(r, run) for r, run in enumerate(runs)}
        cards = ["--" if cell in behind else gathered.pop() for cell in freed]
    for (r, c), card in zip(freed, cards):
        rows[r][c] = card
    return " / ".join(" ".join(row) for row in rows)


def verdicts(folder, deals, how, swaps, games):
    """The verdicts on the games of each lost deal."""
    file = folder / f"{how.replace(', ', '-').replace(' ', '-')}-{swaps}-{games}.jsonl"
    if not file.exists():
        boards = []
        for number, row in enumerate(deals):
            for game in range(games):
                draw = random.Random(f"{how} {swaps} {number} {game}")
                boards.append(f"{row['instance']} {game}\t{redealt(row['board'], how, swaps, draw)}\n")
        part = file.with_suffix(".boards")
        part.write_text("".join(boards), encoding="utf-8")
        found = [row["verdict"] for row in solve(["--game", "gaps", "--input", str(part)])]
        if len(found) != len(boards):
            sys.exit(f"{len(found)} rows of {len(boards)}")
        part.write_text("".join(json.dumps({"verdict": verdict}) + "\n" for verdict in found), encoding="utf-8")
        part.rename(file)
    found = [json.loads(line)["verdict"] for line in file.read_text(encoding="utf-8").splitlines()]
    return [found[at : at + games] for at in range(0, len(found), games)]


def mean(values):
    """The mean in per cent, with a 95 % interval over the deals, whose games are not independent."""
    middle = sum(values) / len(values)
    error = math.sqrt(sum((value - middle) ** 2 for value in values) / (len(values) - 1) / len(values))
    return f"{100 * middle:.1f} ± {100 * Z * error:.1f}"


def main():
    if not 2 <= len(sys.argv) <= 3:
        sys.exit(__doc__)
    folder, games = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 4
    folder.mkdir(parents=True, exist_ok=True)
    share = lambda found, verdict: [one.count(verdict) / games for one in found]
    deals = lost_deals()
    print(f"{len(deals)} lost deals of {DEALS:,}, {games} games of each\n")
    full = share(verdicts(folder, deals, "full, gaps at random", 0, games), "solved")
    print("| redeal | won (%) | won, less a full shuffle with gaps at random (points) |")
    print("|---|--:|--:|")
    hows = [(how, swaps) for how in ("gap and card", "two cards") for swaps in SWAPS]
    for how, swaps in [*hows, ("full, gaps at random", 0), ("full, gaps after the runs", 0)]:
        found = verdicts(folder, deals, how, swaps, games)
        won = share(found, "solved")
        less = "" if how == "full, gaps at random" else mean([a - b for a, b in zip(won, full)])
        name = f"{swaps} swaps, {how}" if swaps else how
        print(f"| {name} | {mean(won)} | {less} |", flush=True)
    both = lambda swaps: zip(*(share(verdicts(folder, deals, how, swaps, games), "solved") for how in ("gap and card", "two cards")))
    apart = [[a - b for a, b in both(swaps)] for swaps in SWAPS]
    print("\nA gap and a card less two cards, on the same deals:")
    for swaps, less in [*zip(SWAPS, apart), ("all", [sum(one) / len(SWAPS) for one in zip(*apart)])]:
        print(f"{swaps} swaps: {mean(less)}")


if __name__ == "__main__":
    main()
