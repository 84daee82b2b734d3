"""Boards as SVG, with the page's cards, pieces and colours."""

from __future__ import annotations

import json
import re
from html import escape
from typing import TYPE_CHECKING, Any

from ._deck import COLOURS, GLYPHS, RANKS, SUITS, TABLES
from ._native import Move, State

if TYPE_CHECKING:
    from .board import Board

_INK = "#15181d"
_SUIT_INK = {"H": "#c3142d", "D": "#c3142d", "S": "#18202b", "C": "#18202b"}
_TINT = {"H": "#f7e0df", "D": "#f7e0df", "S": "#e1e1df", "C": "#e1e1df"}
"""Behind courts."""


def _glyph_of(letter: str) -> str:
    letters = "".join(GLYPHS)
    return letter if letter in GLYPHS else letters[ord(letter) % len(letters)]


def _glyph(letter: str, x: float, y: float, size: float, colour: str) -> str:
    """The symbol of a colour, centred at a place; a letter if two colours would share a symbol."""
    at = f'transform="translate({x - size / 2:g} {y - size / 2:g}) scale({size / 24:.3f})"'
    if letter in GLYPHS:
        sign = GLYPHS[letter]
    else:
        sign = (
            '<text x="12" y="19" text-anchor="middle" font-family="sans-serif" font-size="20"'
            f' font-weight="700">{escape(letter)}</text>'
        )
    return f'<g {at} fill="{colour}" color="{colour}">{sign}</g>'


def _card(x: int, y: int, w: int, cell: dict[str, Any]) -> str:
    """The page's compact face, on 100 by 140."""
    rank, suit = cell["rank"], cell["suit"]
    letter = " A23456789TJQK"[rank]
    arch = "M40 140V104a28 28 0 0 1 56 0v36z" if rank > 10 else ""
    middle, width = (35, 26) if letter == "T" else (31, 20)
    top, way = SUITS[suit]
    return (
        f'<g transform="translate({x + 2} {y + 2}) scale({(w - 4) / 100:g})"'
        f' fill="{_SUIT_INK[suit]}"><rect width="100" height="140" rx="9" fill="#fffefa"/>'
        + (f'<path d="{arch}" fill="{_TINT[suit]}"/>' if arch else "")
        + f'<path d="{RANKS[letter]}" transform="translate({middle - width} 9) scale(2)"'
        f' fill="none" stroke="{_SUIT_INK[suit]}" stroke-width="4.6" stroke-linejoin="round"/>'
        f'<path d="M0 {top:g}{way}" transform="translate(66 104) scale(2.333)"/></g>'
    )


