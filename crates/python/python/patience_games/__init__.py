"""One-player games with proofs: solvers, search algorithms, and tools for courses.

Gaps (Montana), Birds of a Feather, Cohesion, Match the Tiles and Sliding Tiles.

>>> import patience_games as pg
>>> deal = pg.open("birds:neller/42")
>>> report = deal.solve()
>>> report.verdict, report.length
('solved', 15)
>>> board = pg.Board(deal)
>>> for move in report.plan:
...     _ = board.push(move)
>>> board.is_won()
True
"""

from typing import TYPE_CHECKING, Any

from ._native import VERSION as __version__
from ._native import Heuristic, Move, State
from .board import Board, LegalMoves, Outcome
from .catalogue import Instance, games, generate, instance, instances, names, open, read
from .certificate import Certificate, Verified, check
from .closure import Closure
from .errors import IllegalMove, LimitReached, Refused
from .heuristics import heuristic
from .learning import Model, train
from .many import Reports, solve_many
from .problem import Problem
from .puzzle import PuzzleGame
from .report import Report

if TYPE_CHECKING:
    from .checking import Counterexample, check_heuristic
    from .grade_sheet import Grade, GradeSheet
    from .grading import grade
    from .saved import load_games, save_games

__all__ = [
    "Board",
    "Certificate",
    "Closure",
    "Counterexample",
    "Grade",
    "GradeSheet",
    "Heuristic",
    "IllegalMove",
    "Instance",
    "LegalMoves",
    "LimitReached",
    "Model",
    "Move",
    "Outcome",
    "Problem",
    "PuzzleGame",
    "Refused",
    "Report",
    "Reports",
    "State",
    "Verified",
    "__version__",
    "check",
    "check_heuristic",
    "games",
    "generate",
    "grade",
    "heuristic",
    "instance",
    "instances",
    "load_games",
    "names",
    "open",
    "read",
    "save_games",
    "solve_many",
    "train",
]

# Imported on demand: few programs need it.
_LATER = {
    "Counterexample": "checking",
    "check_heuristic": "checking",
    "Grade": "grade_sheet",
    "GradeSheet": "grade_sheet",
    "grade": "grading",
    "load_games": "saved",
    "save_games": "saved",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    found = getattr(import_module(f".{_LATER[name]}", __name__), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *_LATER})
