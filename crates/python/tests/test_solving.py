"""Solves, questions and limits."""

import contextlib
import faulthandler
import json
import math
import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial

import patience_games as pg
import pytest

LEVEL = "tiles:level/iartistas-08"


def test_report_is_a_dictionary_with_attributes():
    report = pg.open("birds:neller/10").solve()
    assert report.verdict == report["verdict"] == "unsolvable" and not report.is_solved
    assert report.plan == [] and report.length is None and report.stop is None
    assert list(report)[:5] == ["instance", "game", "rules", "board", "algorithm"]
    json.dumps(report)


def test_reports_with_a_function_have_the_fields_of_all_reports():
    level = pg.open(LEVEL)
    for limits in ({}, {"expansions": 10}):
        mine, theirs = level.solve("astar", lambda state: 0, **limits), level.solve("bfs", **limits)
        assert set(mine) == set(theirs) and bool(mine.plan) == mine.is_solved
    lost = pg.open("birds:neller/10").solve("astar", lambda state: 0)
    assert lost.plan == [] and lost.verdict == "unsolvable"


def test_every_generic_algorithm_runs_with_its_parameters():
    level = pg.open("tiles:level/iartistas-04")
    for algorithm in level.info["algorithms"]:
        report = level.solve(algorithm["name"], expansions=3000, seed=3)
        assert report.algorithm == algorithm["name"]
        if report.is_solved:
            assert level.validate(report.plan) == report.length


def test_wrong_requests_are_value_errors():
    level = pg.open(LEVEL)
    for arguments, message in [
        (dict(algorithm="asstar"), "did you mean `astar`"),
        (dict(algorithm="astar", heuristic="rnus"), "did you mean `runs`"),
        (dict(algorithm="beam", width=0), "not a valid value of `width`"),
        (dict(algorithm="beam", widht=5), "width"),
        (dict(algorithm="astar", width=5), "does not read `width`"),
        (dict(algorithm="bfs", heuristic="runs"), "does not read `heuristic`"),
        (dict(seconds=-1), "seconds"),
        (dict(seconds=math.nan), "seconds"),
        (dict(threads=0), "threads"),
        (dict(heuristic="learned", algorithm="greedy", model="/nowhere"), "nowhere"),
    ]:
        with pytest.raises(ValueError, match=message):
            level.solve(**arguments)
    with pytest.raises((TypeError, OverflowError)):
        level.solve("bfs", expansions=-1)
    with pytest.raises(TypeError):
        level.solve("beam", width=[])


def test_limits_hold():
    deal = pg.open("gaps:solvitaire/4x13/8")
    assert deal.solve("bfs", expansions=100).expanded == 100
    report = deal.solve("bfs", memory=1 << 20)
    assert report.stop == "memory" and report["peak_bytes"] <= 1 << 20
    assert deal.solve("bfs", seconds=0.05).stop == "time"
    assert deal.solve("bfs", depth=1).stop == "depth"


LOST = "2C 3C -- -- / 2D 9H -- -- / -- -- -- -- / -- -- -- --"


def zero(state):
    return 0


@pytest.mark.parametrize("algorithm", ["astar", "idastar", "greedy", "beam", "wastar", "restarts"])
def test_python_heuristic_guides_rust_algorithms(algorithm):
    level = pg.open("tiles:level/iartistas-04")
    named = level.heuristic("runs")
    mine = pg.heuristic(consistent=True)(lambda state: named(state))
    own = level.solve(algorithm, mine, expansions=5000)
    other = level.solve(algorithm, "runs", expansions=5000)
    assert own.verdict == other.verdict and own.heuristic == "<lambda>"
    if own.is_solved:
        assert level.validate(own.plan) == own.length
    if algorithm in ("astar", "idastar"):
        assert (own.expanded, own.optimal) == (other.expanded, True)


