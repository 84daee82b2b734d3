#!/usr/bin/env python3
"""Gaps as a constraint model: decides deals with a SAT solver and compares the results with those of Patience.

    patience solve gaps:random/4x5/1 --optimal --json | scripts/gaps-sat.py

Reads reports of `patience solve --optimal --json`, one per line, solves their deals, and prints a
line for each: both verdicts, both lengths and both times. Deals under the standard rules; needs
`python-sat` from PyPI. docs/constraint-model.md describes the model.

Options: --steps N and --seconds S (of processor time): a deal is given up after that many moves or seconds (60 of each by default).
"""

import argparse
import itertools
import json
import sys
import time

from pysat.solvers import Cadical153

RANKS = "23456789TJQK"


class Model:
    """A game of one deal as a formula that grows by one move at a time."""

    def __init__(self, board):
        rows = [row.split() for row in board.split("/")]
        self.rows, self.columns = len(rows), len(rows[0])
        self.cells = [(row, column) for row in range(self.rows) for column in range(self.columns)]
        self.suits = sorted({word[1] for row in rows for word in row if word != "--"})
        self.ranks = range(self.columns - 1)
        self.cards = list(itertools.product(self.suits, self.ranks))
        self.solver, self.count, self.at, self.won = Cadical153(), 0, [], []
        self.push()
        for row, column in self.cells:
            word = rows[row][column]
            if word != "--":
                self.add(self.at[0][(word[1], RANKS.index(word[0])), (row, column)])

    def fresh(self):
        self.count += 1
        return self.count

    def add(self, *literals):
        self.solver.add_clause(literals)

    def push(self):
        """Adds the variables of one more board: the cell of each card, and whether the board is won."""
        at = {(card, cell): self.fresh() for card in self.cards for cell in self.cells}
        for card in self.cards:
            self.add(*(at[card, cell] for cell in self.cells))
            for one, other in itertools.combinations(self.cells, 2):
                self.add(-at[card, one], -at[card, other])
        for cell in self.cells:
            for one, other in itertools.combinations(self.cards, 2):
                self.add(-at[one, cell], -at[other, cell])
        won = self.fresh()
        for row in range(self.rows):
            suits = {suit: self.fresh() for suit in self.suits}
            self.add(-won, *suits.values())
            for suit, chosen in suits.items():
                for rank in self.ranks:
                    self.add(-chosen, at[(suit, rank), (row, rank)])
        self.at.append(at)
        self.won.append(won)

    def move(self):
        """Adds one move, and the board after it."""
        before = self.at[-1]
        self.push()
        after = self.at[-1]
        moves = []
        for suit, rank in self.cards:
            card, own = (suit, rank), []
            for row, column in self.cells:
                if (rank == 0) != (column == 0):
                    continue
                mv = self.fresh()
                own.append(mv)
                for other in self.cards:
                    self.add(-mv, -before[other, (row, column)])
                if rank > 0:
                    self.add(-mv, before[(suit, rank - 1), (row, column - 1)])
                self.add(-mv, after[card, (row, column)])
            # A card that is not moved stays in its cell.
            for cell in self.cells:
                self.add(-before[card, cell], after[card, cell], *own)
            moves += own
        self.add(*moves)
        for one, other in itertools.combinations(moves, 2):
            self.add(-one, -other)

    def differ(self, one, other):
        """The boards after `one` and `other` moves are not the same."""
        different = []
        for key in self.at[one]:
            here = self.fresh()
            self.add(-here, self.at[one][key])
            self.add(-here, -self.at[other][key])
            different.append(here)
        self.add(*different)

    def can(self, deadline, *assumed):
        """Whether the formula can be satisfied; None if that took too long."""
        if time.process_time() > deadline:
            return None
        return self.solver.solve(assumptions=assumed)


def decide(board, steps, seconds):
    """The verdict, and the moves of a shortest solution or after which the search ended.

    A shortest solution has no board twice, so all boards of the formula may be assumed to differ.
    The first number of moves after which the last board can be won is that of a shortest solution;
    the first number for which no sequence of different boards exists proves that there is no
    solution (the recurrence diameter: Biere et al. 1999).
    """
    model, deadline = Model(board), time.process_time() + seconds
    for length in range(steps + 1):
        won = model.can(deadline, model.won[-1])
        if won:
            return "solved", length
        # The board is not won, so later steps need not examine it again.
        if won is None:
            return "unknown", length
        model.add(-model.won[-1])
        model.move()
        for earlier in range(length + 1):
            model.differ(earlier, length + 1)
        more = model.can(deadline)
        if not more:
            return ("unknown" if more is None else "unsolvable"), length
    return "unknown", steps


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=60)
    arguments = parser.parse_args()
    agreed, contradicted, given_up, ours, theirs = 0, 0, 0, 0.0, 0.0
    for line in sys.stdin:
        report = json.loads(line)
        begin = time.process_time()
        verdict, length = decide(report["board"], arguments.steps, arguments.seconds)
        took = time.process_time() - begin
        lost = verdict == "unsolvable" and report["verdict"] == "unsolvable"
        won = verdict == "solved" and report["verdict"] == "solved" and report["optimal"] and report["length"] == length
        said = "agree" if lost or won else "given up" if verdict == "unknown" else "DIFFER"
        agreed, given_up, contradicted = (
            agreed + (said == "agree"),
            given_up + (said == "given up"),
            contradicted + (said == "DIFFER"),
        )
        if said == "agree":
            ours, theirs = ours + took, theirs + report["seconds"]
        search = report["length"] if report["verdict"] == "solved" else ""
        print(
            f"{report['instance']}: {said}: SAT {verdict} after {length} moves in {took:.2f} s, "
            f"search {report['verdict']} {search} in {report['seconds']:.4f} s".replace("  ", " "),
            flush=True,
        )
    print(
        f"{agreed} agree, {contradicted} differ, {given_up} given up; where they agree, SAT took {ours:.1f} s and "
        f"search {theirs:.3f} s"
    )
    sys.exit(1 if contradicted or not agreed else 0)


if __name__ == "__main__":
    main()
