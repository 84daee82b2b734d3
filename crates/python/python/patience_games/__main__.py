"""``python -m patience_games``: prepares assignments, and grades submissions."""

from __future__ import annotations

import argparse
import csv
import shutil
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path

from .course import Marked, grade_submission, load, submissions
from .course._grading import table

_RUN = """#!/usr/bin/env bash
# Gradescope runs this for each submission.
cd /autograder/source
exec python3 -m patience_games grade assignment /autograder/submission \\
    --results /autograder/results/results.json
"""

_SETUP = """#!/usr/bin/env bash
# Gradescope runs this once, when it builds the container.
set -e
apt-get update
apt-get install -y python3 python3-pip
python3 -m pip install --break-system-packages /autograder/source/*.whl ||
    python3 -m pip install /autograder/source/*.whl
"""


def _hand_out(arguments: argparse.Namespace) -> None:
    source, target = Path(arguments.assignment), Path(arguments.folder)
    load(source)
    if target.exists() and any(target.iterdir()):
        raise ValueError(f"{target} is not empty")
    target.mkdir(parents=True, exist_ok=True)
    shutil.copytree(source / "starter", target, dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns("__pycache__"))  # fmt: skip
    shutil.copy(source / "README.md", target)
    print(f"{target}: {', '.join(sorted(path.name for path in target.iterdir()))}")


def _file_name(name: str, taken: set[str]) -> str:
    safe = "".join(c if c.isalnum() or c in "-_." else "_" for c in name).strip(".") or "_"
    number, found = 1, safe
    while found in taken:
        number, found = number + 1, f"{safe}-{number + 1}"
    taken.add(found)
    return found


def _write(output: Path, marked: list[Marked]) -> None:
    output.mkdir(parents=True, exist_ok=True)
    taken = set[str]()
    for each in marked:
        name = _file_name(each.submission, taken)
        (output / f"{name}.txt").write_text(each.text(), encoding="utf-8")
        (output / f"{name}.json").write_text(each.gradescope(), encoding="utf-8")
    with (output / "grades.csv").open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(["submission", "score", "points", "first fault"])
        for each in marked:
            # Spreadsheets interpret a cell that begins like this as a formula.
            name = f"'{each.submission}" if each.submission[:1] in "=+-@" else each.submission
            rows.writerow([name, f"{each.score:g}", f"{each.points:g}", each.first_fault])


def _grade(arguments: argparse.Namespace) -> None:
    assignment = load(arguments.assignment)
    found = [each for path in arguments.submissions for each in submissions(path, assignment.file)]
    if arguments.results and len(found) != 1:
        raise ValueError(f"--results is for one submission, but there are {len(found)}")
    if not found:
        raise ValueError("there is no submission")
    marked = list[Marked]()
    for number, each in enumerate(found, 1):
        if sys.stderr.isatty():
            print(f"{number} of {len(found)}: {each.name}", file=sys.stderr)
        marked.append(grade_submission(assignment, arguments.assignment, each))
    if arguments.results:
        arguments.results.write_text(marked[0].gradescope(), encoding="utf-8")
    if arguments.output:
        _write(arguments.output, marked)
    if len(marked) == 1:
        print(marked[0].text(), end="")
    else:
        print("\n".join(table(marked)))


def _autograder(arguments: argparse.Namespace) -> None:
    source = Path(arguments.assignment)
    load(source)
    if arguments.wheel.suffix != ".whl" or not arguments.wheel.is_file():
        raise ValueError(f"{arguments.wheel} is not a wheel; `pip wheel` makes one")
    with zipfile.ZipFile(arguments.output, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in (("run_autograder", _RUN), ("setup.sh", _SETUP)):
            entry = zipfile.ZipInfo(name)
            # An executable file.
            entry.external_attr = 0o100755 << 16
            archive.writestr(entry, text)
        archive.write(arguments.wheel, arguments.wheel.name)
        for path in sorted(source.rglob("*")):
            if path.is_file() and "__pycache__" not in path.parts:
                archive.write(path, Path("assignment") / path.relative_to(source))
    print(arguments.output)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m patience_games", description=__doc__)
    commands = parser.add_subparsers(required=True)
    hand_out = commands.add_parser("hand-out", help="copy the students' files into a folder")
    hand_out.add_argument("assignment", help="folder of the assignment")
    hand_out.add_argument("folder", help="new folder for the students' files")
    hand_out.set_defaults(run=_hand_out)
    grade = commands.add_parser("grade", help="grade submissions, each check in its own process")
    grade.add_argument("assignment", help="folder of the assignment")
    grade.add_argument("submissions", nargs="+", help="a submission, or a folder of submissions")
    grade.add_argument("--output", type=Path, help="folder for grades.csv, NAME.txt, NAME.json")
    grade.add_argument("--results", type=Path, help="file for Gradescope's results.json")
    grade.set_defaults(run=_grade)
    pack = commands.add_parser("autograder", help="write the zip file for Gradescope")
    pack.add_argument("assignment", help="folder of the assignment")
    pack.add_argument("--wheel", type=Path, required=True, help="wheel of patience_games")
    pack.add_argument("--output", type=Path, default=Path("autograder.zip"))
    pack.set_defaults(run=_autograder)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    parsed = _parser().parse_args(arguments)
    try:
        parsed.run(parsed)
    except (OSError, ValueError) as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
