#!/usr/bin/env python3
"""Writes the claim of a closed set as a formula, for SAT solvers and checkers of their proofs.

    patience certify gaps:solvitaire/3x4/4 --plain rows -o set.pcert
    scripts/certificate-cnf.py set.pcert > set.cnf

Reads a certificate of the kind `C` of a deal of Gaps (docs/certificates.md) and writes a formula in the DIMACS form that can
be satisfied if and only if the set is not a proof: if the deal is not in the set, a board of the set is won, or a move leads from
a board of the set to one that is not in it. The rules of the game are in the clauses, and no moves are made here, so a proof
that the formula cannot be satisfied relies on Patience's programs only for the list of boards.

If a number follows the file, the board with that number is left out of the set.
"""

import itertools
import sys

GAP = 255


def read(path):
    """The rules, the number of columns, the deal, and the boards of the set, each as a list of bytes."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:8] != b"\x89PCERT\n\x02" or data[8:9] != b"C":
        sys.exit(f"{path} is not a certificate of the kind C; expected one that `patience certify --plain rows` wrote")
    texts, place = [], 9
    for _ in range(2):
        length = int.from_bytes(data[place : place + 2], "little")
        texts.append(data[place + 2 : place + 2 + length].decode("ascii"))
        place += 2 + length
    game, deal = texts
    if game not in ("gaps", "gaps+fixed-suits", "gaps+fixed-twos"):
        sys.exit(f"{path} is of the game {game}; expected gaps, gaps+fixed-suits or gaps+fixed-twos")
    rows = [row.split(" ") for row in deal.split(" / ")]
    words = sum(rows, [])
    suits = [suit for suit in "CHSD" if any(word[1:] == suit for word in words)]
    deck = [rank + suit for suit in suits for rank in "23456789TJQK"[: len(rows[0]) - 1]] + ["--"] * len(rows)
    in_play = "CHSD" if game == "gaps+fixed-suits" else suits
    if {len(row) for row in rows} != {len(rows[0])} or sorted(words) != sorted(deck) or suits != list(in_play[: len(rows)]):
        sys.exit(f"{path} is not about a valid deal: {deal}")
    start = [GAP if word == "--" else "23456789TJQK".index(word[0]) * 4 + suits.index(word[1]) for word in words]
    body = data[place + 8 : -8]
    states = [list(body[at : at + len(words)]) for at in range(0, len(body), len(words))]
    if len(states) != int.from_bytes(data[place : place + 8], "little"):
        sys.exit(f"{path} is damaged: the number of its states differs from its header")
    return game.partition("+")[2], len(rows[0]), start, states


class Formula:
    def __init__(self):
        self.names, self.clauses = {}, []

    def var(self, *name):
        return self.names.setdefault(name, len(self.names) + 1)

    def add(self, *literals):
        self.clauses.append(literals)

    def __str__(self):
        lines = [" ".join(map(str, (*clause, 0))) for clause in self.clauses]
        return "\n".join([f"p cnf {len(self.names)} {len(lines)}", *lines])


def formula(rules, columns, start, states):
    """`x` is a board of the set, `y` the board after a move, or the deal; y is not in the set."""
    f = Formula()
    var, add = f.var, f.add
    cells = range(len(start))
    rows = len(start) // columns
    cards = sorted(content for content in start if content != GAP)
    first_column = range(0, len(start), columns)

    # The fault: the deal is not in the set, x is won, or there is a move of one card to one cell.
    absent, won = var("the deal is not in the set"), var("x is won")
    moves = []
    for card, to in itertools.product(cards, cells):
        in_first = to % columns == 0
        if in_first != (card < 4) or in_first and rules == "fixed-suits" and to // columns != card:
            continue
        move = var("move", card, to)
        moves.append(move)
        add(-move, var("x", to, GAP))
        if not in_first:
            add(-move, var("x", to - 1, card - 4))
        elif rules == "fixed-twos":
            for cell in first_column:
                add(-move, -var("x", cell, card))
        add(-move, var("y", to, card))
        for cell in cells:
            add(-move, -var("x", cell, card), var("y", cell, GAP))
            for content in (*cards, GAP):
                if cell != to and content != card:
                    add(-move, -var("x", cell, content), var("y", cell, content))
    add(absent, won, *moves)
    add(-absent, -won)

    # x is one of the set's boards, unless the deal is absent.
    add(absent, *(var("x is", number) for number in range(len(states))))
    for number, state in enumerate(states):
        for cell in cells:
            add(-var("x is", number), var("x", cell, state[cell]))
    for name, cell in itertools.product("xy", cells):
        for one, other in itertools.combinations((*cards, GAP), 2):
            add(-var(name, cell, one), -var(name, cell, other))

    # Won: each row holds one suit in its order.
    for row in range(rows):
        suits = [row] if rules == "fixed-suits" else range(rows)
        add(-won, *(var("row", row, suit) for suit in suits))
        for suit, column in itertools.product(suits, range(columns - 1)):
            add(-won, -var("row", row, suit), var("x", row * columns + column, column * 4 + suit))

    # y is the deal if that is absent, and not a board of the set, unless the fault is that x is
    # won.
    for cell in cells:
        add(-absent, var("y", cell, start[cell]))
    for state in states:
        add(won, *(-var("y", cell, state[cell]) for cell in cells))
    return f


def main(arguments):
    if not 1 <= len(arguments) <= 2:
        sys.exit("usage: certificate-cnf.py CERTIFICATE [NUMBER]")
    rules, columns, start, states = read(arguments[0])
    if len(arguments) == 2:
        del states[int(arguments[1])]
    print(formula(rules, columns, start, states))


if __name__ == "__main__":
    main(sys.argv[1:])
