"""The package's own exceptions."""

from __future__ import annotations


class IllegalMove(ValueError):
    """A move that cannot be read, or is illegal in its position.

    >>> import patience_games as pg
    >>> try:
    ...     pg.open("tiles:level/iartistas-04").validate("R Q")
    ... except pg.IllegalMove as error:
    ...     print(error.index)
    1
    """

    def __init__(self, index: int, reason: str) -> None:
        super().__init__(reason)
        self.index = index
        """The index of the failing move in the plan, from 0."""
        self.reason = reason
        """The reason why it fails, and the legal moves."""

    def __reduce__(self) -> tuple[type[IllegalMove], tuple[int, str]]:
        return IllegalMove, (self.index, self.reason)


class Refused(ValueError):
    """A certificate that proves nothing.

    >>> import patience_games as pg
    >>> try:
    ...     pg.check(b"anything")
    ... except pg.Refused as error:
    ...     print(error.record, error.reason.split(":")[0])
    0 unreadable
    """

    def __init__(self, record: int, reason: str) -> None:
        super().__init__(f"record {record}: {reason}" if record else reason)
        self.record = record
        """The number of the record, from 1; 0 for the file as a whole."""
        self.reason = reason

    def __reduce__(self) -> tuple[type[Refused], tuple[int, str]]:
        return Refused, (self.record, self.reason)


class LimitReached(BaseException):
    """A search used up what its :class:`Problem` allows.

    It is not an ``Exception``, so that a search under test cannot swallow it.
    """
