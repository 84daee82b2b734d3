"""Hostile arguments, threads and pickles: Python exceptions, never a panic."""

import itertools
import math
import pickle
import random
import subprocess
import sys
import threading

import patience_games as pg
import pytest
from patience_games import _native, svg

NAMES = [
    "birds:neller/42",
    "tiles:level/iartistas-04",
    "cohesion:level/vieira-1",
    "gaps:random/3x4/1",
    "sliding:korf/1",
    "gaps+double-montana:pysol/7",
]


class Evil:
    """Raises the given exception."""

    def _raise(self, *_args, **_named):
        raise ZeroDivisionError

    __str__ = __hash__ = __eq__ = __bool__ = __index__ = __float__ = _raise
    __iter__ = __len__ = __call__ = __fspath__ = _raise

    def __repr__(self):
        return "Evil()"


def broken_names():
    yield "birds:neller/1"
    raise ZeroDivisionError


INSTANCES = [pg.open(name) for name in NAMES]
RECURSIVE = []
RECURSIVE.append(RECURSIVE)
VALUES = [
    None, True, -1, 0, 1, 7, 255, 256, 2**31, 2**32, 2**63, 2**64, 2**200, -(2**63), -(2**200),
    0.0, 0.5, 1e-320, 1e308, math.nan, math.inf, -math.inf, 1j,
    "", " ", "\x00", "\ud800", "é\u202e", "a" * 10_000, "0,0>0,1", "R", "astar", "beam", "runs",
    "birds", "birds:neller/1..3", "birds:neller/18446744073709551616", "gaps:random/3x4/1",
    "R.R/B.B", "%s{0}", "../../x", "/dev/null", "\n", "--help",
    b"", b"\xff" * 50, bytearray(b"abc"), memoryview(b"xx"),
    [], [None], ["R"], ("R", "D"), {}, {"a": 1}, set(), RECURSIVE, object(), int, len,
    lambda state: 0, lambda state: math.nan, lambda state: "x", lambda state: -1,
    lambda state: 2**70, lambda: 0, broken_names, Evil(),
    pg.Move("R"), pg.Move("\x00", None, 0), pg.Move("x", "y", 2**32 - 1), Exception("x"),
    *INSTANCES, *(instance.start for instance in INSTANCES), pg.Board("birds:neller/42"),
]  # fmt: skip
NAMED = {
    "seconds": [0, 0.01, -1, math.nan, math.inf, 2**200, "x", True],
    "expansions": [0, 1, 10, -1, 2**64, 1.5, "x"],
    "memory": [0, 1, 1 << 20, -1, 2**64, "x"],
    "depth": [0, 1, -1, 2**32, "x"],
}
OTHER = ["width", "weight", "seed", "model", "scratch", "x", "-", "\ud800", "a b", "restarts"]
EXPECTED = (
    ArithmeticError, AttributeError, LookupError, OSError, TypeError, ValueError, ImportError,
)  # fmt: skip
"""Errors about arguments; neither ``RuntimeError``, which means a defect, nor a panic."""
SOLVING = {"solve", "analyse", "hint", "review", "evaluate", "redeal", "certify"}


def functions(chance):
    """Public functions by name, with the methods of an instance, a state, a board and a problem."""
    instance = chance.choice(INSTANCES)
    board, problem = pg.Board(instance), pg.Problem(instance)
    found = {name: getattr(pg, name) for name in pg.__all__ if callable(getattr(pg, name))}
    for name in ("train", "grade", "save_games", "load_games"):  # long, or of files
        del found[name]
    found["check_heuristic"] = lambda *args: pg.check_heuristic(*args, most=2000)
    found |= {"svg.board": svg.board, "svg.board_svg": svg.board_svg}
    native = ["open", "read", "SolveMany", "solve_puzzle", "review", "redeal_chance"]
    found |= {f"native.{name}": getattr(_native, name) for name in native}
    heuristic = instance.heuristic("blind")
    for each in (instance, instance.start, board, problem, heuristic):
        kind = type(each)
        found |= {
            name: getattr(each, name)
            for name in dir(kind)
            if not name.startswith("__") and callable(getattr(kind, name, None))
        }
    found["closure"] = lambda most: instance.closure(min(most, 2000))
    found["__call__"] = heuristic
    return found


