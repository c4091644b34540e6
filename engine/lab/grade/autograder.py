"""Grades one submission in the container of a learning platform, from the files that the platform puts there. A student
gets so many full reports in 24 hours. Later submissions get their points and no reason. Only Gradescope tells a grader
of earlier submissions (``submission_metadata.json``). Stands in a package of ``packages.py`` with the judge."""

from __future__ import annotations

import json
import sys
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from engine.lab.grade.grading import grade, results
from engine.lab.judge.sentences import told
from engine.lab.judge.verdict import Verdict

_DAY = timedelta(hours=24)
_NOT_READ = ("syntax", "no-function", "parameter", "no-python")
"""The codes of programs that cannot be judged. They cost no attempt in PrairieLearn."""
_RIGHT, _WRONG = "Right. ", "Wrong. "
_NEXT = "Full reports in 24 hours: {n}. The next one comes from {when:%Y-%m-%d %H:%M} on."
_NO_FILE = "There is no file {file}. Hand in one file with this name."
"""What is said to a student, in English as the verdict is."""


def main() -> None:
    """Grades: ``gradescope FOLDER`` or ``prairielearn FOLDER``, the folder of the platform."""
    platform, folder = sys.argv[1], Path(sys.argv[2])
    settings = json.loads(Path(sys.argv[3]).read_text("utf-8"))
    graders = {"gradescope": _gradescope, "prairielearn": _prairielearn}
    result = graders[platform](folder, settings)
    (folder / "results").mkdir(exist_ok=True)
    (folder / "results" / "results.json").write_text(json.dumps(result, ensure_ascii=False), "utf-8")


def _gradescope(folder: Path, settings: dict[str, Any]) -> dict[str, Any]:
    """Returns the content of ``results.json`` for Gradescope."""
    verdict = _judged(folder / "submission", settings)
    if isinstance(verdict, str):
        return {"score": 0.0, "output": verdict, "extra_data": {"full": False}}
    found = results(verdict)
    try:
        metadata = json.loads((folder / "submission_metadata.json").read_text("utf-8"))
        free_at = next_full_report(metadata, settings["reports"])
    except (OSError, ValueError, TypeError, KeyError):  # another form than the one published
        free_at = None
    found["extra_data"] = {"full": free_at is None, "code": verdict.code}
    if free_at is None:
        return found
    values = {"n": settings["reports"], "when": free_at}
    found["output"] = (_RIGHT if verdict.right else _WRONG) + _NEXT.format(**values)
    for test in found["tests"]:
        test["output"] = ""
    return found


def next_full_report(metadata: dict[str, Any], reports: int) -> datetime | None:
    """Returns from when on there is a full report again, None if this submission gets one.

    Args:
        metadata: of a submission, as Gradescope writes it. Times count from the submission, not from now, so that a
            submission that is graded again gets the same report.
        reports: the full reports in 24 hours. 0: as many as one likes.
    """
    now = _time(metadata["created_at"])
    given = sorted(
        at
        for one in metadata["previous_submissions"]
        if (at := _time(one["submission_time"])) > now - _DAY and _was_full(one.get("results"))
    )
    return None if not reports or len(given) < reports else given[-reports] + _DAY


def _was_full(before: Any) -> bool:
    extra = before.get("extra_data") if isinstance(before, dict) else None
    return not isinstance(extra, dict) or extra.get("full") is not False


def _time(written: str) -> datetime:
    found = datetime.fromisoformat(written)
    if found.tzinfo is None:
        raise ValueError("a time without its zone")
    return found


def _prairielearn(folder: Path, settings: dict[str, Any]) -> dict[str, Any]:
    """Returns the content of ``results.json`` for PrairieLearn."""
    verdict = _judged(folder / "student", settings)
    if isinstance(verdict, str) or verdict.code in _NOT_READ:
        words = verdict if isinstance(verdict, str) else " ".join(map(str, told(verdict.as_data())))
        return {"gradable": False, "format_errors": [words], "message": words}
    found = results(verdict)
    tests = [
        {"name": one["name"], "points": one["score"], "max_points": one["max_score"], "output": one["output"]}
        for one in found["tests"]
    ]
    return {
        "gradable": True,
        "score": found["score"] / len(tests),
        "message": found["output"],
        "tests": tests,
    }


def _judged(folder: Path, settings: dict[str, Any]) -> Verdict | str:
    """Returns the verdict on the student's file, or says which file is missing."""
    wanted = folder / settings["file"]
    others = sorted(one for one in folder.glob("*.py") if one.is_file())
    chosen = wanted if wanted.is_file() else others[0] if len(others) == 1 else None
    if chosen is None:
        return _NO_FILE.format(**settings)
    return grade(chosen.read_text("utf-8", "replace"), settings["function"], settings["decay"])


if __name__ == "__main__":
    main()
