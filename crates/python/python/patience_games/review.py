"""The review of a played game, as the program's ``patience review`` makes it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from . import _native
from ._arguments import Bounds
from ._native import Move
from .report import Report

if TYPE_CHECKING:
    from .catalogue import Instance


@dataclass
class _Position:
    native: _native.Instance
    is_won: bool
    moves: list[str]
    verdict: str = "unknown"
    line: list[str] | None = None
    """The shortest known line to a win."""
    only_move: bool = False

    def learn(self, line: list[str]) -> None:
        if self.line is None or len(line) < len(self.line):
            self.verdict, self.line = "solved", line

    def judge(self, report: Report) -> None:
        if report.is_solved:
            self.learn(report.plan)
        elif self.verdict == "unknown":
            self.verdict = report.verdict


def _solve(native: _native.Instance, limits: Bounds, for_player: bool) -> Report:
    return Report.from_json(native.solve(None, None, limits, {}, for_player))


def _pass_lines_back(positions: list[_Position], moves: list[str]) -> None:
    for index in range(len(moves) - 1, -1, -1):
        line = positions[index + 1].line
        if line is not None:
            positions[index].learn([moves[index], *line])


def _is_only_move(position: _Position, made: str, limits: Bounds) -> bool:
    """Whether every move except the one made is proved to lose."""
    others = [move for move in position.moves if move != made]
    for move in others:
        after = position.native.after(move)
        start = after.start
        if not start.is_goal and start.move_count == 0:
            continue
        report = _solve(after, limits, False)
        if report.is_solved:
            position.learn([move, *report.plan])
        if report.verdict != "unsolvable":
            return False
    return bool(others)


def review(instance: Instance, moves: str | Iterable[Move | str], limits: Bounds) -> dict[str, Any]:
    """The result of :meth:`Instance.review`."""
    joined = moves if isinstance(moves, str) else " ".join(str(move) for move in moves)
    texts = instance._native.texts(joined)
    natives, positions = [instance._native], list[_Position]()
    for text in texts:
        natives.append(natives[-1].after(text))
    for each in natives:
        start = each.start
        legal = [str(move) for move in start.legal_moves]
        positions.append(_Position(each, start.is_goal, legal))
    for index, position in enumerate(positions):
        if position.is_won:
            position.learn([])
        elif not position.moves:
            position.verdict = "unsolvable"
        if position.verdict == "unknown":
            position.judge(_solve(position.native, limits, True))
        if index == len(texts):
            break
        # A consequence for the next position needs no search.
        if position.verdict == "unsolvable":
            positions[index + 1].verdict = "unsolvable"
        elif position.line and position.line[0] == texts[index]:
            positions[index + 1].learn(position.line[1:])
    _pass_lines_back(positions, texts)
    for index, made_text in enumerate(texts):
        if positions[index + 1].verdict != "unsolvable":
            position = positions[index]
            position.only_move = _is_only_move(position, made_text, limits)
    _pass_lines_back(positions, texts)
    known = [
        (each.verdict, None if each.line is None else len(each.line), each.only_move)
        for each in positions
    ]
    told = cast("dict[str, Any]", json.loads(_native.review(known)))
    fatal = told["fatal"]
    told["line"] = positions[fatal - 1].line if fatal else None
    return told
