"""Measures the figures of docs/python.md, in CPU time: `python crates/python/benchmark.py`."""

from __future__ import annotations

import resource
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

import patience_games as pg


def import_seconds() -> float:
    """Median time of an import, each in its own process, minus that of an empty process."""

    def used(code: str) -> float:
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", code], check=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    return median(used("import patience_games") - used("pass") for _ in range(25))


def some_states(name: str) -> list[pg.State]:
    """At least five hundred states reachable from the start."""
    states = frontier = [pg.open(name).start]
    while len(states) < 500 and frontier:
        frontier = [child for state in frontier for child in state.children()][:500]
        states = states + frontier
    return states


def children_a_second(name: str, seconds: float = 1.0) -> float:
    states, made = some_states(name), 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        for state in states:
            made += len(state.children())
    return made / (time.process_time() - began)


def heuristics_a_second(name: str, seconds: float = 0.2) -> list[tuple[float, str]]:
    """Calls per second of each heuristic of the game, from Python, the slowest first."""
    instance, states, rates = pg.open(name), some_states(name), list[tuple[float, str]]()
    for each in instance.heuristics:
        h, done = instance.heuristic(each), 0
        h(states[0])
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds:
            for state in states[done % len(states) :][:10]:
                h(state)
                done += 1
        rates.append((done / spent, each))
    return sorted(rates)


def nothing(state: pg.State) -> int:
    return 0


def heuristic_seconds() -> tuple[float, float]:
    """The additional cost of a call within a solve, and that of the function alone."""
    deal, calls = pg.open("birds:neller/10"), 0

    def counted(state: pg.State) -> int:
        nonlocal calls
        calls += 1
        return 0

    deal.solve("ucs", expansions=20_000)
    began = time.process_time()
    deal.solve("ucs", expansions=20_000)
    without = time.process_time() - began
    deal.solve("astar", counted, expansions=20_000)
    began = time.process_time()
    deal.solve("astar", nothing, expansions=20_000)
    spent = time.process_time() - began - without
    began = time.process_time()
    for _ in range(calls):
        nothing(deal.start)
    alone = time.process_time() - began
    return spent / calls, alone / calls


def many_seconds() -> float:
    began = time.process_time()
    assert sum(1 for _ in pg.solve_many("birds:neller/1..2000", threads=1)) == 2000
    return time.process_time() - began


def main() -> None:
    print(f"import: {1000 * import_seconds():.1f} ms")
    for name in (
        "gaps:solvitaire/4x13/8",
        "gaps+double-montana:pysol/7",
        "birds:neller/42",
        "cohesion:level/vieira-1",
        "tiles:level/iartistas-08",
        "sliding:korf/1",
    ):
        rates = heuristics_a_second(name)
        (slow, slowest), (middle, _), (fast, fastest) = rates[0], rates[len(rates) // 2], rates[-1]
        print(f"{name}: {children_a_second(name) / 1e6:.2f} million children per second")
        print(
            f"  {len(rates)} heuristics, calls per second: {slow:,.0f} ({slowest}),"
            f" median {middle:,.0f}, {fast:,.0f} ({fastest})"
        )
    called, alone = heuristic_seconds()
    print(f"heuristic: {1e6 * called:.2f} µs per call, of which the function {1e6 * alone:.2f} µs")
    print(f"2,000 deals of Birds, one thread: {many_seconds():.2f} s")
    module = next(Path(pg.__file__).parent.glob("_native*"))
    print(f"module: {module.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
