#!/usr/bin/env python3
"""Which way of counting gives the Cohesion paper's numbers of nodes? (docs/results/cohesion-paper.md)

    python3 scripts/cohesion-survey.py [conventions|orders|puzzle2|orders2|deepening|check]

The paper's program keeps a list of cells for each numbered piece. This script implements its breadth-first search and its iterative deepening
in the ways that its text allows, and prints the counts of each: nodes taken from the queue, children made, nodes put into the queue with the start.
"""

import collections
import itertools
import sys

UP, DOWN, LEFT, RIGHT = MOVES = (0, -1), (0, 1), (-1, 0), (1, 0)
LETTERS = dict(zip(MOVES, "UDLR"))
# The second is presumably puzzle 2 of the paper; the order of its colours is unknown.
PUZZLES = {1: (("R..R", "BRRB", ".BB.", "Y..Y"), "RBY"), 2: (("YYR.", ".RYY", "YYR.", "..YY"), "RY")}
PRINTED = {1: (12311, 4671), 2: (11620, 98788)}


def start(rows, colours):
    """For each colour, its pieces in reading order, each a tuple of cells (x, y)."""
    cells = {(x, y): c for y, row in enumerate(rows) for x, c in enumerate(row) if c != "."}
    board = []
    for colour in colours:
        left = [cell for cell, c in cells.items() if c == colour]
        pieces = []
        while left:
            piece = [left.pop(0)]
            for x, y in piece:
                for dx, dy in MOVES:
                    if (x + dx, y + dy) in left:
                        left.remove((x + dx, y + dy))
                        piece.append((x + dx, y + dy))
            pieces.append(tuple(sorted(piece, key=lambda cell: cell[::-1])))
        board.append(tuple(pieces))
    return tuple(board)


def touch(one, other):
    cells = set(other)
    return any((x + dx, y + dy) in cells for x, y in one for dx, dy in MOVES)


def glued(pieces, moved, merge):
    """The pieces of a colour after one of them moved: a piece joined to another is left as an empty list."""
    pieces, now, again = list(pieces), moved, True
    while again:
        again = False
        for other, piece in enumerate(pieces):
            if other == now or not piece or not touch(pieces[now], piece):
                continue
            if merge == "absorbs":
                pieces[now], pieces[other] = pieces[now] + piece, ()
            else:
                pieces[other], pieces[now] = piece + pieces[now], ()
                now, again = other, merge == "joins all"
                break
    return tuple(pieces)


def children(board, order, piece_first, merge):
    taken = {cell for pieces in board for piece in pieces for cell in piece}
    pieces = [(c, p) for c, row in enumerate(board) for p, piece in enumerate(row) if piece]
    pairs = itertools.product(pieces, order) if piece_first else ((p, d) for d in order for p in pieces)
    for (c, p), (dx, dy) in pairs:
        piece = board[c][p]
        new = tuple((x + dx, y + dy) for x, y in piece)
        if all(0 <= x < 4 and 0 <= y < 4 and ((x, y) not in taken or (x, y) in piece) for x, y in new):
            row = board[c][:p] + (new,) + board[c][p + 1:]
            yield board[:c] + (glued(row, p, merge),) + board[c + 1:]


KEYS = {
    "lists of cells": lambda board: board,
    "cells of numbered pieces": lambda board: tuple(tuple(map(frozenset, row)) for row in board),
    "cells of pieces": lambda board: tuple(frozenset(map(frozenset, filter(None, row))) for row in board),
}


class Graph:
    """The positions reached from a start, numbered; each is computed once."""

    def __init__(self, board, order=MOVES, piece_first=True, merge="absorbs", key="lists of cells"):
        self.rules, self.key = (order, piece_first, merge), KEYS[key]
        self.boards, self.numbers, self.next, self.walled, self.keys = [board], {board: 0}, {}, {}, {}

    def children(self, node):
        if node not in self.next:
            self.next[node] = []
            for board in children(self.boards[node], *self.rules):
                if board not in self.numbers:
                    self.numbers[board] = len(self.boards)
                    self.boards.append(board)
                self.next[node].append(self.numbers[board])
        return self.next[node]

    def key_of(self, node):
        if node not in self.keys:
            self.keys[node] = self.key(self.boards[node])
        return self.keys[node]

    def is_won(self, node):
        return all(sum(map(bool, row)) <= 1 for row in self.boards[node])

    def is_walled(self, node):
        """Rule 1: a full row or column between two pieces of another colour."""
        if node not in self.walled:
            self.walled[node] = walled(self.boards[node])
        return self.walled[node]


