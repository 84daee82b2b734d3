"""Proofs as files, and their independent checker."""

from __future__ import annotations

from os import PathLike
from typing import NamedTuple

from . import _native


class Verified(NamedTuple):
    """The statement that a certificate proves, and the lemmas used."""

    claim: str
    """``lost``, ``won in 9 moves``, or ``won in 9 moves and in no fewer``."""
    game: str
    """The game with its rule set."""
    deal: str
    """The deal."""
    records: int
    """Records read."""
    lemmas: tuple[str, ...]
    """The lemmas that the proof relies on; none if the rules suffice."""


class Certificate(NamedTuple):
    """A verdict with its proof."""

    verdict: str
    stop: str | None
    """The limit that stopped the search, if the verdict is unknown."""
    expanded: int
    data: bytes | None
    """The file's content; ``None`` if the verdict is unknown."""

    def check(self) -> Verified:
        """Verifies the proof with the independent checker."""
        return check(self._known())

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the file that ``patience-check`` reads."""
        data = self._known()
        with open(path, "wb") as file:
            file.write(data)

    def _known(self) -> bytes:
        if self.data is None:
            raise ValueError(f"the verdict is unknown ({self.stop}): there is nothing to prove")
        return self.data

    def __repr__(self) -> str:
        size = "nothing" if self.data is None else f"{len(self.data)} bytes"
        return f"Certificate({self.verdict!r}, {size})"


def check(certificate: bytes, *, seconds: float | None = None) -> Verified:
    """Verifies a certificate; the checker shares no code with the solvers.

    Raises :class:`Refused` if the data prove nothing.

    >>> import patience_games as pg
    >>> data = pg.open("tiles:level/iartistas-04").certify().data
    >>> pg.check(data).claim
    'won in 5 moves and in no fewer'
    """
    claim, game, deal, records, lemmas = _native.check(bytes(certificate), seconds)
    return Verified(claim, game, deal, records, tuple(lemmas))
