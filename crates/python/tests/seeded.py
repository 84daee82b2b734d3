# ruff: noqa: E501
"""Errors that students make, and correct variants, as changes to the model solutions."""

BFS, DFS = "breadth_first_search", "depth_first_search"
UCS, DLS = "uniform_cost_search", "depth_limited_search"
OTHER_BFS = "def breadth_first_search(problem):\n"
REMEMBERED = "            if after not in seen:\n                seen.add(after)\n"

# Error: assignment, function, parts of the model solution and their replacements, message.
SEEDED = {
    "visited set forgotten": (
        "uninformed", BFS, [("            if after not in seen:\n", "            if True:\n")],
        r"expanded more than 5000 states, \d+ of them again: does it remember"),
    "remembered when expanded, expanded again": (
        "uninformed", BFS, [(REMEMBERED, "            seen.add(state)\n            if after not in seen:\n")],
        r"again \(\d+ in all.*remembered when they are put into the frontier"),
    "stack instead of queue": (
        "uninformed", BFS, [("frontier.popleft()", "frontier.pop()")],
        r"is the frontier a queue \(first in, first out\) rather than a stack"),
    "path reversed": (
        "uninformed", BFS, [("            return plan\n        for after, action, _ in problem.getSuccessors(state):\n            if after not in seen",
         "            return plan[::-1]\n        for after, action, _ in problem.getSuccessors(state):\n            if after not in seen")],
        r"the plan is reversed"),
    "states returned": (
        "uninformed", BFS, [("frontier.append((after, plan + [action]))\n    return None\n\n\ndef uniform", "frontier.append((after, plan + [after]))\n    return None\n\n\ndef uniform")],
        r"it holds states; expected the moves"),
    "one list shared by all paths": (
        "uninformed", BFS, [(REMEMBERED, REMEMBERED + "                plan.append(action)\n"),
         ("frontier.append((after, plan + [action]))\n    return None\n\n\ndef uniform", "frontier.append((after, plan))\n    return None\n\n\ndef uniform")],
        r"do all paths share one list"),
    "visited set kept between calls": (
        "uninformed", BFS, [("def breadth_first_search(problem):", "def breadth_first_search(problem, seen=set()):"),
         ("frontier, seen = deque([(start, [])]), {start}", "frontier = deque([(start, [])])\n    seen.add(start)")],
        r"is something kept between calls"),
    "printed and not returned": (
        "uninformed", BFS, [("frontier.popleft()\n        if problem.isGoalState(state):\n            return plan", "frontier.popleft()\n        if problem.isGoalState(state):\n            print(plan)\n            return")],
        r"it printed `\[.*` but returned nothing: `return` the plan"),
    "None if nothing needs to be done": (
        "uninformed", BFS, [(OTHER_BFS, OTHER_BFS + "    if problem.isGoalState(problem.getStartState()):\n        return None\n")],
        r"the start is won already: the plan is empty"),
    "a plan for a lost position": (
        "uninformed", BFS, [("plan + [action]))\n    return None\n\n\ndef uniform", "plan + [action]))\n    return plan + [action]\n\n\ndef uniform")],
        r"returned a plan of \d+ moves, but there is none"),
    "answer written into the program": (
        "uninformed", BFS, [(OTHER_BFS, OTHER_BFS + "    return ['R', 'D', 'L', 'U', 'L']\n")],
        r"It expanded no state: is the plan written into the program"),
    "infinite loop": (
        "uninformed", DFS, [("    while frontier:\n        state, plan = frontier.pop()", "    while True:\n        state, plan = frontier[-1]")],
        r"ended after 2 s.*\(search\.py, line \d+\): is there a loop that never ends"),
    "exception": (
        "uninformed", DFS, [("    while frontier:\n        state, plan = frontier.pop()", "    while True:\n        state, plan = frontier.pop()")],
        r"it raised IndexError: pop from empty list \(search\.py, line 11\)"),
    "memory used up": (
        "uninformed", DFS, [("    expanded = set()\n", "    expanded = set()\n    kept = []\n    while True:\n        kept.append(bytearray(10**7))\n")],
        r"ran out of memory \(search\.py, line \d+\)"),
    "end of the program": (
        "uninformed", DFS, [("            return plan\n        if state in expanded", "            exit(plan)\n        if state in expanded")],
        r"return instead"),
    "costs ignored": (
        "uninformed", UCS, [("cost + step", "cost + 1")],
        r"costs \d+, but \d+ suffice: expansion \d+ is of a state that costs .* ordered by the cost"),
    "goal test too early for uniform-cost search": (
        "uninformed", UCS, [("                number += 1\n", "                if problem.isGoalState(after):\n                    return plan + [action]\n                number += 1\n")],
        r"is a goal accepted when it is generated"),
    "a cheaper way ignored": (
        "uninformed", UCS, [("if cost + step < best.get(after, float(\"inf\")):", "if after not in best:")],
        r"was waiting: .* is a cheaper path to a state in it used"),
    "depth limit too deep by one": (
        "uninformed", DLS, [("len(plan) == limit", "len(plan) > limit")],
        r"is the limit off by one"),
    "depth limit too shallow by one": (
        "uninformed", DLS, [("        if problem.isGoalState(state):\n            return plan\n        if len(plan) == limit:\n            return None\n", "        if len(plan) == limit:\n            return None\n        if problem.isGoalState(state):\n            return plan\n")],
        r"a state at the limit must still be tested"),
    "last limit left out": (
        "uninformed", "iterative_deepening_search", [("range(deepest + 1)", "range(deepest)")],
        r"with limits from 0 to \d+ it found no plan; there is one of \d+ moves"),
    "empty plan taken for none": (
        "uninformed", "iterative_deepening_search", [("        if found is not None:\n            return found", "        if found:\n            return found")],
        r"the start is won already: the plan is empty"),
    "greedy instead of A*": (
        "informed", "astar_search", [("f = cost + problem.h(after)", "f = problem.h(after)")],
        r"ordered by g \+ h, with g the cost of the path so far"),
    "f = g only": (
        "informed", "astar_search", [("f = cost + problem.h(after)", "f = cost"), ("[(problem.h(start), 0, 0, start, [])]", "[(0, 0, 0, start, [])]")],
        r"more than a correct search .*(ordered by g \+ h|never asks for the heuristic)"),
    "goal test too early for A*": (
        "informed", "astar_search", [("                best[after] = cost\n", "                best[after] = cost\n                if problem.goal_test(after):\n                    return plan + [action]\n")],
        r"fewer than a correct search \(\d.*is a goal accepted when it is generated"),
    "reopening forgotten": (
        "informed", "astar_search", [("best, number = [(problem.h(start), 0, 0, start, [])], {start: 0}, 0\n    while", "best, number = [(problem.h(start), 0, 0, start, [])], {start: 0}, 0\n    closed = set()\n    while"),
         ("        if g > best[state]:\n            continue\n", "        if state in closed:\n            continue\n        closed.add(state)\n")],
        r"not consistent: the plan has \d+ moves, but \d+ suffice: .*must that state be reopened"),
    "A* instead of greedy": (
        "informed", "greedy_search", [("(problem.h(after), number, after, plan + [action])", "(len(plan) + 1 + problem.h(after), number, after, plan + [action])")],
        r"is the frontier ordered by h alone"),
    "inadmissible heuristic": (
        "informed", "heuristic", [("total += widest", "total += 2 * widest")],
        r"admissible: h is \d+, but a goal is \d+ away"),
    "heuristic that raises": (
        "informed", "heuristic", [("    return total\n", "    return total // (len(set(state.board) - set('./')) - 2)\n")],
        r"h raises ZeroDivisionError: .* \(informed\.py, line \d+\)"),
    "inconsistent heuristic": (
        "informed", "heuristic", [("    return total\n", "    return total if hash(state.board) % 2 else 0\n")],
        r"consistent: h falls from"),
    "heuristic that is not 0 in goals": (
        "informed", "heuristic", [("    return total\n", "    return total + 1\n")],
        r"goal: h is 1 in a goal; expected 0"),
    "weak heuristic": (
        "informed", "heuristic", [("    return total\n", "    return min(total, 1)\n")],
        r"A\* expands \d+ states on 5 levels; 70 suffice"),
    "climbs to any better neighbour": (
        "local", "hill_climbing", [("after, action = max(steps, key=lambda step: problem.value(step[0]))", "after, action = min(steps, key=lambda step: (problem.value(step[0]) <= problem.value(state), problem.value(step[0])))")],
        r"but -?\d+ was available"),
    "goes on along a plateau": (
        "local", "hill_climbing", [("if problem.value(after) <= problem.value(state):", "if problem.value(after) < problem.value(state):")],
        r"not a climb|ended after|expanded more|LimitReached|more than \d+ states"),
    "other source of chance": (
        "local", "random_walks", [("            action = rng.choice(actions)", "            import random\n            action = random.choice(actions)")],
        r"is another source of chance in use"),
    "UCB1 without the logarithm": (
        "local", "ucb1", [("math.log(parent_visits)", "parent_visits")],
        r"ucb1\(3, 4, 16, 1\.0\) is .*; expected 1\.58"),
    "wins are not counted on the way": (
        "local", "mcts", [("            each.wins += won\n", "        path[0].wins += won\n")],
        r"are wins counted in every node on the way"),
    "the most seldom visited is chosen": (
        "local", "mcts", [("return max(root.children, key", "return min(root.children, key")],
        r"is the most visited chosen"),
    "learns in the wrong direction": (
        "ordering", "fit", [("error = label - probability(weights, row)", "error = probability(weights, row) - label")],
        r"does the model learn in the right direction"),
    "lowest estimate first": (
        "ordering", "ordered_search", [(", reverse=True", "")],
        r"does the highest come first"),
    "features of different lengths": (
        "ordering", "features", [("    return [count / 16,", "    return cards + [count / 16,")],
        r"expected the same number|could not convert|raised"),
}  # fmt: skip

