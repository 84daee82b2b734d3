#!/usr/bin/env python3
"""Winnable numbers of PySolFC in five classes of difficulty, as a module to go with the list that scripts/pysol-seeds.sh writes:

    scripts/pysol-levels.py GAME ROWS [EDGES] > montana_solvable_levels.py

ROWS is a file of `patience solve --json` or `patience study export --format jsonl`. The classes are
fifths, by the number of positions that the solver expanded. EDGES, another file of such rows (or
`.gz`), sets the edges of the fifths; by default ROWS does.
"""

import gzip
import json
import sys

NAMES = ("VERY_EASY", "EASY", "MEDIUM", "HARD", "VERY_HARD")


def won(path, source):
    """The number and the expansions of each won deal of a source."""
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", encoding="utf-8") as file:
        for row in map(json.loads, file):
            name, _, number = row["instance"].rpartition("/")
            if row["verdict"] == "solved" and name.startswith(source):
                yield int(number), row["expanded"]


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    game, rows = sys.argv[1:3]
    edges = won(sys.argv[3], "") if len(sys.argv) == 4 else won(rows, f"{game}:pysol")
    efforts = sorted(expanded for _, expanded in edges)
    edges = [efforts[len(efforts) * fifth // 5] for fifth in range(1, 5)]
    classes = [[] for _ in NAMES]
    for number, expanded in sorted(set(won(rows, f"{game}:pysol"))):
        classes[sum(expanded >= edge for edge in edges)].append(number)
    print("#!/usr/bin/env python\n# -*- mode: python; coding: utf-8; -*-\n#")
    print(f"# Winnable numbers of {game} by the positions that a solver expanded: below")
    print(f"# {', '.join(map(str, edges))}, and more.")
    for name, numbers in zip(NAMES, classes):
        print(f"\n{name} = (")
        for at in range(0, len(numbers), 8):
            print("    " + ", ".join(map(str, numbers[at : at + 8])) + ",")
        print(")")


if __name__ == "__main__":
    main()
