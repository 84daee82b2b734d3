"""Learning to order moves on Birds: the checks, on deals that students do not see."""

import math
import random
import sys
from pathlib import Path

import patience_games as pg
from patience_games.course import Assignment, Check

sys.path.append(str(Path(__file__).parent / "starter"))
from positions import labelled  # noqa: E402

SOLVABLE = [f"birds:neller/{number}" for number in (42, 101, 102, 103)]
UNSOLVABLE = "birds:neller/10"


def as_rows(features):
    states = [pg.open(name).start for name in SOLVABLE]
    states += states[0].children()[:5]
    rows = [list(features(state)) for state in states]
    if len({len(row) for row in rows}) != 1 or not rows[0]:
        yield f"rows have {sorted({len(row) for row in rows})} numbers; expected the same number"
        return
    for state, row in zip(states, rows):
        if not all(isinstance(float(value), float) and math.isfinite(value) for value in row):
            yield f"features are {row}; expected finite numbers\n{state}"
            return
        if list(features(state)) != row:
            yield f"a second call on the same state gave other features\n{state}"
            return
    if all(row == rows[0] for row in rows):
        yield "features are the same for all states"


def _module():
    return sys.modules["ordering"]


def easy(fit):
    rng = random.Random(5)
    rows = [[rng.random(), rng.random()] for _ in range(200)]
    rows = [row for row in rows if abs(row[0] + row[1] - 1) > 0.1]
    labels = [int(row[0] + row[1] > 1) for row in rows]
    model = fit(rows[:100], labels[:100])
    values = [float(_module().probability(model, row)) for row in rows]
    if not all(0 <= value <= 1 for value in values):
        yield f"a probability is {next(v for v in values if not 0 <= v <= 1):g}"
        return
    right = sum((v > 0.5) == label for v, label in zip(values[100:], labels[100:]))
    if right < 0.9 * len(rows[100:]):
        share = f"{right} of {len(rows[100:])}"
        hint = "does the model learn in the right direction, and long enough?"
        yield f"of linearly separable rows {share} were right: {hint}"


def birds(fit):
    training, test = labelled([31, 32, 33], 7), labelled([41, 42, 43], 8)
    features, probability = _module().features, _module().probability
    model = fit([features(state) for state, _ in training], [int(won) for _, won in training])
    right = sum((probability(model, features(state)) > 0.5) == won for state, won in test)
    won = sum(label for _, label in test)
    majority = max(won, len(test) - won)
    if right < majority + 0.03 * len(test):
        yield (
            f"of {len(test)} new positions {right} were right; the more common answer alone gets"
            f" {majority}: do the features show what can still move?"
        )


def searched(search):
    def blind(problem):
        return search(problem, lambda state: -state.move_count)

    return pg.grade(
        blind, SOLVABLE[:2], optimal=False, convention="none", limit=400_000, seconds=1e6, most=50
    )


def hopeless(search):
    """A lost deal with few reachable positions."""
    instance = pg.open(UNSOLVABLE)
    state = instance.start
    rng = random.Random(3)
    while state.move_count > 6:
        state = rng.choice(state.children())
    lost = instance.at(state, "a lost position")

    def blind(problem):
        return search(problem, lambda state: state.move_count)

    return pg.grade(blind, [lost], optimal=False, limit=20_000, seconds=1e6)


def led(search):
    """With a perfect estimate no lost position is expanded."""
    for name in SOLVABLE:
        instance = pg.open(name)
        known = {}

        def perfect(state, instance=instance, known=known):
            if state not in known:
                known[state] = float(state.is_goal or instance.at(state).solve().is_solved)
            return known[state]

        problem = pg.Problem(instance, limit=30)
        hint = "are children sorted, and does the highest come first?"
        try:
            plan = search(problem, perfect)
            length = instance.validate(plan or [])
        except pg.LimitReached:
            yield f"{name}: with a perfect estimate it expanded more than 30 states: {hint}"
            return
        except ValueError as error:
            yield f"{name}: the plan fails: {str(error).splitlines()[0]}"
            return
        if problem.expanded < length:
            yield (
                f"{name}: it expanded {problem.expanded} states for a plan of {length} moves:"
                " do moves come from the problem, and from nowhere else?"
            )
            return
        if problem.expanded > length + 1:
            yield (
                f"{name}: with a perfect estimate it expanded {problem.expanded} states for"
                f" {length} moves: {hint}"
            )
            return


ASSIGNMENT = Assignment(
    title="Learning to order moves",
    file="ordering.py",
    seconds=60,
    memory=4 << 30,
    checks=(
        Check("features", 15, "features", as_rows, visible=True),
        Check("fit: what is easy", 20, "fit", easy, visible=True),
        Check("fit: Birds of a Feather", 25, "fit", birds),
        Check("ordered search wins", 10, "ordered_search", searched, visible=True),
        Check("ordered search ends on a lost position", 10, "ordered_search", hopeless),
        Check("ordered search follows the estimate", 20, "ordered_search", led),
    ),
)
