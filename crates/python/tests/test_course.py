"""The assignments: model solutions pass, seeded errors are found with a helpful message, correct
variants are not blamed, and rubbish does not break the run."""

import csv
import dataclasses
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from patience_games.course import Assignment, Check, Submission, _grading, load, submissions
from patience_games.course._grading import _scored, grade_submission
from seeded import CORRECT, SEEDED

COURSE = Path(__file__).parents[3] / "course"
FILES = {"uninformed": "search", "informed": "informed", "local": "local", "ordering": "ordering"}


def solution(assignment):
    return (COURSE / assignment / "solution" / f"{FILES[assignment]}.py").read_text()


def judged(assignment, source, folder, functions=None):
    """The faults found in a submission by the checks of some functions."""
    file = folder / f"{FILES[assignment]}.py"
    file.write_text(source)
    loaded = load(COURSE / assignment)
    scored = [
        _scored(loaded, COURSE / assignment, index, file)
        for index, check in enumerate(loaded.checks)
        if functions is None or check.function in functions
    ]
    assert scored
    return [f"{each.name}: {fault}" for each in scored for fault in each.faults]


@pytest.mark.parametrize("assignment", FILES)
def test_model_solution_passes(assignment, tmp_path):
    assert judged(assignment, solution(assignment), tmp_path) == []


@pytest.mark.parametrize("assignment", FILES)
def test_starter_scores_nothing_but_runs(assignment, tmp_path):
    starter = (COURSE / assignment / "starter" / f"{FILES[assignment]}.py").read_text()
    loaded = load(COURSE / assignment)
    file = tmp_path / loaded.file
    file.write_text(starter)
    marked = grade_submission(loaded, COURSE / assignment, Submission("starter", file))
    assert marked.score == 0, marked.text()
    hints = r"NotImplementedError|says nothing about the remaining moves|\d+ suffice"
    told = [fault for each in marked.scored for fault in each.faults]
    assert told and all(re.search(hints, fault) for fault in told), told


def test_heuristic_that_says_too_much_has_no_points_for_few_expansions(tmp_path):
    source = solution("informed").replace("    return total\n", "    return 3 * total\n")
    told = judged("informed", source, tmp_path, {"heuristic"})
    helps = [fault for fault in told if fault.startswith("the heuristic helps")]
    assert len(helps) == 2 and all("only an admissible heuristic" in fault for fault in helps), told
    # A fault in the heuristic is reported by its own check, not as a fault of the tests.
    source = solution("informed").replace("    return total\n", "    return total or None\n")
    told = judged("informed", source, tmp_path, {"heuristic"})
    assert told and not any("hidden.py" in fault for fault in told), told


def test_search_that_asks_a_solver_follows_no_estimate(tmp_path):
    asks = """
def ordered_search(problem, estimate):
    import patience_games
    return patience_games.read("birds", problem.getStartState().board).solve().plan
"""
    told = judged("ordering", solution("ordering") + asks, tmp_path, {"ordered_search"})
    assert any("it expanded 0 states for a plan of" in fault for fault in told), told


@pytest.mark.parametrize("assignment", FILES)
def test_students_tests_pass_with_the_model_solution(assignment, tmp_path):
    for path in (COURSE / assignment / "starter").glob("*.py"):
        (tmp_path / path.name).write_text(path.read_text())
    (tmp_path / f"{FILES[assignment]}.py").write_text(solution(assignment))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "."]
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout


def changed(source, changes):
    for old, new in changes:
        assert old in source, old
        source = source.replace(old, new)
    return source


@pytest.mark.parametrize("error", SEEDED)
def test_seeded_error_is_found_with_a_message_that_helps(error, tmp_path, monkeypatch):
    assignment, function, changes, message = SEEDED[error]
    if "loop" in error:
        shorter(monkeypatch, COURSE / assignment, tmp_path)
    told = judged(assignment, changed(solution(assignment), changes), tmp_path, {function})
    assert told, "not found"
    assert re.search(message, "\n".join(told)), "\n".join(told)


def shorter(monkeypatch, folder, tmp_path):
    """The assignment with 2 seconds for each check."""
    copy = tmp_path / "course" / folder.name
    copy.mkdir(parents=True)
    text = (folder / "hidden.py").read_text()
    copied = text.replace('file="search.py",', 'file="search.py",\n    seconds=2,')
    (copy / "hidden.py").write_text(copied)
    for name in ("solution", "starter"):
        (copy / name).symlink_to(folder / name)
    monkeypatch.setitem(globals(), "COURSE", copy.parent)


@pytest.mark.parametrize("variant", CORRECT)
def test_correct_variant_is_not_blamed(variant, tmp_path):
    assignment, function, changes = CORRECT[variant]
    source = changed(solution(assignment), changes)
    assert judged(assignment, source, tmp_path, {function}) == []


RUBBISH = {
    "text": "This is my essay.",
    "syntax": "def breadth_first_search(problem:\n",
    "import": "import a_module_that_nobody_has\n",
    "exit": "import os\nos._exit(3)\n",
    "quiet exit": "import os\nos._exit(0)\n",
    "kill": "import os, signal\nos.kill(os.getpid(), signal.SIGKILL)\n",
    "flood": "print('x' * 10**8)\n",
    "empty": "",
    "bytes": "\x00\x01",
    "no function": "breadth_first_search = 5\n",
    "forged": 'import os\nos.write(3, b\'{"share": 1.0, "faults": []}\')\nos._exit(0)\n',
    "threads": "import threading, time\nthreading.Thread(target=time.sleep, args=(900,)).start()\n",
}


