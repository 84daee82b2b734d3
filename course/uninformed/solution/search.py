"""Uninformed search on Match the Tiles: the model solution."""

import heapq
from collections import deque


def depth_first_search(problem):
    frontier = [(problem.getStartState(), [])]
    expanded = set()
    while frontier:
        state, plan = frontier.pop()
        if problem.isGoalState(state):
            return plan
        if state in expanded:
            continue
        expanded.add(state)
        for after, action, _ in problem.getSuccessors(state):
            if after not in expanded:
                frontier.append((after, plan + [action]))
    return None


def breadth_first_search(problem):
    start = problem.getStartState()
    frontier, seen = deque([(start, [])]), {start}
    while frontier:
        state, plan = frontier.popleft()
        if problem.isGoalState(state):
            return plan
        for after, action, _ in problem.getSuccessors(state):
            if after not in seen:
                seen.add(after)
                frontier.append((after, plan + [action]))
    return None


def uniform_cost_search(problem):
    start = problem.getStartState()
    frontier, best, number = [(0, 0, start, [])], {start: 0}, 0
    while frontier:
        cost, _, state, plan = heapq.heappop(frontier)
        if cost > best[state]:
            continue
        if problem.isGoalState(state):
            return plan
        for after, action, step in problem.getSuccessors(state):
            if cost + step < best.get(after, float("inf")):
                best[after] = cost + step
                number += 1
                heapq.heappush(frontier, (cost + step, number, after, plan + [action]))
    return None


def depth_limited_search(problem, limit):
    def search(state, plan, path):
        if problem.isGoalState(state):
            return plan
        if len(plan) == limit:
            return None
        for after, action, _ in problem.getSuccessors(state):
            if after not in path:
                found = search(after, plan + [action], path | {after})
                if found is not None:
                    return found
        return None

    start = problem.getStartState()
    return search(start, [], {start})


def iterative_deepening_search(problem, deepest=12):
    for limit in range(deepest + 1):
        found = depth_limited_search(problem, limit)
        if found is not None:
            return found
    return None
