#!/usr/bin/env python3
"""Layouts of PySolFC's numbered deals of the Gaps family, by the shuffles of pysol_cards: RULES NUMBER... on the command line.

The layouts are implemented here a second time, from the rules of the games, to check those of the
program (scripts/test-pysol.sh).
"""

import sys

from pysol_cards.random import LCRandom31, MTRandom
from pysol_cards.cards import createCards, ms_rearrange

RANKS = {"paganini": (1, *range(6, 14)), "house-of-commons": range(1, 11), "line-up": range(1, 7)}
COLUMNS = {"paganini": 10, "house-of-commons": 10, "line-up": 6}
DOUBLE = ("double-montana", "double-blue-moon", "double-red-moon", "paganini-ii")
MOONS = ("blue-moon", "red-moon", "paganini", "galary", "jungle", "spaces-and-aces", *DOUBLE[1:])


def dealt(rules, number):
    """The shuffled cards in the order in which they are dealt."""
    cards = [card for card in createCards(2 if rules in DOUBLE else 1) if card.rank in RANKS.get(rules, range(1, 14))]
    if number < 32000:
        # Rearranges one full deck only.
        return reversed(LCRandom31(number).shuffle(ms_rearrange(cards)))
    return reversed(MTRandom(number).shuffle(cards))


def layout(rules, number):
    columns = COLUMNS.get(rules, 14 if rules in MOONS else 13)
    cards = list(dealt(rules, number))
    rows = [[None] * columns for _ in range(8 if rules in DOUBLE else 4)]
    if rules in ("red-moon", "galary", "double-red-moon"):
        aces = sorted((card for card in cards if card.rank == 1), key=lambda card: card.suit)
        rest = [card for card in cards if card.rank != 1]
        for row in range(len(rows)):
            rows[row] = [aces[row], None, *rest[12 * row:12 * row + 12]]
    else:
        first = 1 if rules in MOONS else 0
        width = columns - first
        for index, card in enumerate(cards):
            rows[index // width][first + index % width] = card
        taken = 6 if rules == "line-up" else 1
        leading = iter(rows)
        for row, column in [(row, column) for row in range(len(rows)) for column in range(first, columns)]:
            card = rows[row][column]
            if card.rank != taken or rules in ("spaces-and-aces", "paganini-ii"):
                continue
            rows[row][column] = None
            if rules in MOONS:
                next(leading)[0] = card
    word = lambda card: "--" if card is None else "A23456789TJQK"[card.rank - 1] + card.suit_s()
    return " / ".join(" ".join(map(word, row)) for row in rows)


if __name__ == "__main__":
    for number in sys.argv[2:]:
        print(layout(sys.argv[1], int(number)))
