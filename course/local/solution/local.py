"""Local search and Monte Carlo tree search on Gaps: the model solution."""

import math


def hill_climbing(problem):
    state, plan = problem.initial, []
    while True:
        steps = [(problem.result(state, action), action) for action in problem.actions(state)]
        if not steps:
            return plan
        after, action = max(steps, key=lambda step: problem.value(step[0]))
        if problem.value(after) <= problem.value(state):
            return plan
        state = after
        plan.append(action)


def random_walks(problem, rng, longest=60):
    while True:
        state, plan = problem.initial, []
        while len(plan) <= longest:
            if problem.goal_test(state):
                return plan
            actions = problem.actions(state)
            if not actions:
                break
            action = rng.choice(actions)
            state = problem.result(state, action)
            plan.append(action)


def ucb1(wins, visits, parent_visits, exploration):
    if visits == 0:
        return math.inf
    return wins / visits + exploration * math.sqrt(math.log(parent_visits) / visits)


class Node:
    def __init__(self, problem, state):
        self.state = state
        self.won = problem.goal_test(state)
        self.untried = [] if self.won else list(problem.actions(state))
        self.children = {}
        self.wins = self.visits = 0


def playout(problem, state, rng, longest=60):
    for _ in range(longest):
        if problem.goal_test(state):
            return 1
        actions = problem.actions(state)
        if not actions:
            return 0
        state = problem.result(state, rng.choice(actions))
    return 0


def mcts(problem, rng, iterations):
    root = Node(problem, problem.initial)
    for _ in range(iterations):
        node, path = root, [root]
        while not node.untried and node.children:
            node = max(
                node.children.values(),
                key=lambda child: ucb1(child.wins, child.visits, path[-1].visits, 1.0),
            )
            path.append(node)
        if node.untried:
            action = node.untried.pop(rng.randrange(len(node.untried)))
            node.children[action] = Node(problem, problem.result(node.state, action))
            node = node.children[action]
            path.append(node)
        won = playout(problem, node.state, rng)
        for each in path:
            each.visits += 1
            each.wins += won
    return max(root.children, key=lambda action: root.children[action].visits)
