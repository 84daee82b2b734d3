"""Training of learned heuristics."""

from __future__ import annotations

import json
from os import PathLike
from typing import Any, cast

from . import _native


class Model:
    """A trained model: ``solve(heuristic="learned", model=path)`` uses its file."""

    def __init__(self, text: str) -> None:
        self.text = text
        """The file's content."""

    @property
    def data(self) -> dict[str, Any]:
        """Game, recipe, seed, features and network."""
        return cast("dict[str, Any]", json.loads(self.text))

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the file."""
        with open(path, "w", encoding="utf-8", newline="\n") as file:
            file.write(self.text)

    def __repr__(self) -> str:
        data = self.data
        return f"Model({data['game']!r}, {len(data['features'])} features)"


def train(game: str, *, seed: int = 0, by_ranking: bool = False) -> Model:
    """Trains a game's heuristic on states that it generates; a seed always gives the same model.

    Training takes seconds to minutes; Ctrl-C ends it.
    """
    return Model(_native.train(game, seed, by_ranking))
