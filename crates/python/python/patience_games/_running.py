"""Runs a search under test: within its time, whatever it raises, returns or prints."""

from __future__ import annotations

import ctypes
import sys
import threading
import time
import tracemalloc
from collections.abc import Callable
from contextlib import redirect_stdout
from dataclasses import dataclass
from inspect import isgenerator
from pathlib import Path
from types import TracebackType
from typing import Any

from .errors import LimitReached
from .problem import Problem

_PACKAGE = Path(__file__).parent


class Timer:
    """Raises :class:`LimitReached` in a thread that runs Python code for too long."""

    def __init__(self, seconds: float) -> None:
        self._thread = threading.get_ident()
        self._timer = threading.Timer(seconds, self._end)
        self._timer.daemon = True
        self._is_over = False
        self._lock = threading.Lock()

    def _end(self) -> None:
        with self._lock:
            if not self._is_over:
                raised = ctypes.py_object(LimitReached)
                ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread), raised)

    def __enter__(self) -> None:
        # A browser has no second thread: there only the limit on expansions ends a search.
        if sys.platform != "emscripten":
            self._timer.start()

    def __exit__(self, *_: object) -> None:
        self._timer.cancel()
        with self._lock:
            self._is_over = True


class _Printed:
    """Passes printed text on, and remembers the first line."""

    def __init__(self) -> None:
        self._to = sys.stdout
        self.text = ""

    def write(self, text: str) -> int:
        if len(self.text) < 200:
            self.text += text
        return self._to.write(text)

    def flush(self) -> None:
        self._to.flush()

    @property
    def line(self) -> str:
        return next((line[:80] for line in self.text.splitlines() if line.strip()), "")


@dataclass(frozen=True)
class Ran:
    """The outcome of a call."""

    answer: Any
    fault: str
    seconds: float
    peak_bytes: int | None
    printed: str


def where(traceback: TracebackType | None) -> str:
    """`` (FILE, line N)`` of the last line of code under test; empty if there is none."""
    found = ""
    while traceback is not None:
        path = Path(traceback.tb_frame.f_code.co_filename)
        if _PACKAGE not in path.parents and path.suffix == ".py":
            found = f" ({path.name}, line {traceback.tb_lineno})"
        traceback = traceback.tb_next
    return found


def _ended(problem: Problem, spent: float, at: str) -> str:
    if problem.limit is not None and problem.expanded > problem.limit:
        again = problem.expanded - problem.distinct
        return (
            f"it expanded more than {problem.limit} states, {again} of them again: does it remember"
            " the states that it has seen?"
        )
    return f"it was ended after {spent:.1f} s{at}: is there a loop that never ends?"


def run(search: Callable[[Problem], Any], problem: Problem, seconds: float, memory: bool) -> Ran:
    """Calls a search, and collects its results if it is a generator."""
    peak, began, fault, answer = None, time.perf_counter(), "", None
    printed = _Printed()
    if memory:
        tracemalloc.start()
    try:
        with Timer(seconds), redirect_stdout(printed):
            answer = search(problem)
            if isgenerator(answer):
                answer = list(answer)
    except LimitReached as error:
        fault = _ended(problem, time.perf_counter() - began, where(error.__traceback__))
    except RecursionError as error:
        at = where(error.__traceback__)
        fault = f"it recursed too deeply{at}: does it remember the states on its path?"
    except MemoryError as error:
        at = where(error.__traceback__)
        fault = f"it ran out of memory{at}: {MEMORY_HINT}"
    except Exception as error:  # students' code may raise anything
        fault = f"it raised {type(error).__name__}: {error}{where(error.__traceback__)}"
    finally:
        if memory:
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
    return Ran(answer, fault, time.perf_counter() - began, peak, printed.line)


MEMORY_HINT = "does the frontier, or a copy of something in it, grow without end?"