def test_unpromised_heuristic_proves_nothing():
    level = pg.open(LEVEL)
    runs = level.heuristic("runs")
    report = level.solve("astar", lambda state: 9 * runs(state))
    assert report.is_solved and not report.optimal and report.heuristic == "<lambda>"
    assert report.lower_bound <= level.solve("bfs").length
    assert level.solve("astar", pg.heuristic(admissible=True)(lambda state: 0)).optimal


def test_dead_ends_prove_only_what_is_promised():
    lost = pg.read("birds", LOST)
    assert lost.solve("astar", zero).verdict == "unsolvable"
    connected = lost.heuristic("connected")
    assert connected.sound_dead_ends
    cut = lost.solve("astar", lambda state: math.inf)
    assert (cut.verdict, cut.stop, cut.lower_bound) == ("unknown", "incomplete", 0)
    sound = pg.heuristic(sound_dead_ends=True)(lambda state: connected(state))
    assert lost.solve("astar", sound).verdict == "unsolvable"


def test_fractions_round_up_without_losing_admissibility():
    level = pg.open(LEVEL)
    exact = level.closure()
    near = pg.heuristic(consistent=True)(lambda state: (exact.distance(state) or 0) * 0.999999)
    report = level.solve("astar", near)
    assert report.optimal and report.length == exact.distances[0]


@pytest.mark.parametrize("bad", [math.nan, -1, "far", None])
def test_nonsense_of_a_heuristic_is_an_error(bad):
    with pytest.raises((ValueError, TypeError)):
        pg.open(LEVEL).solve("astar", lambda state: bad)


@pytest.mark.parametrize("algorithm", ["astar", "idastar", "beam", "restarts", "portfolio"])
def test_exception_of_a_heuristic_comes_out_as_itself(algorithm):
    class Odd(Exception):
        pass

    calls = 0

    def faulty(state):
        nonlocal calls
        calls += 1
        if calls == 5:
            raise Odd("at five")
        return 0

    with pytest.raises(Odd, match="at five") as error:
        pg.open(LEVEL).solve(algorithm, faulty)
    assert calls == 5, "nothing is called after it"
    assert error.traceback[-1].name == "faulty"


def test_heuristic_needs_an_algorithm_that_asks():
    with pytest.raises(ValueError, match="uses no heuristic"):
        pg.open(LEVEL).solve("bfs", zero)
    with pytest.raises(ValueError, match="no search algorithm|unknown search algorithm|conclusive"):
        pg.open("gaps:solvitaire/4x13/7").solve("conclusive", zero)
    with pytest.raises(ValueError, match="width"):
        pg.open(LEVEL).solve("astar", zero, width=3)


@contextlib.contextmanager
def interrupted():
    """Expects that Ctrl-C, sent shortly after the start, ends the work."""
    # Background jobs of a shell ignore SIGINT, and Python then raises no exception.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    # Work that does not stop fails the test instead of hanging it, even on a slow machine.
    faulthandler.dump_traceback_later(600, exit=True, file=sys.__stderr__)
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    try:
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            yield
    finally:
        timer.join()
        faulthandler.cancel_dump_traceback_later()
        signal.signal(signal.SIGINT, before)


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")
@pytest.mark.parametrize("heuristic", [None, zero])
def test_interrupt_ends_a_solve(heuristic):
    deal = pg.open("gaps:solvitaire/4x13/8")
    with interrupted():
        # The memory limit would end it long after the signal.
        deal.solve("astar", heuristic or "misplaced", memory=8 << 30, seconds=120)