# Whole functions, for variants that share no code with the model solution.
NODES = """def uniform_cost_search(problem):
    from dataclasses import dataclass, field
    from queue import PriorityQueue

    @dataclass(order=True)
    class Node:
        cost: int
        state: object = field(compare=False)
        parent: object = field(compare=False, default=None)
        action: object = field(compare=False, default=None)

    queue, done = PriorityQueue(), set()
    queue.put(Node(0, problem.getStartState()))
    while not queue.empty():
        node = queue.get()
        if node.state in done:
            continue
        done.add(node.state)
        if problem.isGoalState(node.state):
            plan = []
            while node.parent:
                plan.insert(0, node.action)
                node = node.parent
            return plan
        for after, action, step in problem.getSuccessors(node.state):
            queue.put(Node(node.cost + step, after, node, action))
    return None


def other(problem):
"""
ITERATORS = """def depth_first_search(problem):
    start = problem.getStartState()
    if problem.isGoalState(start):
        return []
    seen, plan, ways = {start}, [], [iter(problem.getSuccessors(start))]
    while ways:
        for after, action, _ in ways[-1]:
            if after not in seen:
                seen.add(after)
                plan.append(action)
                if problem.isGoalState(after):
                    return iter(plan)
                ways.append(iter(problem.getSuccessors(after)))
                break
        else:
            ways.pop()
            if plan:
                plan.pop()
    return None


def other(problem):
"""
COUNTDOWN = """def iterative_deepening_search(problem, deepest=12):
    def within(state, left, path):
        if problem.isGoalState(state):
            return ()
        if left == 0:
            return None
        for after, action, _ in sorted(problem.getSuccessors(state), key=lambda each: str(each[1])):
            if after not in path:
                rest = within(after, left - 1, [*path, after])
                if rest is not None:
                    return (action, *rest)

    start = problem.getStartState()
    return next((plan for plan in (within(start, limit, [start]) for limit in range(deepest + 1)) if plan is not None), None)


def other(problem):
"""
CLOSED = """def astar_search(problem):
    from bisect import insort

    opened, closed, g, way = [(problem.h(problem.initial), 0, problem.initial)], set(), {problem.initial: 0}, {}
    way[problem.initial] = ()
    while opened:
        _, _, state = opened.pop(0)
        if state in closed:
            continue
        if problem.goal_test(state):
            return way[state]
        closed.add(state)
        for action in problem.actions(state):
            after = problem.result(state, action)
            cost = problem.path_cost(g[state], state, action, after)
            if after not in g or cost < g[after]:
                g[after], way[after] = cost, (*way[state], action)
                closed.discard(after)
                insort(opened, (cost + problem.h(after), -cost, after))
    return None


def other(problem):
"""
LAYERED = """def breadth_first_search(problem):
    start = problem.getStartState()
    came, frontier = {start: None}, [start]
    while frontier:
        won = next((state for state in frontier if problem.isGoalState(state)), None)
        if won is not None:
            plan = deque()
            while came[won] is not None:
                won, action = came[won]
                plan.appendleft(action)
            return plan
        frontier = [after for state in frontier for after, action, _ in problem.getSuccessors(state)
                    if after not in came and not came.update({after: (state, action)})]
    return None


def other(problem):
"""

