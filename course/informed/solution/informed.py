"""A* and heuristics on Cohesion: the model solution."""

import heapq
from itertools import combinations


def greedy_search(problem):
    start = problem.initial
    frontier, seen, number = [(problem.h(start), 0, start, [])], {start}, 0
    while frontier:
        _, _, state, plan = heapq.heappop(frontier)
        if problem.goal_test(state):
            return plan
        for action in problem.actions(state):
            after = problem.result(state, action)
            if after not in seen:
                seen.add(after)
                number += 1
                heapq.heappush(frontier, (problem.h(after), number, after, plan + [action]))
    return None


def astar_search(problem):
    start = problem.initial
    frontier, best, number = [(problem.h(start), 0, 0, start, [])], {start: 0}, 0
    while frontier:
        _, _, g, state, plan = heapq.heappop(frontier)
        if g > best[state]:
            continue
        if problem.goal_test(state):
            return plan
        for action in problem.actions(state):
            after = problem.result(state, action)
            cost = problem.path_cost(g, state, action, after)
            if cost < best.get(after, float("inf")):
                best[after] = cost
                number += 1
                f = cost + problem.h(after)
                heapq.heappush(frontier, (f, number, cost, after, plan + [action]))
    return None


def pieces(state):
    """The pieces of each colour, a piece being a list of cells."""
    rows = state.board.split("/")
    left = {(x, y): c for y, row in enumerate(rows) for x, c in enumerate(row) if c != "."}
    found = {}
    while left:
        cell, colour = left.popitem()
        piece, edge = [cell], [cell]
        while edge:
            x, y = edge.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if left.get(near) == colour:
                    del left[near]
                    piece.append(near)
                    edge.append(near)
        found.setdefault(colour, []).append(piece)
    return found


def heuristic(state):
    """For each colour, the widest gap that joining its pieces must close.

    A move shifts one piece by one cell, so it narrows the gaps of one colour by at most 1.
    """
    total = 0
    for group in pieces(state).values():
        gaps = []
        for one, other in combinations(range(len(group)), 2):
            near = min(abs(x - u) + abs(y - v) - 1 for x, y in group[one] for u, v in group[other])
            gaps.append((near, one, other))
        # Kruskal's spanning tree; its last gap is the widest.
        joined, widest = list(range(len(group))), 0
        for near, one, other in sorted(gaps):
            if joined[one] != joined[other]:
                old, widest = joined[one], near
                joined = [joined[other] if each == old else each for each in joined]
        total += widest
    return total