@pytest.mark.parametrize("seed", range(4))
def test_hostile_arguments_raise_exceptions_of_python(seed):
    chance = random.Random(seed)
    for _ in range(25):
        for name, function in functions(chance).items():
            args = chance.choices(VALUES, k=chance.choice([0, 1, 1, 1, 2, 2, 3]))
            named = {key: chance.choice(NAMED[key]) for key in NAMED if chance.random() < 0.25}
            if chance.random() < 0.3:
                named[chance.choice(OTHER)] = chance.choice(VALUES)
            if name in SOLVING:
                named = {**named, "seconds": 0.01, "expansions": 20}
                if name in ("hint", "evaluate"):
                    del named["expansions"]
                if name == "redeal":
                    named["samples"] = 1
            try:
                answer = function(*args, **named)
                if hasattr(answer, "__next__"):
                    list(itertools.islice(answer, 3))
            except EXPECTED:
                pass
            except BaseException as error:
                pytest.fail(f"{name}(*{args!r}, **{named!r}): {error!r}")


@pytest.mark.parametrize("name", NAMES)
def test_tampered_pickles_raise_exceptions_of_python(name):
    chance = random.Random(1)
    board = pg.Board(name)
    board.push(board.legal_moves[0])
    for whole in (board, board.state, board.peek(), board.instance):
        data = pickle.dumps(whole)
        # Only strings are changed: other abuses of pickle are outside this test.
        at = [index for index, byte in enumerate(data) if chr(byte) in "0123456789,>.#/ACDHKRSTU"]
        for _ in range(200):
            changed = bytearray(data)
            for index in chance.sample(at, 2):
                changed[index] = ord(chance.choice("0123456789,>.#/ACDHKRSTU"))
            try:
                again = pickle.loads(bytes(changed))
                str(again), repr(again), again == whole
                if isinstance(again, pg.State):
                    again.children(), hash(again)
            except Exception as error:
                assert not isinstance(error, RuntimeError), error


def test_threads_share_solve_many():
    reports, taken, faults = pg.solve_many("birds:neller/1..300"), [], []

    def take():
        try:
            taken.extend(report.instance for report in reports)
        except BaseException as error:
            faults.append(error)

    threads = [threading.Thread(target=take) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not faults and sorted(taken) == sorted(pg.names("birds:neller/1..300"))
    assert list(reports) == []


def test_solve_many_is_closed_while_another_thread_waits():
    reports = pg.solve_many("gaps:solvitaire/4x13/1..1000", "bfs", expansions=10**12)
    timer = threading.Timer(0.1, reports.close)
    timer.start()
    # The current solve is abandoned, or has already ended.
    assert len(list(reports)) < 1000


def test_names_that_ask_for_reports_are_an_error():
    def names():
        yield "birds:neller/1"
        with pytest.raises(RuntimeError, match="requests a report while it makes a name"):
            next(reports)
        yield "birds:neller/2"

    reports = pg.solve_many(names())
    assert [report.verdict for report in reports] == ["solved", "solved"]


def test_names_that_close_the_reports_end_them():
    def names():
        yield "birds:neller/1"
        reports.close()
        yield "birds:neller/2"

    reports = pg.solve_many(names())
    assert list(reports) == []


def test_two_decks_list_the_heuristics_that_they_have():
    for instance in INSTANCES:
        for name in instance.heuristics:
            assert instance.heuristic(name)(instance.start) >= 0


def test_contradictions_print_nothing():
    code = """
import patience_games as pg
class Mad(pg.PuzzleGame):
    asked = 0
    def start(self): return 0
    def is_goal(self, state): return False
    def apply(self, state, move): return state + 1
    def moves(self, state):
        self.asked += 1
        return [1, 2, 3][: self.asked % 4]
try:
    Mad().solve("nmcs", expansions=1000)
except RuntimeError as error:
    print(error)
"""
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "the same question" in ran.stdout and ran.stderr == ""
