"""Boards as SVG: cards, pieces and walls, as the page draws them."""

from __future__ import annotations

import json
import re
from html import escape
from typing import TYPE_CHECKING, Any

from ._native import Move, State

if TYPE_CHECKING:
    from .board import Board

_SUITS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_RANKS = {1: "A", 11: "J", 12: "Q", 13: "K"}
_COLOURS = {
    "R": "#d1495b", "B": "#2f6fb3", "G": "#3f9142", "Y": "#e3b23c", "O": "#e07b39", "P": "#8e5ea2",
    "C": "#2a9d8f", "M": "#c2559d", "W": "#f2f2f2", "K": "#333333", "L": "#8bc34a", "N": "#7d5a3c",
}  # fmt: skip
_SPARE = ["#6b7a8f", "#b5651d", "#5f9ea0", "#9c6ade", "#708238", "#a94f64"]


def _colour(letter: str) -> str:
    letter = letter.upper()
    return _COLOURS.get(letter, _SPARE[ord(letter) % len(_SPARE)])


def _card(x: int, y: int, w: int, h: int, cell: dict[str, Any]) -> str:
    rank, suit = cell["rank"], cell["suit"]
    ink = "#b3202c" if suit in "DH" else "#1b1b1b"
    text = f"{_RANKS.get(rank, rank)}{_SUITS.get(suit, suit)}"
    return (
        f'<rect x="{x + 2}" y="{y + 2}" width="{w - 4}" height="{h - 4}" rx="5" fill="#fffdf7"'
        f' stroke="#8a8a8a"/><text x="{x + w / 2:g}" y="{y + h / 2 + 6:g}" text-anchor="middle"'
        f' font-family="sans-serif" font-size="17" fill="{ink}">{escape(str(text))}</text>'
    )


def _piece(x: int, y: int, size: int, index: int, view: dict[str, Any]) -> str:
    """A cell of a piece; it extends to neighbours of the same piece."""
    cells, columns = view["cells"], view["columns"]
    cell = cells[index]

    def joined(other: int, same_row: bool) -> bool:
        if not 0 <= other < len(cells) or (same_row and other // columns != index // columns):
            return False
        there = cells[other]
        return bool(there["kind"] == "piece" and there.get("group") == cell.get("group"))

    fill = _colour(cell["colour"])
    parts = [
        f'<rect x="{x + 3}" y="{y + 3}" width="{size - 6}" height="{size - 6}" rx="7"'
        f' fill="{fill}"/>'
    ]
    if joined(index + 1, True):
        parts.append(
            f'<rect x="{x + size // 2}" y="{y + 3}" width="{size}" height="{size - 6}"'
            f' fill="{fill}"/>'
        )
    if joined(index + columns, False):
        parts.append(
            f'<rect x="{x + 3}" y="{y + size // 2}" width="{size - 6}" height="{size}"'
            f' fill="{fill}"/>'
        )
    return "".join(parts)


def _tile(x: int, y: int, size: int, cell: dict[str, Any]) -> str:
    fill = "#cfe3d4" if cell["is_home"] else "#fffdf7"
    return (
        f'<rect x="{x + 2}" y="{y + 2}" width="{size - 4}" height="{size - 4}" rx="5" fill="{fill}"'
        f' stroke="#8a8a8a"/><text x="{x + size / 2:g}" y="{y + size / 2 + 6:g}"'
        f' text-anchor="middle" font-family="sans-serif" font-size="17" fill="#1b1b1b">'
        f"{cell['number']}</text>"
    )


def _moved_cells(before: State, move: Move) -> set[int]:
    """The cells that a move touches."""
    moves = json.loads(before.view_json)["moves"]
    touched = (each for each in moves if each["text"] == str(move))
    return {cell for each in touched for cell in (*each["from"], *each["to"])}


def board(board: Board, *, size: int | None = None) -> str:
    """The drawing of a board, ``size`` pixels wide.

    >>> import patience_games as pg, patience_games.svg
    >>> patience_games.svg.board(pg.Board("birds:neller/42"), size=350)[:4]
    '<svg'
    """
    drawn = board._repr_svg_()
    if size is None:
        return drawn
    head, rest = drawn.split(">", 1)
    head = re.sub(r' width="\d+" height="\d+"', f' width="{size}"', head, count=1)
    return f"{head}>{rest}"


def board_svg(state: State, *, last: tuple[State, Move] | None = None) -> str:
    """The drawing of a state; of the last move, with the state before it, the cells are marked."""
    view = json.loads(state.view_json)
    marked = _moved_cells(*last) if last else set[int]()
    rows, columns = view["rows"], view["columns"]
    w, h = (46, 62) if view["control"] == "place" else (46, 46)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * w} {rows * h}"'
        f' width="{columns * w}" height="{rows * h}" role="img">',
        f"<title>{escape(state.board)}</title>",
        f'<rect width="{columns * w}" height="{rows * h}" fill="#dfe9e2"/>',
    ]
    for index, cell in enumerate(view["cells"]):
        x, y = index % columns * w, index // columns * h
        kind = cell["kind"]
        if kind == "card":
            out.append(_card(x, y, w, h, cell))
        elif kind == "wall":
            out.append(f'<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="#4a4a4a"/>')
        elif kind == "tile":
            out.append(_tile(x, y, w, cell))
        else:
            out.append(
                f'<rect x="{x + 2}" y="{y + 2}" width="{w - 4}" height="{h - 4}" rx="5"'
                f' fill="#eef3ef" stroke="#c3cfc6"/>'
            )
    # Pieces lie above the ground of all cells, targets above the pieces.
    for index, cell in enumerate(view["cells"]):
        x, y = index % columns * w, index // columns * h
        if cell["kind"] == "piece":
            out.append(_piece(x, y, w, index, view))
        if cell.get("target"):
            out.append(
                f'<circle cx="{x + w // 2}" cy="{y + h // 2}" r="9" fill="none" stroke-width="4"'
                f' stroke="#fff"/><circle cx="{x + w // 2}" cy="{y + h // 2}" r="9" fill="none"'
                f' stroke-width="2.5" stroke="{_colour(cell["target"])}"/>'
            )
    for index in sorted(marked):
        x, y = index % columns * w, index // columns * h
        out.append(
            f'<rect class="last" x="{x + 1}" y="{y + 1}" width="{w - 2}" height="{h - 2}" rx="6"'
            f' fill="none" stroke="#d9a404" stroke-width="2"/>'
        )
    return "".join(out) + "</svg>"