HARD = "gaps:solvitaire/4x13/8"
LONG = {
    "solve_many": lambda: list(pg.solve_many("gaps:solvitaire/4x13/1..9", "bfs", memory=8 << 30)),
    "closure": lambda: pg.open("cohesion:level/vieira-1").closure(1 << 40),
    "analyse": lambda: pg.open(HARD).analyse("bfs", memory=8 << 30),
    "review": lambda: pg.open(HARD).review([], seconds=None),
    "certify": lambda: [pg.open(f"gaps:random/4x8/{seed}").certify() for seed in range(10**6)],
    "redeal": lambda: pg.open(HARD).redeal(redeals=9, samples=10**6),
    "generate": lambda: list(pg.generate("tiles", "generate/12x12/5/20", 10**6)),
    "grade": lambda: pg.grade(forever, ["tiles:level/iartistas-04"], seconds=600, limit=10**12),
    "check_heuristic": lambda: [pg.check_heuristic(zero, pg.open(LEVEL)) for _ in range(10**6)],
    **{name: partial(pg.train, name) for name in ("gaps", "birds", "cohesion", "tiles")},
    **{name: partial(pg.train, name) for name in ("gaps-policy", "gaps-moves")},
    "ranking": lambda: pg.train("tiles", by_ranking=True),
}


def forever(problem):
    while True:
        problem.getSuccessors(problem.getStartState())


@pytest.mark.skipif(os.name != "posix", reason="signals are sent as on Unix")
@pytest.mark.parametrize("name", LONG)
def test_interrupt_ends_all_long_work(name):
    with interrupted():
        LONG[name]()


def test_closure_keeps_its_limits():
    level = pg.open("cohesion:level/vieira-1")
    for most in (1 << 40, 2**63):
        with pytest.raises(MemoryError, match=r"limit \(memory\)"):
            level.closure(most, memory=32 << 20)
        with pytest.raises(TimeoutError, match=r"limit \(time\)"):
            level.closure(most, seconds=0.01)
    with pytest.raises(ValueError, match="more than 1000 states"):
        level.closure(1000, memory=32 << 20)
    small = pg.open(LEVEL)
    assert len(small.closure(memory=1 << 20)) == len(small.closure(memory=None)) == 98


@pytest.mark.skipif(sys.platform != "linux", reason="memory is measured as on Linux")
def test_closure_counts_what_python_will_need():
    # The tightest of six limits under which it succeeds bounds the growth of the process.
    code = """
import resource, sys
import patience_games as pg
level = pg.open("sliding:random/3x3/1")
pg.open("tiles:level/iartistas-04").closure()
peak = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
before, limit = peak(), 1 << 20
while True:
    try:
        closed = level.closure(memory=limit)
        break
    except MemoryError:
        assert peak() - before < 1.3 * limit + (4 << 20)
        limit *= 2
print(len(closed), limit, peak() - before)
assert len(closed) > 10_000 and peak() - before < limit + (4 << 20)
"""
    subprocess.run([sys.executable, "-c", code], check=True)


def test_other_threads_run_during_a_solve():
    deal, ticks, done = pg.open("gaps:solvitaire/4x13/8"), 0, threading.Event()

    def solve():
        deal.solve("bfs", expansions=20_000)
        done.set()

    thread = threading.Thread(target=solve)
    thread.start()
    while not done.is_set():
        ticks += 1
        time.sleep(0)
    thread.join()
    assert ticks > 0


def test_questions_agree():
    level = pg.open("tiles:level/iartistas-07")
    analysed = level.analyse()
    assert [move["move"] for move in analysed] == [str(move) for move in level.moves]
    hint, best = level.hint(), level.solve("bfs").length
    assert hint["worth"] == "wins" and level.validate(hint["plan"]) == hint["distance"]
    assert min(move["distance"] for move in analysed if move["worth"] == "wins") == best
    assert pg.open("birds:neller/10").hint()["worth"] == "loses"
    runs = next(each for each in level.evaluate() if each["heuristic"] == "runs")
    assert runs["value"] == level.heuristic("runs")(level.start)


def test_review_finds_the_move_that_lost():
    deal = pg.open("birds:neller/42")
    for first in deal.analyse():
        if first["worth"] == "loses":
            break
    plan = deal.solve().plan
    won = deal.review(plan)
    assert (won["fatal"], won["accuracy"], won["moves"]) == (None, 100, len(plan))
    if first["worth"] == "loses":
        lost = deal.review([first["move"]])
        assert lost["fatal"] == 1 and deal.validate(lost["line"])
    with pytest.raises(pg.IllegalMove):
        deal.review("nonsense")


