"""Grades submissions: each check runs in its own process, so that nothing breaks the run."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from .._running import MEMORY_HINT
from ._assignment import Assignment, Check
from ._submissions import Submission

_SHOWN = 2000


@dataclass(frozen=True)
class Scored:
    """The result of a check."""

    name: str
    score: float
    points: float
    faults: tuple[str, ...]
    visible: bool

    @property
    def passed(self) -> bool:
        """Whether no fault was found."""
        return not self.faults


@dataclass
class Marked:
    """A submission with the results of its checks."""

    title: str
    submission: str
    scored: list[Scored] = field(default_factory=list)

    @property
    def score(self) -> float:
        """The points earned."""
        return sum(each.score for each in self.scored)

    @property
    def points(self) -> float:
        """All points."""
        return sum(each.points for each in self.scored)

    @property
    def passed(self) -> bool:
        """Whether no fault was found."""
        return all(each.passed for each in self.scored)

    @property
    def first_fault(self) -> str:
        """The first line of the first fault; empty if there is none."""
        faults = [f"{each.name}: {each.faults[0]}" for each in self.scored if each.faults]
        return faults[0].splitlines()[0] if faults else ""

    def text(self) -> str:
        """The text for the student."""
        lines = [f"{self.title}: {self.submission}", f"{self.score:g} of {self.points:g} points"]
        for each in self.scored:
            lines.append(f"\n{each.score:5.1f} / {each.points:g}  {each.name}")
            lines += [f"    - {fault}".replace("\n", "\n      ") for fault in each.faults]
        return "\n".join(lines) + "\n"

    def gradescope(self) -> str:
        """The file ``results.json`` of Gradescope's autograder."""
        tests = [
            {
                "name": each.name,
                "score": round(each.score, 6),
                "max_score": each.points,
                "status": "passed" if each.passed else "failed",
                "output": "\n".join(each.faults) or "passed",
                "visibility": "visible" if each.visible else "after_published",
            }
            for each in self.scored
        ]
        return json.dumps({"score": round(self.score, 6), "tests": tests}, indent=2)


def _end(process: subprocess.Popen[bytes]) -> None:
    """Ends a process and everything that it has started."""
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()


def _runs(process: subprocess.Popen[bytes]) -> bool:
    """Whether a thread of a process computes, or would if the machine were not busy.

    Only Linux reports this.
    """
    try:
        tasks = list(Path(f"/proc/{process.pid}/task").iterdir())
        states = [(task / "stat").read_text().rpartition(")")[2].split()[0] for task in tasks]
    except (OSError, IndexError):
        return False
    return any(state in "RD" for state in states)


def _ends(process: subprocess.Popen[bytes], wall: float) -> bool:
    """Waits for the end of a process; false once this call has waited for that many seconds.

    A process that computes is limited by its processor time, however long that takes on a busy
    machine.
    """
    waited, before = 0.0, time.monotonic()
    while waited < wall:
        with suppress(subprocess.TimeoutExpired):
            process.wait(timeout=min(0.5, wall))
            return True
        now = time.monotonic()
        waited += 0.0 if _runs(process) else now - before
        before = now
    return False


def _environment(home: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if name in _KEPT}
    single = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")}
    return {**kept, **single, "HOME": home, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONHASHSEED": "0"}


_KEPT = {"PATH", "LANG", "LC_ALL", "SYSTEMROOT", "PYTHONPATH", "VIRTUAL_ENV"}


def _run(order: dict[str, Any], wall: float, printed: IO[bytes], told: IO[bytes]) -> str:
    """Runs a check; returns what ended it, if it did not end by itself."""
    with tempfile.TemporaryDirectory() as home:
        process = subprocess.Popen(
            [sys.executable, "-m", "patience_games.course._child"],
            stdin=subprocess.PIPE,
            stdout=told,
            stderr=printed,
            cwd=home,
            env=_environment(home),
            start_new_session=True,
        )
        try:
            with suppress(OSError), process.stdin as order_to:  # type: ignore[union-attr]
                order_to.write(json.dumps(order).encode("ascii"))
            if not _ends(process, wall):
                return f"it was ended after {wall:g} s: does it wait for something, or never end?"
        finally:
            _end(process)
    number = -process.returncode
    if process.returncode == 0:
        return "it ended Python before it had returned: return instead of ending the program"
    if number == getattr(signal, "SIGXCPU", 0):
        return "it reached the processor time limit: is there a loop that never ends?"
    if number in (signal.SIGKILL, signal.SIGABRT, signal.SIGSEGV):
        name = signal.Signals(number).name
        return f"it was ended by {name}: its time or its memory was used up. {MEMORY_HINT}"
    return f"it ended Python with exit code {process.returncode}: return instead"


def _scored(assignment: Assignment, folder: Path, index: int, file: Path) -> Scored:
    check = assignment.checks[index]
    word = secrets.token_hex(16)
    order = {
        "assignment": str(folder.resolve()),
        "check": index,
        "file": str(file.resolve()),
        "word": word,
    }
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as told:
        ended = _run(order, 10.0 * assignment.seconds, printed, told)
        told.seek(0)
        _, found, answer = told.read().decode("ascii", "replace").rpartition(word)
        printed.seek(0)
        shown = printed.read(_SHOWN).decode("utf-8", "replace").strip()
    try:
        outcome = json.loads(answer) if found else {}
    except ValueError:
        outcome = {}
    faults, share = list(outcome.get("faults", [ended])), float(outcome.get("share", 0.0))
    if faults and shown:
        faults.append(f"it printed:\n{shown}")
    return _result(check, share, faults)


def _result(check: Check, share: float, faults: list[str]) -> Scored:
    score = check.points * min(1.0, max(0.0, share))
    return Scored(check.name, score, check.points, tuple(faults), check.visible)


def grade_submission(assignment: Assignment, folder: str | Path, submission: Submission) -> Marked:
    """Grades one submission; returns a result whatever the submission does."""
    marked = Marked(assignment.title, submission.name)
    for index, check in enumerate(assignment.checks):
        if submission.file is None:
            marked.scored.append(_result(check, 0.0, [submission.fault]))
        else:
            marked.scored.append(_scored(assignment, Path(folder), index, submission.file))
    return marked


def table(marked: list[Marked]) -> Iterator[str]:
    """A line for each submission."""
    width = max([len(each.submission) for each in marked] + [10])
    yield f"{'submission':{width}}  points  first fault"
    for each in marked:
        fault = each.first_fault
        shown = fault if len(fault) <= 110 else f"{fault[:109]}…"
        yield f"{each.submission:{width}}  {each.score:6.1f}  {shown}".rstrip()
