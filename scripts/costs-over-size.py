#!/usr/bin/env python3
"""Costs of searches over the size of the board, as tables in Markdown.

    scripts/costs-over-size.py [--program target/release/patience] [--only TEXT] > TABLES.md

For each search and size it solves some instances in one process and prints expansions, processor time and memory, with the
factor by which each grows for one more cell: a straight line through the logarithms, by least squares. Sizes on which an
instance is not decided within the limits are left out, and so are all larger ones.
"""

import argparse
import json
import math
import resource
import statistics
import subprocess
import sys


# Game, name of an instance with a seed, sizes, and the searches: words of the command line.
SLIDING = [(2, 3), (2, 4), (3, 3), (2, 5), (3, 4), (4, 4)]
DEALS = [(4, columns) for columns in range(4, 14)]
TASKS = [
    (
        "Sliding Tiles",
        "sliding:random/{0}x{1}/{2}",
        "random boards that can be solved; the heuristic is `linear-conflict`",
        SLIDING,
        ["bfs", "bfhs -H blind", "astar", "peastar", "bfhs", "nbs", "idastar", "idastar --table none", "wastar", "greedy"],
    ),
    (
        "Gaps",
        "gaps:random/{0}x{1}/{2}",
        "random deals under standard rules, won and lost; the heuristic is the game's default",
        DEALS,
        ["conclusive", "bfs", "dfs", "astar", "peastar", "idastar", "greedy"],
    ),
    (
        "Gaps with a solution",
        "gaps:scramble/{0}x{1}/60/{2}",
        "deals made by 60 moves back from a solved board, so all can be won",
        DEALS,
        ["conclusive", "bfs", "astar", "greedy", "beam"],
    ),
]
# Runs shorter than this, in seconds, are dominated by the start of the process.
PRECISION = 0.001
MEASURES = [("expansions", "expanded"), ("processor time", "seconds"), ("memory", "peak_bytes")]


def used():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def solve(program, limits, names, search):
    """Answers for instances, and the CPU time of the process after its start."""
    command = [program, "solve", "--json", "--threads", "1", *limits, "-a", *search.split()]
    before = used()
    subprocess.run([*command, names[0], "--expansions", "1"], capture_output=True, check=False)
    start = used() - before
    before = used()
    run = subprocess.run([*command, *names], capture_output=True, text=True, check=False)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    if len(answers) != len(names):
        sys.exit(f"{' '.join(command)}: {run.stderr}")
    return answers, max(used() - before - start, 1e-6) / len(names)


def factor(points):
    """The growth for one more cell: exp of the slope of a line through (cells, log of a value)."""
    points = [(cells, math.log(value)) for cells, value in points if value > 0]
    if len(points) < 3:
        return "–"
    mean_x = statistics.fmean(x for x, _ in points)
    mean_y = statistics.fmean(y for _, y in points)
    slope = sum((x - mean_x) * (y - mean_y) for x, y in points)
    return f"{math.exp(slope / sum((x - mean_x) ** 2 for x, _ in points)):.2f}"


def shown(measure, value):
    if measure == "seconds":
        if value < PRECISION:
            return "< 1 ms"
        return f"{1000 * value:.3g} ms" if value < 1 else f"{value:.3g} s"
    if measure == "peak_bytes":
        return f"{value / 2**20:.3g} MiB"
    return f"{value:,.0f}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", default="target/release/patience")
    parser.add_argument("--only", default="", help="searches or games whose name has this text")
    parser.add_argument("--instances", type=int, default=9)
    parser.add_argument("--cpu-time", default="20s", help="limit for each instance")
    parser.add_argument("--memory", default="2GiB", help="limit for each instance")
    arguments = parser.parse_args()
    limits = ["--cpu-time", arguments.cpu_time, "--memory", arguments.memory]
    print("# How costs grow with the board\n")
    print("<!-- Written by `scripts/costs-over-size.py`; change the script instead. -->\n")
    print("This page shows how fast the costs of each algorithm grow with the board, in expansions, processor time and memory.")
    print("The last column gives one number: the factor for one more cell, from a straight line fitted to the logarithms.")
    print("The smaller it is, the further an algorithm gets.\n")
    print(f"Figures are means over {arguments.instances} instances of each size, on one core. A dash means that an instance was not decided within")
    print(f"{arguments.cpu_time} of processor time and {arguments.memory}. Times below a millisecond are not measured.")
    for title, name, words, sizes, searches in TASKS:
        chosen = [search for search in searches if arguments.only in f"{title} {search}"]
        if not chosen:
            continue
        results = {}
        for search in chosen:
            for size in sizes:
                names = [name.format(*size, seed) for seed in range(1, arguments.instances + 1)]
                answers, seconds = solve(arguments.program, limits, names, search)
                if any(answer["verdict"] == "unknown" for answer in answers):
                    break
                means = {key: statistics.fmean(answer[key] for answer in answers) for key in ("expanded", "peak_bytes")}
                results[search, size] = {**means, "seconds": seconds}
        print(f"\n## {title}\n\n{words[0].upper()}{words[1:]}.")
        for label, measure in MEASURES:
            print(f"\n| {label} | " + " | ".join(f"{rows}×{columns}" for rows, columns in sizes) + " | per cell |")
            print("|---|" + "---:|" * (len(sizes) + 1))
            for search in chosen:
                values = [results.get((search, size), {}).get(measure) for size in sizes]
                cells = [shown(measure, value) if value is not None else "–" for value in values]
                points = [(a * b, value) for (a, b), value in zip(sizes, values, strict=True) if value is not None]
                if measure == "seconds":
                    points = [(cells, value) for cells, value in points if value >= PRECISION]
                print(f"| `{search}` | " + " | ".join(cells) + f" | {factor(points)} |")


if __name__ == "__main__":
    main()
