"""Assignments: what is checked of a submission, each check in a process of its own.

``docs/teaching.md`` of Patience is the guide; ``python -m patience_games --help`` the command.
"""

from ._assignment import Assignment, Check, load
from ._grading import Marked, Scored, grade_submission
from ._submissions import Submission, submissions

__all__ = [
    "Assignment",
    "Check",
    "Marked",
    "Scored",
    "Submission",
    "grade_submission",
    "load",
    "submissions",
]