CORRECT = {
    "nodes in a priority queue": ("uninformed", UCS, [("def uniform_cost_search(problem):\n", NODES)]),
    "a stack of iterators": ("uninformed", DFS, [("def depth_first_search(problem):\n", ITERATORS)]),
    "limits that count down": ("uninformed", "iterative_deepening_search", [("def iterative_deepening_search(problem, deepest=12):\n", COUNTDOWN + "    deepest = 12\n")]),
    "a closed set that states leave": ("informed", "astar_search", [("def astar_search(problem):\n", CLOSED)]),
    "whole layers, and a deque for the plan": ("uninformed", BFS, [(OTHER_BFS, LAYERED)]),
    "goal test when generated": (
        "uninformed", BFS, [("            return plan\n        for after, action, _ in problem.getSuccessors(state):\n" + REMEMBERED,
         "            return plan\n        for after, action, _ in problem.getSuccessors(state):\n            if problem.isGoalState(after):\n                return plan + [action]\n" + REMEMBERED)]),
    "moves in another order": (
        "uninformed", BFS, [("in problem.getSuccessors(state):\n            if after not in seen", "in reversed(problem.getSuccessors(state)):\n            if after not in seen")]),
    "tuples": (
        "uninformed", BFS, [("deque([(start, [])])", "deque([(start, ())])"), ("plan + [action]))\n    return None\n\n\ndef uniform", "(*plan, action)))\n    return None\n\n\ndef uniform")]),
    "a generator": (
        "uninformed", DFS, [("def depth_first_search(problem):", "def depth_first_search(problem):\n    yield from found_depth_first(problem) or ()\n\n\ndef found_depth_first(problem):")]),
    "recursion": (
        "uninformed", DFS, [("def depth_first_search(problem):", "def depth_first_search(problem):\n    seen = set()\n\n    def visit(state):\n        if problem.isGoalState(state):\n            return []\n        seen.add(state)\n        for after, action, _ in problem.getSuccessors(state):\n            if after not in seen:\n                found = visit(after)\n                if found is not None:\n                    return [action] + found\n\n    return visit(problem.getStartState())\n\n\ndef other(problem):")]),
    "parents instead of plans": (
        "uninformed", BFS, [(OTHER_BFS, OTHER_BFS + "    start = problem.getStartState()\n    parent, frontier = {start: None}, deque([start])\n    while frontier:\n        state = frontier.popleft()\n        if problem.isGoalState(state):\n            plan = []\n            while parent[state]:\n                state, action = parent[state]\n                plan.append(action)\n            return plan[::-1]\n        for after, action, _ in problem.getSuccessors(state):\n            if after not in parent:\n                parent[after] = (state, action)\n                frontier.append(after)\n\n\ndef other(problem):\n")]),
    "layers": (
        "uninformed", BFS, [(OTHER_BFS, OTHER_BFS + "    start = problem.getStartState()\n    layer, seen = {start: []}, {start}\n    while layer:\n        below = {}\n        for state, plan in layer.items():\n            if problem.isGoalState(state):\n                return plan\n            for after, action, _ in problem.getSuccessors(state):\n                if after not in seen:\n                    seen.add(after)\n                    below[after] = plan + [action]\n        layer = below\n\n\ndef other(problem):\n")]),
    "texts of actions": (
        "uninformed", UCS, [("plan + [action]))\n    return None\n\n\ndef depth", "plan + [str(action)]))\n    return None\n\n\ndef depth")]),
    "other ties": ("informed", "astar_search", [("(f, number, cost, after, plan + [action])", "(f, -number, cost, after, plan + [action])")]),
    "ties by smaller h": ("informed", "astar_search", [("f, number, cost, after", "f, problem.h(after) + number / 1e6, cost, after")]),
    "h kept in a dictionary": ("informed", "astar_search", [("f = cost + problem.h(after)", "f = cost + table.setdefault(after, problem.h(after))"), ("def astar_search(problem):\n", "def astar_search(problem):\n    table = {}\n")]),
    "other ties, greedy": ("informed", "greedy_search", [("(problem.h(after), number,", "(problem.h(after), -number,")]),
    "ranked moves in another order": ("local", "mcts", [("node.untried.pop(rng.randrange(len(node.untried)))", "node.untried.pop()")]),
    "sorted by minus the estimate": ("ordering", "ordered_search", [("after.sort(key=lambda step: estimate(step[0]), reverse=True)", "after.sort(key=lambda step: -estimate(step[0]))")]),
}  # fmt: skip