def _piece(x: int, y: int, size: int, index: int, view: dict[str, Any], layer: str) -> str:
    """The side or the face of a cell of a piece; it extends to neighbours of the same piece."""
    cells, columns = view["cells"], view["columns"]
    cell = cells[index]

    def joined(other: int, same_row: bool) -> bool:
        if not 0 <= other < len(cells) or (same_row and other // columns != index // columns):
            return False
        there = cells[other]
        return bool(there["kind"] == "piece" and there.get("group") == cell.get("group"))

    face, side = COLOURS[_glyph_of(cell["colour"])]
    inset = 6 if view["control"] == "tilt" else 3
    fill, dy = (side, 2) if layer == "side" else (face, 0)
    length, half = size - 2 * inset, size // 2
    x, y = x + inset, y + inset - 1 + dy
    parts = [
        f'<rect x="{x}" y="{y}" width="{length}" height="{length}" rx="{size // 5}" fill="{fill}"/>'
    ]
    if joined(index + 1, True):
        parts.append(
            f'<rect x="{x + half - inset}" y="{y}" width="{size}" height="{length}" fill="{fill}"/>'
        )
    if joined(index + columns, False):
        parts.append(
            f'<rect x="{x}" y="{y + half - inset}" width="{length}" height="{size}" fill="{fill}"/>'
        )
        if joined(index + 1, True) and joined(index + columns + 1, False):
            middle = f'x="{x + half}" y="{y + half}" width="{half}" height="{half}"'
            parts.append(f'<rect {middle} fill="{fill}"/>')
    return "".join(parts)


def _target(x: int, y: int, size: int, cell: dict[str, Any]) -> str:
    """Four corners and the symbol; under a piece of its colour the frame closes."""
    target = cell["target"]
    colour = COLOURS[_glyph_of(target)][0]
    is_taken = cell["kind"] == "piece"
    if is_taken and cell["colour"] == target:
        frame = '<rect x="6.5" y="6.5" width="87" height="87" rx="13"/>'
    else:
        frame = (
            '<path d="M32.5 6.5H16.5Q6.5 6.5 6.5 16.5V32.5M67.5 6.5H83.5Q93.5 6.5 93.5 16.5V32.5'
            'M67.5 93.5H83.5Q93.5 93.5 93.5 83.5V67.5M32.5 93.5H16.5Q6.5 93.5 6.5 83.5V67.5"/>'
        )
    sign = "" if is_taken else _glyph(target, x + size / 2, y + size / 2, size * 0.36, colour)
    return (
        f'<g transform="translate({x} {y}) scale({size / 100:g})" fill="none" stroke="{colour}"'
        f' stroke-width="6">{frame}</g>{sign}'
    )


def _tile(x: int, y: int, size: int, cell: dict[str, Any]) -> str:
    fill = "#f3e4c8" if cell["is_home"] else "#d9b98a"
    return (
        f'<rect x="{x + 2}" y="{y + 4}" width="{size - 4}" height="{size - 5}" rx="6"'
        f' fill="#8d6b40"/><rect x="{x + 2}" y="{y + 2}" width="{size - 4}" height="{size - 5}"'
        f' rx="6" fill="{fill}"/><text x="{x + size / 2:g}" y="{y + size / 2 + 6:g}"'
        f' text-anchor="middle" font-family="sans-serif" font-size="18" font-weight="700"'
        f' fill="#23180c">{cell["number"]}</text>'
    )


def _moved_cells(before: State, move: Move) -> set[int]:
    """The cells that a move touches."""
    moves = json.loads(before.view_json)["moves"]
    touched = (each for each in moves if each["text"] == str(move))
    return {cell for each in touched for cell in (*each["from"], *each["to"])}


def board(
    board: Board, *, lastmove: Move | str | None = None, size: int | None = None
) -> str:
    """The drawing of a board, ``size`` pixels wide, with the last move marked.

    ``lastmove`` marks another move instead: one that can be made now.

    >>> import patience_games as pg, patience_games.svg
    >>> patience_games.svg.board(pg.Board("birds:neller/42"), size=350)[:4]
    '<svg'
    """
    if lastmove is None or (board.move_stack and str(lastmove) == str(board.peek())):
        drawn = board._repr_svg_()
    else:
        drawn = board_svg(board.state, last=(board.state, board.parse(str(lastmove))))
    if size is None:
        return drawn
    head, rest = drawn.split(">", 1)
    head = re.sub(r' width="\d+" height="\d+"', f' width="{size}"', head, count=1)
    return f"{head}>{rest}"


def board_svg(state: State, *, last: tuple[State, Move] | None = None) -> str:
    """The drawing of a state; the cells of the last move, given with the state before it, are marked."""
    view = json.loads(state.view_json)
    game = state.__reduce__()[1][0].split("+")[0]
    ground, empty = TABLES[game]
    marked = _moved_cells(*last) if last else set[int]()
    rows, columns = view["rows"], view["columns"]
    w, h = (46, 63) if view["control"] == "place" else (46, 46)
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {columns * w} {rows * h}"'
        f' width="{columns * w}" height="{rows * h}" role="img">',
        f"<title>{escape(state.board)}</title>",
        f'<rect width="{columns * w}" height="{rows * h}" rx="5" fill="{ground}"/>',
    ]
    cells = [
        (index % columns * w, index // columns * h, index, cell)
        for index, cell in enumerate(view["cells"])
    ]
    for x, y, _, cell in cells:
        kind = cell["kind"]
        if kind == "card":
            out.append(_card(x, y, w, cell))
        elif kind == "tile":
            out.append(_tile(x, y, w, cell))
        else:
            fill = "#161b21" if kind == "wall" else empty
            out.append(
                f'<rect x="{x + 1}" y="{y + 1}" width="{w - 2}" height="{h - 2}" rx="5"'
                f' fill="{fill}"/>'
            )
        if cell.get("target"):
            out.append(_target(x, y, w, cell))
    # Pieces are drawn above the ground of all cells, and their faces above all sides.
    pieces = [each for each in cells if each[3]["kind"] == "piece"]
    for layer in ("side", "face"):
        out += [_piece(x, y, w, index, view, layer) for x, y, index, _ in pieces]
    size = w * (0.4 if view["control"] == "tilt" else 0.36)
    for x, y, _, cell in pieces:
        out.append(_glyph(cell["colour"], x + w / 2, y + w / 2 - 1, size, _INK))
    for index in sorted(marked):
        x, y = index % columns * w, index // columns * h
        out.append(
            f'<rect class="last" x="{x + 1}" y="{y + 1}" width="{w - 2}" height="{h - 2}" rx="6"'
            f' fill="none" stroke="#f4c03f" stroke-width="2"/>'
        )
    return "".join(out) + "</svg>"
