#!/usr/bin/env python3
"""A lower bound on the moves of every plan of a deal of Gaps (docs/gaps-solver/short-plans.md), which the solver does not use, because it is no better than that of the landmarks.

    zcat results/gaps-solvitaire-10000.jsonl.gz | head -20 | scripts/aside-bound.py

Every card away from its final cell must move there. Of these a card *steps aside* if its first move leads elsewhere. Consider the first time that
each card is at home. A card that is away comes home after the card on its left, and after the card in its cell has left. If that card has not been at home
by then, it has stepped aside. So the bound is the number of cards away plus the least number that
step aside, over all orders of coming home; a shortest path over the progress of each row finds it,
for each assignment of suits to rows. Prints the cards away and the bound for each deal.
"""

import itertools
import json
import sys

RANKS, SUITS = "23456789TJQK", "CHSD"


def runs(board, suits):
    """Runs of cells, in each row between cards at home, that wait for their card; and the place of each awaited card in them."""
    found, place = [], {}
    for row, (cards, suit) in enumerate(zip(board, suits)):
        before = False
        for column, rank in enumerate(RANKS[: len(cards) - 1]):
            if cards[column] == rank + suit:
                before = False
                continue
            if not before:
                found.append([])
            before = True
            place[rank + suit] = len(found) - 1, len(found[-1])
            found[-1].append(cards[column])
    return found, place


def aside(waiting, place, most):
    """The least number of cards that step aside, or any number from `most` on."""
    if most <= 0:
        return most
    blocks = [[place.get(card) for card in run] for run in waiting]
    costs = {(0,) * len(waiting): 0}
    for _ in range(sum(map(len, waiting))):
        after = {}
        for done, cost in costs.items():
            for run, at in enumerate(done):
                if at == len(waiting[run]):
                    continue
                block = blocks[run][at]
                total = cost + (block is not None and done[block[0]] <= block[1])
                reached = (*done[:run], at + 1, *done[run + 1 :])
                if total < min(most, after.get(reached, most)):
                    after[reached] = total
        costs = after
    return min(costs.values(), default=most)


def bound(board):
    goals = sorted((runs(board, suits) for suits in itertools.permutations(SUITS)), key=lambda goal: len(goal[1]))
    # No order is worse than moving every card, and each of them aside first.
    least = 2 * sum(map(len, board))
    for waiting, place in goals:
        least = min(least, len(place) + aside(waiting, place, least - len(place)))
    return len(goals[0][1]), least


def main():
    for row in map(json.loads, sys.stdin):
        away, least = bound([line.split() for line in row["board"].split(" / ")])
        print(f"{row['instance']}: {away} cards away, at least {least} moves", flush=True)


if __name__ == "__main__":
    main()
