"""Drawings: well-formed, with the cards, pieces and colours of the page."""

import re
import xml.etree.ElementTree as xml
from pathlib import Path

import patience_games as pg
import pytest
from patience_games import _deck

WEB = Path(__file__).parents[3] / "web"
NAMES = [
    "gaps:solvitaire/4x13/7",
    "gaps+double-montana:pysol/7",
    "birds:neller/42",
    "cohesion:level/vieira-1",
    "tiles:level/iartistas-08",
    "sliding:korf/1",
]


@pytest.mark.parametrize("name", NAMES)
def test_drawings_are_well_formed(name):
    for state in [pg.open(name).start, *pg.open(name).start.children()]:
        root = xml.fromstring(state._repr_svg_())
        assert root.find("{http://www.w3.org/2000/svg}title").text == state.board


def test_every_letter_of_a_piece_is_drawn():
    for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ":
        drawing = pg.read("cohesion", f"{letter}.{letter}")._repr_svg_()
        assert (f">{letter}</text>" in drawing) == (letter not in _deck.GLYPHS)
        xml.fromstring(drawing)


def test_ranks_suits_and_glyphs_are_the_pages():
    deck = (WEB / "src/model/deck.ts").read_text(encoding="utf-8")
    assert dict(re.findall(r'^  (\w): "([^"]+)",$', deck, re.MULTILINE)) == _deck.RANKS
    outlines = re.findall(r'^  (\w): \[\s*(-?[\d.]+),\s*"([^"]+)",\s*\],', deck, re.MULTILINE)
    assert {suit: (float(top), way) for suit, top, way in outlines} == _deck.SUITS
    symbols = re.findall(
        r'<symbol id="g-(\w)"[^>]*>(.*?)</symbol>', (WEB / "deck.svg").read_text(encoding="utf-8")
    )
    assert dict(symbols) == _deck.GLYPHS


def test_colours_are_the_pages():
    palette = (WEB / "styles/palette.css").read_text(encoding="utf-8")
    pieces = re.findall(r"\.c-(\w) \{\s*--face: (#\w+);\s*--side: (#\w+);", palette)
    assert {letter: (face, side) for letter, face, side in pieces} == _deck.COLOURS
    for game, grounds in _deck.TABLES.items():
        found = [
            re.search(rf"--{game}{part}: light-dark\((#\w+)", palette)[1] for part in ("", "-slot")
        ]
        assert tuple(found) == grounds
