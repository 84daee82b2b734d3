"""Arguments shared by calls of the native module."""

from __future__ import annotations

from typing import TypedDict


class Bounds(TypedDict):
    """Limits of one solve; ``None`` is no limit."""

    seconds: float | None
    expansions: int | None
    memory: int | None
    depth: int | None


def bounds(
    seconds: float | None = None,
    expansions: int | None = None,
    memory: int | None = None,
    depth: int | None = None,
) -> Bounds:
    return {"seconds": seconds, "expansions": expansions, "memory": memory, "depth": depth}


Parameter = bool | int | float | str