def walled(board):
    for row, other in itertools.permutations(board, 2):
        pieces = list(filter(None, row))
        for piece, axis in itertools.product(other, (0, 1)):
            full = [at for at, n in collections.Counter(cell[axis] for cell in piece).items() if n == 4]
            for at in full:
                before = [all(cell[axis] < at for cell in p) for p in pieces]
                behind = [all(cell[axis] > at for cell in p) for p in pieces]
                if any(before) and any(behind):
                    return True
    return False


def breadth_first(graph, mark, check="none", most=200_000):
    """Moves, nodes taken out, children made, nodes put in. `mark`: a node is known once it is put in, or once it is taken out; a known node that is taken out is dropped, or expanded again."""
    queue, known, out, made, put = collections.deque([(0, 0)]), set(), 0, 0, 1
    if mark == "put in":
        known.add(graph.key_of(0))
    while queue and put < most:
        node, depth = queue.popleft()
        out += 1
        if graph.is_won(node):
            return depth, out, made, put
        if mark == "taken out, dropped" and graph.key_of(node) in known:
            continue
        known.add(graph.key_of(node))
        if check == "taken out" and graph.is_walled(node):
            continue
        for child in graph.children(node):
            made += 1
            if graph.key_of(child) in known or (check == "put in" and graph.is_walled(child)):
                continue
            if mark == "put in":
                known.add(graph.key_of(child))
            put += 1
            queue.append((child, depth + 1))
    return None


def deepening(graph, memory, deepest=12, most=600_000):
    """Moves, and the totals over all limits: nodes entered, children made, children entered or put on the stack."""
    counts = [0, 0, 0]
    for limit in range(deepest + 1):
        stack, known = [(0, 0, ())], set()
        while stack:
            node, depth, path = stack.pop()
            if memory == "one set" and node in known:
                continue
            counts[0] += 1
            if graph.is_won(node):
                return depth, *counts
            if counts[0] > most:
                return None
            if depth == limit:
                continue
            known.add(node)
            new = [
                child
                for child in graph.children(node)
                if not (memory == "one set" and child in known) and not (memory == "the path" and child in path)
            ]
            counts[1] += len(graph.children(node))
            counts[2] += len(new)
            stack.extend((child, depth + 1, (*path, node)) for child in reversed(new))
    return None


def said(found, printed):
    if found is None:
        return "no solution within the limit"
    near = " = printed" if printed in found else ""
    return f"{found[0]} moves; {found[1]:,} / {found[2]:,} / {found[3]:,}{near}"


def conventions():
    for puzzle, (rows, colours) in PUZZLES.items():
        for merge in ("absorbs", "joins one", "joins all"):
            for key in KEYS:
                for mark in ("put in", "taken out, dropped", "taken out, again"):
                    graph = Graph(start(rows, colours), merge=merge, key=key)
                    found = breadth_first(graph, mark)
                    print(f"puzzle {puzzle}; moved piece {merge}; {key}; known once {mark}: {said(found, PRINTED[puzzle][0])}")


def orders():
    board = start(*PUZZLES[1])
    for piece_first in (True, False):
        for order in itertools.permutations(MOVES):
            found = breadth_first(Graph(board, order, piece_first), "taken out, again")
            loop = "piece by piece" if piece_first else "direction by direction"
            print(f"{loop}, {''.join(map(LETTERS.get, order))}: {said(found, PRINTED[1][0])}")