def test_rubbish_never_breaks_the_run(tmp_path):
    folder, small = tmp_path / "submissions", tmp_path / "small"
    small.mkdir()
    (small / "hidden.py").write_text(
        "from patience_games.course import Assignment, Check\n"
        "def judge(search):\n    return ['no'] if search(1) != 2 else []\n"
        "ASSIGNMENT = Assignment('Small', 'search.py', (Check('it', 4, 'f', judge),), seconds=5)\n"
    )
    for name, source in {**RUBBISH, "good": "def f(x):\n    return x + 1\n"}.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "search.py").write_text(source)
    (folder / "nothing").mkdir()
    (folder / "essay.docx").write_bytes(b"PK\x03\x04")
    (folder / "=formula.py").write_text("def f(x):\n    return 2\n")
    (folder / ".DS_Store").write_bytes(b"")
    output = tmp_path / "out"
    command = [sys.executable, "-m", "patience_games", "grade", small, folder, "--output", output]
    ran = subprocess.run(command, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    rows = list(csv.DictReader((output / "grades.csv").open(encoding="utf-8")))
    scores = {row["submission"]: float(row["score"]) for row in rows}
    assert scores == {
        **dict.fromkeys([*RUBBISH, "nothing", "essay.docx"], 0.0),
        "good": 4.0,
        "'=formula": 4.0,
    }
    assert all(row["first fault"] for row in rows if float(row["score"]) == 0)
    told = json.loads((output / "good.json").read_text())
    assert told["score"] == 4 and told["tests"][0]["visibility"] == "after_published"
    assert "4 of 4 points" in (output / "good.txt").read_text()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells")
def test_waiting_ends_a_check_and_a_busy_machine_does_not():
    codes = {True: "while True: pass", False: "import time; time.sleep(900)"}
    for computes, code in codes.items():
        whole = [sys.executable, "-c", f"print(flush=True)\n{code}"]
        with subprocess.Popen(whole, stdout=subprocess.PIPE) as process:
            process.stdout.readline()
            while _grading._runs(process) != computes:
                pass  # a moment between the line and the sleep
            if not computes:
                assert not _grading._ends(process, 1.0)
            process.kill()


def test_time_does_not_pass_while_a_check_computes(tmp_path, monkeypatch):
    monkeypatch.setattr(_grading, "_runs", lambda process: True)
    assignment = load(COURSE / "uninformed")
    file = tmp_path / "search.py"
    file.write_text(solution("uninformed"))
    # Python takes longer than a hundredth of a second to start.
    brief = dataclasses.replace(assignment, seconds=0.001)
    assert _scored(brief, COURSE / "uninformed", 0, file).passed


def test_commands_hand_out_and_pack(tmp_path):
    def command(*arguments):
        whole = [sys.executable, "-m", "patience_games", *map(str, arguments)]
        return subprocess.run(whole, capture_output=True, text=True)

    handed = tmp_path / "handed"
    assert command("hand-out", COURSE / "uninformed", handed).returncode == 0
    assert sorted(path.name for path in handed.iterdir()) == [
        "README.md", "search.py", "test_search.py",
    ]  # fmt: skip
    again = command("hand-out", COURSE / "uninformed", handed)
    assert again.returncode == 2 and "is not empty" in again.stderr
    wheel = tmp_path / "patience_games-1-py3-none-any.whl"
    wheel.write_bytes(b"")
    packed = tmp_path / "autograder.zip"
    ran = command("autograder", COURSE / "uninformed", "--wheel", wheel, "--output", packed)
    assert ran.returncode == 0, ran.stderr
    with zipfile.ZipFile(packed) as archive:
        assert {"run_autograder", "setup.sh", wheel.name, "assignment/hidden.py"} <= {
            entry.filename for entry in archive.infolist()
        }
        assert archive.getinfo("run_autograder").external_attr >> 16 == 0o100755
    results = tmp_path / "results.json"
    ran = command("grade", COURSE / "uninformed", handed, "--results", results)
    assert ran.returncode == 0 and json.loads(results.read_text())["score"] == 0
    for wrong in (["grade", tmp_path, handed], ["grade", COURSE / "uninformed", tmp_path / "no"]):
        refused = command(*wrong)
        assert refused.returncode == 2 and refused.stderr.startswith("error: ")


def test_submissions_are_found_wherever_they_lie(tmp_path):
    deep = tmp_path / "all" / "Ada_1_file" / "task"
    deep.mkdir(parents=True)
    (deep / "search.py").write_text("")
    (tmp_path / "all" / "bob_search.py").write_text("")
    found = submissions(tmp_path / "all", "search.py")
    assert [(each.name, bool(each.file)) for each in found] == [
        ("Ada_1_file", True), ("bob_search", True),
    ]  # fmt: skip
    assert submissions(deep, "search.py")[0].file == deep / "search.py"
    missing = Assignment("x", "search.py", (Check("c", 1, "f", len),))
    marked = grade_submission(missing, tmp_path, Submission("eve", None, "there is no file"))
    assert (marked.score, marked.points, marked.passed) == (0, 1, False)
