#!/usr/bin/env bash
# Measures the Python package against the program, alternating runs, as ratios:
# scripts/bench-python.sh
# PYTHON is an interpreter with the package built for release (`pip install .`), and with
# python-chess and aima3 for the lines about them; PATIENCE a program built for release.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/shared.sh
[ -n "${PATIENCE:-}" ] || build_release
patience=${PATIENCE:-$patience}

"${PYTHON:-python3}" - "$patience" <<'PYTHON'
import resource
import statistics
import subprocess
import sys
import time

import patience_games as pg

deals = "birds:neller/1..2000"


def used():
    """Processor time of this process and its children."""
    both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in both)


def program():
    command = [sys.argv[1], "solve", deals, "--threads", "1", "--json"]
    answer = subprocess.run(command, stdout=subprocess.PIPE, check=False)
    assert answer.stdout.count(b"\n") == 2000


def package():
    assert sum(1 for _ in pg.solve_many(deals, threads=1)) == 2000


ratios, times = [], {"program": [], "package": []}
for _ in range(9):
    spent = []
    for name, job in (("program", program), ("package", package)):
        began = used()
        job()
        spent.append(used() - began)
        times[name].append(spent[-1])
    ratios.append(spent[1] / spent[0])
for name, each in times.items():
    print(f"2,000 deals of Birds, {name}: {statistics.median(each):.3f} s of processor time")
low, middle, high = min(ratios), statistics.median(ratios), max(ratios)
print(f"package / program: {middle:.2f} ({low:.2f} to {high:.2f}), nine runs in turn")


def rate(job, seconds=1.0):
    done, began = 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        done += job()
    return done / spent


board = pg.Board("birds:neller/42")


def ours():
    for move in board.legal_moves:
        board.push(move)
        board.pop()
    return len(board.legal_moves)


print(f"Board.push and pop: {rate(ours) / 1e3:.0f} thousand pairs a second")
try:
    import chess
except ImportError:
    print("python-chess is not installed")
else:
    position = chess.Board()

    def theirs():
        moves = list(position.legal_moves)
        for move in moves:
            position.push(move)
            position.pop()
        return len(moves)

    print(f"python-chess, push and pop: {rate(theirs) / 1e3:.0f} thousand pairs a second")


def expanding(problem):
    """Expands the first state of a problem; returns the number of successors."""
    actions = problem.actions(problem.initial)
    if isinstance(problem, pg.Problem):
        problem.trace.clear()
    return len([problem.result(problem.initial, action) for action in actions])


for instance in ("tiles:level/iartistas-08", "sliding:random/3x3/1"):
    problem = pg.Problem(instance)
    speed = rate(lambda: expanding(problem)) / 1e3
    print(f"Problem's actions and result, {instance}: {speed:.0f} thousand states a second")
try:
    from aima3.search import EightPuzzle
except ImportError:
    print("aima3 is not installed")
else:
    # The one of aima3 produces the states after all moves in one call, each with a heuristic's
    # value.
    puzzle, node = EightPuzzle(), [[2, 4, 3, 1, 5, 6, 7, 8, 0], 0, None]

    def aima():
        return len(puzzle.getPossibleMoves(node, lambda state, goal: 0, None, 0))

    print(f"aima-python's own 8-puzzle: {rate(aima) / 1e3:.0f} thousand states a second")
PYTHON