def test_certificates_are_checked():
    for name, claim in [
        ("birds:neller/10", "lost"),
        ("gaps:random/3x4/1", None),
        ("tiles:level/iartistas-04", "won in 5 moves and in no fewer"),
    ]:
        certificate = pg.open(name).certify()
        verified = certificate.check()
        assert claim is None or verified.claim == claim
        damaged = bytearray(certificate.data)
        damaged[len(damaged) // 2] ^= 1
        with pytest.raises(pg.Refused):
            pg.check(bytes(damaged))
    plain = pg.open("gaps:random/3x4/1").certify(lemmas="none").check()
    assert plain.lemmas == ()
    with pytest.raises(ValueError, match="lemmas"):
        pg.open("gaps:random/3x4/1").certify(lemmas="some")
    unknown = pg.open("gaps:solvitaire/4x13/8").certify(expansions=1)
    if unknown.data is None:
        with pytest.raises(ValueError, match="nothing to prove"):
            unknown.check()
    with pytest.raises(ValueError, match="no certificates"):
        pg.open("gaps+paper:paper/4x8/20/1").certify()


def test_redeals():
    deal = pg.open("gaps:random/4x4/1")
    answer = deal.redeal("pysol", 1, samples=5)
    assert answer["verdict"] in ("solved", "unsolvable")
    rules = [rule for rule, _, _ in deal.redeal_rules]
    assert "pysol" in rules and deal.redealt("pysol", 1).board != deal.board
    with pytest.raises(ValueError, match="redeal rule"):
        deal.redeal("pysool")
    with pytest.raises(ValueError, match="redeals"):
        deal.redeal(redeals=0)
    with pytest.raises(ValueError):
        pg.open("birds:neller/42").redealt("pysol", 1)


def test_solve_many_is_lazy_and_in_order():
    taken = []

    def jobs():
        for name in pg.names("birds:neller/1..100000"):
            taken.append(name)
            yield name

    with pg.solve_many(jobs(), threads=2) as reports:
        first = [next(reports) for _ in range(50)]
    assert [report.instance for report in first] == taken[:50]
    assert len(taken) < 1000
    assert list(reports) == []
    alone = [pg.open(report.instance).solve().verdict for report in first]
    assert [report.verdict for report in first] == alone


def test_solve_many_tells_errors_in_their_place():
    mixed = [pg.open("tiles:level/iartistas-04"), "birds:nell/1", "birds:neller/42"]
    reports = pg.solve_many(mixed, threads=1)
    assert next(reports).length == 5
    with pytest.raises(ValueError, match="source"):
        next(reports)
    assert next(reports).length == 15
    with pytest.raises(StopIteration):
        next(reports)
    with pytest.raises(ValueError):
        list(pg.solve_many("birds:neller/1..3", "no-such-algorithm"))

    def broken():
        yield "birds:neller/1"
        raise LookupError("no more")

    with pytest.raises(LookupError):
        list(pg.solve_many(broken()))


def test_training_refuses_what_is_not_learned():
    with pytest.raises(ValueError, match="model"):
        pg.train("chess")


def test_reports_go_into_data_frames_as_they_are():
    reports = list(pg.solve_many("birds:neller/10..12"))
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(reports)
    assert list(frame["verdict"]) == ["unsolvable", "solved", "solved"]
    assert list(frame.columns)[:2] == ["instance", "game"]
    polars = pytest.importorskip("polars")
    told = polars.DataFrame(reports)
    assert told["expanded"].to_list() == [report.expanded for report in reports]


def test_reports_are_tables_of_arrow_as_they_are():
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    reports = list(pg.solve_many("birds:neller/9..12", threads=1))
    table = pyarrow.Table.from_pylist(reports)
    assert table["verdict"].to_pylist() == [report.verdict for report in reports]
    frame = polars.DataFrame(reports, infer_schema_length=None)
    # Arrow's protocol, by which one library reads another's table.
    again = pyarrow.table(frame)
    assert again["length"].to_pylist() == table["length"].to_pylist()
