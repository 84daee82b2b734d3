"""An assignment: one Python file, ``hidden.py``, in a folder."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import util
from pathlib import Path
from types import ModuleType
from typing import Any

from ..grade_sheet import GradeSheet

Judge = Callable[[Any], "GradeSheet | Iterable[str] | None"]
"""Runs a function of a submission; returns a sheet, or the faults found."""


@dataclass(frozen=True)
class Check:
    """One check of one function."""

    name: str
    points: float
    function: str
    """The function of the submission passed to the judge."""
    judge: Judge
    visible: bool = False
    """Whether Gradescope shows its outcome before grades are published."""


@dataclass(frozen=True)
class Assignment:
    """An assignment: the file to hand in, and its checks."""

    title: str
    file: str
    checks: tuple[Check, ...]
    seconds: int = 20
    """Processor time of each check."""
    memory: int = 1 << 30
    """Bytes of address space of each check."""

    @property
    def points(self) -> float:
        """All points."""
        return sum(check.points for check in self.checks)


def import_file(path: Path, name: str) -> ModuleType:
    """Imports one file under a name."""
    spec = util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path} is not a Python file")
    module = util.module_from_spec(spec)
    # Dataclasses and pickles look up their module.
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


def load(folder: str | Path) -> Assignment:
    """The assignment in a folder. Raises ``ValueError`` if there is none."""
    path = Path(folder) / "hidden.py"
    if not path.is_file():
        raise ValueError(f"{folder} is not an assignment: it has no file hidden.py")
    found = getattr(import_file(path.resolve(), "hidden"), "ASSIGNMENT", None)
    if not isinstance(found, Assignment):
        raise ValueError(f"{path} does not set ASSIGNMENT = patience_games.course.Assignment(…)")
    return found
