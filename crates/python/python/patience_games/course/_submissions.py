"""Finds submissions: files, folders, and whatever else students hand in."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

_NO_SUBMISSION = {"__pycache__", "submission_metadata.yml"}


@dataclass(frozen=True)
class Submission:
    """The work handed in by one student or group."""

    name: str
    file: Path | None
    """``None`` if the required file is missing."""
    fault: str = ""


def _in_folder(folder: Path, file: str) -> Submission:
    found = [path for path in folder.rglob(file) if path.is_file()]
    # The shallowest folder: there may be copies next to it, such as __MACOSX.
    found.sort(key=lambda path: (len(path.parts), path))
    if found:
        return Submission(folder.name, found[0])
    others = sorted(path.name for path in folder.rglob("*") if path.is_file())[:5]
    has = f"it has {', '.join(others)}" if others else "it is empty"
    return Submission(folder.name, None, f"the folder has no file {file}: {has}")


def _one(path: Path, file: str) -> Submission:
    if path.is_dir():
        return _in_folder(path, file)
    if path.suffix == ".py" and path.is_file():
        return Submission(path.stem, path)
    return Submission(path.name, None, f"`{path.name}` is not a Python file; expected {file}")


def submissions(path: str | Path, file: str) -> list[Submission]:
    """One submission, or all in a folder of submissions, in the order of their names."""
    path = Path(path)
    if not path.exists():
        raise ValueError(f"there is no {path}")
    if path.is_file():
        return [_one(path, file)]
    if (path / file).is_file():
        return [Submission(path.resolve().name, path / file)]
    entries = sorted(path.iterdir())
    return [
        _one(entry, file)
        for entry in entries
        if not entry.name.startswith(".") and entry.name not in _NO_SUBMISSION
    ]
