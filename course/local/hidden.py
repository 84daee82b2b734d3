"""Local search and tree search on Gaps: the checks, on deals that students do not see."""

import math
import random

import patience_games as pg
from patience_games.course import Assignment, Check

CLIMBED = [f"gaps:scramble/4x5/10/{number}" for number in (3, 4, 5, 6)] + ["gaps:random/4x5/2"]
WALKED = [f"gaps:scramble/3x4/6/{number}" for number in (2, 3, 4)] + ["gaps:scramble/4x4/8/2"]
SEARCHED = [f"gaps:scramble/3x4/8/{number}" for number in range(1, 9)]


def climbing(climb):
    for name, h in [(name, h) for name in CLIMBED for h in ("misplaced", "level-sum")]:
        problem = pg.Problem(name, h, limit=2000)
        moves, state = climb(problem), problem.initial
        if not isinstance(moves, (list, tuple)):
            yield f"{name}: it returned {type(moves).__name__}; expected a list of actions"
            continue
        for number, move in enumerate(moves, 1):
            value = -problem._h(state)
            best = max((-problem._h(after) for after in state.children()), default=-math.inf)
            try:
                state = state.apply(move)
            except (TypeError, ValueError) as error:
                yield f"{name}: action {number} fails: {error}"
                break
            now = -problem._h(state)
            if now <= value:
                yield f"{name}: action {number} leads from the value {value:g} to {now:g}: that is not a climb"
                break
            if now < best:
                yield f"{name}: action {number} leads to {now:g}, but {best:g} was available"
                break
        else:
            value = -problem._h(state)
            if any(-problem._h(after) > value for after in state.children()):
                yield f"{name}: it stopped after {len(moves)} actions, although a neighbour is better"


def walking(walk):
    for name in WALKED:
        plans = []
        for seed in (1, 1, 2, 3):
            problem = pg.Problem(name, limit=100_000)
            plans.append(walk(problem, random.Random(seed)))
            if plans[-1] is None:
                yield f"{name}: it returned nothing; expected walks until one wins"
                return
            try:
                problem.instance.validate(plans[-1])
            except ValueError as error:
                yield f"{name}: the walk does not win: {str(error).splitlines()[0]}"
                return
        if list(map(str, plans[0])) != list(map(str, plans[1])):
            yield f"{name}: the same rng gave two walks: is another source of chance in use?"
    if len({" ".join(map(str, plan)) for plan in plans}) == 1:
        yield "different rng give the same walk: is `rng` used?"


def bound(ucb1):
    for wins, visits, parent, c in [
        (3, 4, 16, 0.0),
        (3, 4, 16, 1.0),
        (0, 1, 2, 1.4),
        (5, 9, 40, 2),
    ]:
        value = ucb1(wins, visits, parent, c)
        wanted = wins / visits + c * math.sqrt(math.log(parent) / visits)
        if not isinstance(value, (int, float)) or not math.isclose(value, wanted, abs_tol=1e-6):
            call = f"ucb1({wins}, {visits}, {parent}, {c})"
            yield f"{call} is {value!r}; expected {wanted:.6f}"
            return
    try:
        if ucb1(0, 0, 5, 1.0) != math.inf:
            yield "ucb1 of a child without visits must be infinite, so that it is tried first"
    except ZeroDivisionError:
        yield "ucb1 of a child without visits divides by 0; it must be infinite"


def narrow(names, count=6):
    """Positions with three or more moves, exactly one of which wins, and a goal a few moves away."""
    for name in names:
        instance = pg.open(name)
        closure = instance.closure(100_000)
        for state, left in zip(closure.states, closure.distances):
            if left is None or not 3 <= left <= 6 or state.move_count < 3:
                continue
            moves = state.legal_moves
            wins = [m for m, c in zip(moves, state.children()) if closure.distance(c) is not None]
            if len(wins) == 1:
                yield instance.at(state, f"{name}, at {state.board}"), wins[0]
                count -= 1
                break
        if count == 0:
            return


def choosing(mcts):
    for instance, best in narrow(SEARCHED):
        chosen = []
        for seed in range(5):
            problem = pg.Problem(instance, limit=500_000)
            chosen.append(mcts(problem, random.Random(seed), 400))
        legal = {str(move) for move in instance.moves}
        if any(str(move) not in legal for move in chosen):
            yield f"{instance.name}: it chose {chosen[0]!r}; expected a legal action"
            return
        hits = sum(str(move) == str(best) for move in chosen)
        if hits < 4:
            yield (
                f"{instance.name}: it chose the only action that wins, {best}, in {hits} of 5 runs:"
                " are wins counted in every node on the way, and is the most visited chosen?"
            )
        again = mcts(pg.Problem(instance), random.Random(0), 400)
        if str(again) != str(chosen[0]):
            yield f"{instance.name}: the same rng gave two answers"


def guided(mcts):
    """The share of positions in which few iterations are enough if UCB1 uses them well."""
    problem = pg.Problem(pg.open(CLIMBED[0]), limit=1_000_000)
    mcts(problem, random.Random(1), 200)
    if problem.expanded < 200:
        yield f"200 iterations expanded {problem.expanded} states; each plays at least one out"


ASSIGNMENT = Assignment(
    title="Local search and tree search",
    file="local.py",
    seconds=60,
    checks=(
        Check("hill climbing", 25, "hill_climbing", climbing, visible=True),
        Check("random walks", 20, "random_walks", walking),
        Check("UCB1", 15, "ucb1", bound, visible=True),
        Check("MCTS finds the only way", 35, "mcts", choosing),
        Check("MCTS plays out", 5, "mcts", guided),
    ),
)
