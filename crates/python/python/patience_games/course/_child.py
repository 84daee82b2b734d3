"""Runs one check of one submission: ``python -m patience_games.course._child``, by ``_grading``.

It reads its task as JSON from standard input, and writes the outcome to standard output after a
word that only the parent knows. What the submission prints goes to standard error.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

from .. import errors
from .._running import MEMORY_HINT, where
from ..grade_sheet import GradeSheet
from ._assignment import Check, import_file, load


class _TimeIsUp(BaseException):
    """The CPU time is used up; only this file catches this exception by name."""


def _limit(seconds: int, memory: int, written: int = 10_000_000) -> None:
    """Limits this process, if the system supports it."""
    try:
        import resource
    except ImportError:  # Windows
        return

    def over(*_: object) -> None:
        raise _TimeIsUp

    signal.signal(signal.SIGXCPU, over)
    # After the soft limit an exception names the line; the hard limit ends code that swallows it.
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 2))
    resource.setrlimit(resource.RLIMIT_FSIZE, (written, written))
    if sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def _faults(judged: Any) -> tuple[float, list[str]]:
    """The share of points, and the faults."""
    if isinstance(judged, GradeSheet):
        wrong = [f"{grade.instance}: {grade.message}" for grade in judged if not grade.passed]
        return judged.score, wrong
    wrong = [str(fault) for fault in judged or ()]
    return (0.0 if wrong else 1.0), wrong


def _check(check: Check, file: Path, name: str) -> tuple[float, list[str]]:
    sys.path.insert(0, str(file.parent))
    try:
        module = import_file(file, name)
    except SyntaxError as error:
        return 0.0, [f"the file cannot be read: {error.msg} (line {error.lineno})"]
    except Exception as error:  # students' code may raise anything
        at = where(error.__traceback__)
        return 0.0, [f"importing the file raises {type(error).__name__}: {error}{at}"]
    function = getattr(module, check.function, None)
    if not callable(function):
        return 0.0, [f"there is no function `{check.function}`"]
    return _faults(check.judge(function))


def _outcome(order: dict[str, Any]) -> tuple[float, list[str]]:
    assignment = load(order["assignment"])
    check = assignment.checks[order["check"]]
    name = Path(assignment.file).stem
    _limit(assignment.seconds, assignment.memory)
    try:
        return _check(check, Path(order["file"]), name)
    except errors.LimitReached as error:
        at = where(error.__traceback__)
        return 0.0, [f"{error}{at}: is there a loop that never ends?"]
    except _TimeIsUp as error:
        at = where(error.__traceback__)
        return 0.0, [
            f"it was ended after {assignment.seconds} s of processor time{at}: is there a loop"
            " that never ends?"
        ]
    except MemoryError as error:
        return 0.0, [f"it ran out of memory{where(error.__traceback__)}: {MEMORY_HINT}"]
    except SystemExit as error:
        return 0.0, [f"it ends Python with exit({error.code}): return instead"]
    except Exception as error:  # students' code may raise anything
        at = where(error.__traceback__)
        return 0.0, [f"it raised {type(error).__name__}: {error}{at}"]


def main() -> None:
    order = json.loads(sys.stdin.buffer.read())
    answer = os.dup(1)
    os.dup2(2, 1)
    share, faults = _outcome(order)
    text = json.dumps({"share": share, "faults": [fault[:4000] for fault in faults[:20]]})
    os.write(answer, f"\n{order['word']}{text}\n".encode("ascii"))
    with suppress(OSError, ValueError):
        sys.stdout.flush()
    # Threads left by a submission would keep the process alive.
    os._exit(0)


if __name__ == "__main__":
    main()
