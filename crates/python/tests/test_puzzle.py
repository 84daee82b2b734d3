"""Games written in Python."""

import patience_games as pg
import pytest


class Sliding(pg.PuzzleGame):
    """The 8-puzzle."""

    GOAL = (1, 2, 3, 4, 5, 6, 7, 8, 0)

    def __init__(self, start):
        self.first = start

    def start(self):
        return self.first

    def is_goal(self, state):
        return state == self.GOAL

    def moves(self, state):
        row, column = divmod(state.index(0), 3)
        steps = [("up", row > 0), ("down", row < 2), ("left", column > 0), ("right", column < 2)]
        return [name for name, legal in steps if legal]

    def apply(self, state, move):
        blank = state.index(0)
        other = blank + {"up": -3, "down": 3, "left": -1, "right": 1}[move]
        board = list(state)
        board[blank], board[other] = board[other], board[blank]
        return tuple(board)


def distance(state):
    return sum(
        abs(at // 3 - (tile - 1) // 3) + abs(at % 3 - (tile - 1) % 3)
        for at, tile in enumerate(state)
        if tile
    )


MIXED = (1, 2, 3, 0, 4, 6, 7, 5, 8)


def replayed(game, plan):
    state = game.start()
    for move in plan:
        assert move in game.moves(state)
        state = game.apply(state, move)
    return state


ALGORITHMS = [
    each["name"] for each in pg.games()[3]["algorithms"] if not each["name"].startswith("tiles-")
]


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_every_algorithm_runs_on_a_game_of_python(algorithm):
    game = Sliding(MIXED)
    report = game.solve(algorithm, distance, expansions=3000, seed=1)
    if report.is_solved:
        assert game.is_goal(replayed(game, report.plan))
    if algorithm in ("bfs", "iddfs", "astar", "idastar", "ucs"):
        assert report.length == 3


def test_promised_heuristic_proves_the_plan_optimal():
    game = Sliding((8, 1, 3, 4, 0, 2, 7, 6, 5))
    promised = pg.heuristic(consistent=True)(distance)
    report = game.solve("astar", promised)
    assert report.optimal and report.length == game.solve("bfs").length
    assert report.expanded < game.solve("bfs").expanded


def test_costs_are_minimised():
    class Toll(pg.PuzzleGame):
        def start(self):
            return 0

        def is_goal(self, state):
            return state == 4

        def moves(self, state):
            return ["step", "leap"] if state < 4 else []

        def apply(self, state, move):
            return state + (1 if move == "step" else 4)

        def cost(self, state, move):
            return 1 if move == "step" else 9

    report = Toll().solve()
    assert (report.algorithm, report.cost, report.length, report.optimal) == ("ucs", 4, 4, True)

    class Wrong(Toll):
        least_cost = 2

    with pytest.raises(ValueError, match="least_cost"):
        Wrong().solve()

    class Negative(Toll):
        def cost(self, state, move):
            return -1

    with pytest.raises(ValueError, match="cost returned -1"):
        Negative().solve()


def test_lost_game_is_proved_lost():
    odd = Sliding((2, 1, 3, 4, 5, 6, 7, 8, 0))
    assert odd.solve("bfs", expansions=1000).verdict == "unknown"

    class Stuck(pg.PuzzleGame):
        def start(self):
            return 1

        def is_goal(self, state):
            return state == 0

        def moves(self, state):
            return [2, 3]

        def apply(self, state, move):
            return state * move % 12

    assert Stuck().solve("bfs").verdict in ("solved", "unsolvable")

    class Lost(Stuck):
        def is_goal(self, state):
            return False

    assert Lost().solve("bfs").verdict == "unsolvable"


@pytest.mark.parametrize("method", ["start", "is_goal", "moves", "apply", "key", "cost"])
def test_exception_of_the_game_comes_out_as_itself(method):
    class Odd(Exception):
        pass

    class Faulty(Sliding):
        pass

    def raises(self, *_):
        raise Odd(method)

    setattr(Faulty, method, raises)
    without_keys = [] if method == "key" else ["idastar", "mcts", "restarts"]
    for algorithm in ["bfs", "astar", "beam", *without_keys]:
        with pytest.raises(Odd, match=method):
            Faulty(MIXED).solve(algorithm, distance, expansions=2000)


def test_states_and_moves_that_cannot_be_hashed_are_type_errors():
    class Lists(Sliding):
        def start(self):
            return list(self.first)

        def apply(self, state, move):
            return list(super().apply(tuple(state), move))

        def is_goal(self, state):
            return tuple(state) == self.GOAL

    with pytest.raises(TypeError, match="unhashable"):
        Lists(MIXED).solve("bfs")

    class Keyed(Lists):
        def key(self, state):
            return tuple(state)

    assert Keyed(MIXED).solve("bfs").length == 3

    class ListMoves(Sliding):
        def moves(self, state):
            return [[move] for move in super().moves(state)]

    with pytest.raises(TypeError, match="unhashable"):
        ListMoves(MIXED).solve("bfs")


def test_game_that_contradicts_itself_is_an_error_and_never_a_verdict():
    import itertools

    ticks = itertools.count()

    class Fickle(Sliding):
        def apply(self, state, move):
            after = list(super().apply(state, move))
            if next(ticks) % 3 == 0:
                after[0], after[8] = after[8], after[0]
            return tuple(after)

    for algorithm in ("bfs", "astar", "greedy", "idastar", "beam"):
        try:
            report = Fickle((8, 1, 3, 4, 0, 2, 7, 6, 5)).solve(algorithm, distance, expansions=3000)
        except RuntimeError:
            continue
        assert report.verdict in ("unknown", "solved")


def test_memory_of_python_objects_is_limited():
    class Wide(pg.PuzzleGame):
        def start(self):
            return (0,)

        def is_goal(self, state):
            return False

        def moves(self, state):
            return range(20)

        def apply(self, state, move):
            return (*state, move, bytes(10_000))

    import sys

    if not sys.platform.startswith("linux"):
        pytest.skip("the system does not report the memory of the process")
    report = Wide().solve("bfs", memory=32 << 20, expansions=200_000)
    assert report.stop == "memory"
    # The system counts pages, and is queried once in 256 calls.
    assert report["peak_bytes"] < 48 << 20


def test_own_heuristic_is_asked():
    class Guided(Sliding):
        def heuristic(self, state):
            return distance(state)

    report = Guided(MIXED).solve()
    assert (report.algorithm, report.heuristic, report.length) == ("astar", "heuristic", 3)
    assert Guided(MIXED).solve("bfs").heuristic is None
