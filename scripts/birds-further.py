#!/usr/bin/env python3
"""The future work of the Birds paper, on 200 deals on which nothing was trained or chosen (docs/birds-report/further.md, searches.md):

    scripts/birds-further.py FOLDER [TABLE...]

TABLE is hybrids, order or variants; all by default. FOLDER keeps the rows, a file for each search;
rows that it has are not computed again. PATIENCE names the program (default:
target/release/patience). Every search plays the same deals, so two searches can be compared by the
deals that only one of them wins (McNemar's exact test).
"""

import json
import math
import os
import subprocess
import sys
from pathlib import Path

DEALS = "birds:neller/200001..200200"
LIMIT = 20_000
CARDS = (6, 8, 10, 12, 14, 16)
ITERATIONS = (100, 400, 1600)
PLAYED = ["-a", "birds-report-uct", "--iterations", "1000"]
UCT = ["-a", "birds-report-uct", "--iterations", "1000000"]
VARIANTS = {
    "tree search (`mcts`)": ["-a", "mcts", "--iterations", "1000000"],
    "nested Monte Carlo search, level 1": ["-a", "nmcs", "--level", "1", "--iterations", "100000"],
    "nested Monte Carlo search, level 2": ["-a", "nmcs", "--iterations", "100000"],
    "rollout policy adaptation, level 1": ["-a", "nrpa", "--level", "1", "--iterations", "100000"],
    "rollout policy adaptation, level 2": ["-a", "nrpa", "--level", "2", "--iterations", "100"],
    "UCT, all children at once": UCT,
    "UCT, model as prior": [*UCT, "--prior"],
    "UCT, model as evaluation": [*UCT, "--evaluation", "--exploration", "0.3"],
    "UCT, model as both": [*UCT, "--prior", "--evaluation"],
    "the paper's DFS": ["-a", "birds-report-dfs"],
    "LR16+DFS": ["-a", "birds-report-lr16-dfs"],
    "LR8+DFS": ["-a", "birds-report-lr8-dfs"],
    "LR+DFS": ["-a", "birds-report-lr-dfs"],
    "LR": ["-a", "birds-report-lr"],
    "UCT, 1,000 simulations before each move": PLAYED,
    "… the model as evaluation": [*PLAYED, "--evaluation", "--exploration", "0.3"],
    "… the model as both": [*PLAYED, "--prior", "--evaluation"],
    "… the model as prior": [*PLAYED, "--prior"],
}


def rows(folder, name, options):
    """The results of a search on each deal: whether it wins, and its expansions."""
    file = folder / (name + ".jsonl")
    if not file.exists():
        solver = os.environ.get("PATIENCE", "target/release/patience")
        command = [solver, "solve", DEALS, "--seed", "1", "--threads", "1", "--json", *options]
        found = subprocess.run(command, capture_output=True, text=True)
        lines = found.stdout.splitlines()
        if len(lines) != 200:
            sys.exit(f"{' '.join(command)}: {len(lines)} rows: {found.stderr}")
        short = [{key: row[key] for key in ("instance", "verdict", "expanded")} for row in map(json.loads, lines)]
        part = file.with_suffix(".part")
        part.write_text("".join(json.dumps(row) + "\n" for row in short), encoding="utf-8")
        part.rename(file)
    read = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return [(row["verdict"] == "solved", row["expanded"]) for row in read]


def wilson(won, n, z=1.959964):
    centre = (won / n + z * z / 2 / n) / (1 + z * z / n)
    half = z * math.sqrt(won / n * (1 - won / n) / n + z * z / 4 / n / n) / (1 + z * z / n)
    return centre - half, centre + half


def share(found):
    """Wins with Wilson's 95 % interval in per cent."""
    won = sum(win for win, _ in found)
    low, high = wilson(won, len(found))
    return f"{won} ({100 * low:.0f}–{100 * high:.0f} %)"


def mean(found):
    return f"{sum(expanded for _, expanded in found) / len(found):,.0f}"


def paired(found, base):
    """Deals that only one of two searches wins, and the exact two-sided p."""
    more = sum(a and not b for (a, _), (b, _) in zip(found, base))
    fewer = sum(b and not a for (a, _), (b, _) in zip(found, base))
    n = more + fewer
    p = min(1, 2 * sum(math.comb(n, k) for k in range(min(more, fewer) + 1)) / 2**n)
    return f"+{more} −{fewer}, p {'< 0.0001' if p < 0.0001 else f'= {p:.2g}'}"


def hybrids(folder):
    print("| the tree search takes over at | " + " | ".join(f"{n:,} simulations" for n in ITERATIONS) + " |")
    print("|---|" + "--:|" * len(ITERATIONS))
    search = lambda cards, n: rows(
        folder,
        f"hybrid-{cards}-{n}",
        ["-a", "birds-report-lr-mcts", "--cards", str(cards), "--iterations", str(n)],
    )
    for cards in CARDS:
        cells = [search(cards, n) for n in ITERATIONS]
        name = "16 cards: tree search alone" if cards == 16 else f"{cards} cards"
        print(f"| {name} | " + " | ".join(f"{share(found)}, {mean(found)}" for found in cells) + " |")
    print("\n| compared with the tree search alone | " + " | ".join(f"{n:,}" for n in ITERATIONS) + " |")
    print("|---|" + "---|" * len(ITERATIONS))
    for cards in CARDS[:-1]:
        print(f"| {cards} cards | " + " | ".join(paired(search(cards, n), search(16, n)) for n in ITERATIONS) + " |")


def order(folder):
    base = rows(folder, "hybrid-10-1600", ["-a", "birds-report-lr-mcts", "--cards", "10", "--iterations", "1600"])
    print("| search | won of 200 | expansions, mean | compared with the model first, 10 cards, 1,600 |")
    print("|---|--:|--:|---|")
    for finish in ("greedy", "astar"):
        for n in (400, 2000, 10000):
            options = ["-a", "hybrid", "-H", "report-lr", "--finish", finish, "--iterations", str(n), "--expansions", str(2 * LIMIT)]
            found = rows(folder, f"order-{finish}-{n}", options)
            print(f"| {n:,} simulations, then {finish} | {share(found)} | {mean(found)} | {paired(found, base)} |")


def variants(folder):
    search = lambda number, options: rows(folder, f"variant-{number}", [*options, "--expansions", str(LIMIT)])
    base = search(0, VARIANTS["tree search (`mcts`)"])
    print(f"| search, {LIMIT:,} expansions | won of 200 | expansions, mean | compared with tree search |")
    print("|---|--:|--:|---|")
    for number, (name, options) in enumerate(VARIANTS.items()):
        found = search(number, options)
        print(f"| {name} | {share(found)} | {mean(found)} | {paired(found, base) if number else ''} |")


def main():
    tables = {"hybrids": hybrids, "order": order, "variants": variants}
    if len(sys.argv) < 2 or not set(sys.argv[2:]) <= set(tables):
        sys.exit(__doc__)
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or tables:
        print(f"\n## {name}\n")
        tables[name](folder)


if __name__ == "__main__":
    main()
