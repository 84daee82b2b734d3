"""Learning to order moves in Birds of a Feather: the model solution."""

import math


def features(state):
    cards = [word for row in state.board.split(" / ") for word in row.split() if word != "--"]
    moves, count = state.move_count, len(cards)
    suits = [sum(card[1] == suit for card in cards) for suit in "CDHS"]
    movable = {str(move).split(">")[0] for move in state.legal_moves}
    return [count / 16, moves / 40, moves / (4 * count), max(suits) / count,
            (count - len(movable)) / count]  # fmt: skip


def probability(weights, row):
    z = weights[-1] + sum(w * x for w, x in zip(weights, row))
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, z))))


def fit(rows, labels, rounds=400, rate=4.0):
    """Logistic regression by gradient descent; the last weight is the constant."""
    weights = [0.0] * (len(rows[0]) + 1)
    for _ in range(rounds):
        slope = [0.0] * len(weights)
        for row, label in zip(rows, labels):
            error = label - probability(weights, row)
            for index, x in enumerate(row):
                slope[index] += error * x
            slope[-1] += error
        weights = [w + rate * s / len(rows) for w, s in zip(weights, slope)]
    return weights


def ordered_search(problem, estimate):
    lost = set()

    def search(state):
        if problem.isGoalState(state):
            return []
        after = [(child, action) for child, action, _ in problem.getSuccessors(state)]
        after.sort(key=lambda step: estimate(step[0]), reverse=True)
        for child, action in after:
            if child not in lost:
                found = search(child)
                if found is not None:
                    return [action, *found]
        lost.add(state)
        return None

    return search(problem.getStartState())