def puzzle2():
    """Every order of the colours and of the numbers of the pieces, without the check for walls and with it."""
    rows, colours = PUZZLES[2]
    counts = []
    for these in (colours, colours[::-1]):
        first, second = start(rows, these)
        for board in itertools.product(itertools.permutations(first), itertools.permutations(second)):
            graph = Graph(board)
            for check in ("none", "put in", "taken out"):
                found = breadth_first(graph, "taken out, again", check)
                if found:
                    counts.append((min(abs(n - PRINTED[2][0]) for n in found[1:]), these, check, found))
    counts.sort(key=lambda entry: entry[0])
    print(f"{len(counts)} numberings and checks; nearest to {PRINTED[2][0]:,}:")
    for off, these, check, found in counts[:5]:
        print(f"off by {off:,}: colours {these}, walls {check}: {said(found, PRINTED[2][0])}")


def orders2():
    """Every order of moves and of the two colours, and every way of recognising a board, on puzzle 2."""
    rows, colours = PUZZLES[2]
    for mark in ("put in", "taken out, dropped", "taken out, again"):
        counts = []
        for these in (colours, colours[::-1]):
            for piece_first, order in itertools.product((True, False), itertools.permutations(MOVES)):
                found = breadth_first(Graph(start(rows, these), order, piece_first), mark)
                loop = "piece by piece" if piece_first else "direction by direction"
                off = min(abs(n - PRINTED[2][0]) for n in found[1:])
                counts.append((off, f"colours {these}, {loop}, {''.join(map(LETTERS.get, order))}", found))
        off, which, found = min(counts)
        ranges = (f"{min(ns):,} to {max(ns):,}" for ns in zip(*(found[1:] for _, _, found in counts)))
        print(f"known once {mark}, {len(counts)} orders: {' / '.join(ranges)}; nearest, off by {off:,}: {which}: {said(found, PRINTED[2][0])}", flush=True)


def deepenings():
    for puzzle, (rows, colours) in PUZZLES.items():
        for these in {colours, colours[::-1]} if puzzle == 2 else [colours]:
            for memory in ("none", "the path", "one set"):
                found = deepening(Graph(start(rows, these)), memory)
                print(f"puzzle {puzzle}, colours {these}; memory: {memory}: {said(found, PRINTED[puzzle][1])}")


def check():
    """How often rule 2 (fewer blank cells on the board than the smaller of two pieces has) is wrong: there are too many 4x4 positions with given pieces to test them all, so it is tested on those that can be reached from the two puzzles, as far as they are listed."""
    for puzzle, (rows, colours) in PUZZLES.items():
        graph, at = Graph(start(rows, colours), key="cells of pieces"), 0
        while at < len(graph.boards) and len(graph.boards) < 20_000:
            graph.children(at)
            at += 1
        whole = at == len(graph.boards)
        can = {node for node in range(at) if graph.is_won(node)}
        parents = collections.defaultdict(list)
        for node in range(at):
            for child in graph.children(node):
                parents[child].append(node)
        queue = collections.deque(can)
        while queue:
            for parent in parents[queue.popleft()]:
                if parent not in can:
                    can.add(parent)
                    queue.append(parent)
        called = [node for node in range(at) if not graph.is_won(node) and lacks_room(graph.boards[node])]
        wrong = sum(node in can for node in called)
        scope = "all positions" if whole else "the first positions"
        print(f"puzzle {puzzle}, {scope}, {at:,}: lost by rule 2 {len(called):,}, of which won all the same {wrong:,}")


def lacks_room(board):
    blanks = 16 - sum(len(piece) for row in board for piece in row)
    return any(
        blanks < min(len(one), len(other))
        for row in board
        for one, other in itertools.combinations(filter(None, row), 2)
    )


if __name__ == "__main__":
    PARTS = {"conventions": conventions, "orders": orders, "puzzle2": puzzle2, "orders2": orders2, "deepening": deepenings, "check": check}
    if not set(sys.argv[1:]) <= set(PARTS):
        sys.exit(__doc__)
    for name in sys.argv[1:] or PARTS:
        PARTS[name]()
