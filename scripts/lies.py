"""Mutants of tree certificates of Gaps, and a search that decides whether a deal is lost.

A module of mutants.py and closed-set-lies.py. It shares no code with any checker."""

import random

RANKS = "23456789TJQK"


def fnv(data):
    total = 0xCBF29CE484222325
    for byte in data:
        total = ((total ^ byte) * 0x100000001B3) % 2**64
    return total.to_bytes(8, "little")


def parts(data):
    """The game, the deal, and the body of a certificate."""
    at, texts = 9, []
    for _ in range(2):
        size = int.from_bytes(data[at : at + 2], "little")
        texts.append(data[at + 2 : at + 2 + size].decode())
        at += 2 + size
    return texts[0], texts[1], data[at:-8]


def certificate(game, deal, body):
    data = b"\x89PCERT\n\x02T"
    for text in (game, deal):
        data += len(text).to_bytes(2, "little") + text.encode()
    data += bytes(body)
    return data + fnv(data)


def mutant(game, deal, body):
    """Bytes of the body changed, dropped and duplicated, or cells of the deal swapped, or both."""
    body = bytearray(body)
    if random.random() < 0.5:
        rows = [row.split(" ") for row in deal.split(" / ")]
        cells = [(r, c) for r, row in enumerate(rows) for c in range(len(row))]
        for _ in range(random.randint(1, 3)):
            (r, c), (s, d) = random.sample(cells, 2)
            rows[r][c], rows[s][d] = rows[s][d], rows[r][c]
        deal = " / ".join(" ".join(row) for row in rows)
        if random.random() < 0.5:
            return game, deal, body
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        at = random.randrange(len(body))
        change = random.randrange(4)
        if change == 0:
            body[at] = random.choice((0, 1, 2, 3, 4, 8, 9, 10, 255, random.randrange(256)))
        elif change == 1 and len(body) > 1:
            del body[at]
        elif change == 2:
            body.insert(at, body[at])
        else:
            body[at] ^= 1 << random.randrange(8)
    return game, deal, body


def is_lost(game, deal):
    """By a search through all boards, with an independent implementation of the rules."""
    rows = [row.split(" ") for row in deal.split(" / ")]
    width = len(rows[0])
    suits = [s for s in "CHSD" if any(w[1] == s for row in rows for w in row if w != "--")]
    if game == "gaps+fixed-suits":
        suits = list("CHSD")
    read = lambda w: None if w == "--" else (suits.index(w[1]), RANKS.index(w[0]))
    start = tuple(read(word) for row in rows for word in row)

    def won(board):
        for row in range(len(rows)):
            cells = board[row * width : (row + 1) * width]
            if cells[0] is None or cells[-1] is not None:
                return False
            suit = row if game == "gaps+fixed-suits" else cells[0][0]
            if any(card != (suit, rank) for rank, card in enumerate(cells[:-1])):
                return False
        return True

    seen, queue = {start}, [start]
    while queue:
        board = queue.pop()
        if won(board):
            return False
        for gap in (x for x, card in enumerate(board) if card is None):
            for x, card in enumerate(board):
                if card is None:
                    continue
                suit, rank = card
                if gap % width:
                    left = board[gap - 1]
                    fits = left is not None and left == (suit, rank - 1)
                elif game == "gaps+fixed-suits":
                    fits = card == (gap // width, 0)
                elif game == "gaps+fixed-twos":
                    fits = rank == 0 and x % width > 0
                else:
                    fits = rank == 0
                if fits:
                    after = list(board)
                    after[gap], after[x] = card, None
                    after = tuple(after)
                    if after not in seen:
                        seen.add(after)
                        queue.append(after)
    return True
