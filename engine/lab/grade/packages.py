"""Packs the judge as an autograder of a learning platform: a zip that a teacher uploads. It holds the judge's sources,
which need Python 3.11 or newer and nothing else, so the container installs no package of ours."""

from __future__ import annotations

import io
import json
import uuid
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Final

from engine.lab.first_lines import FIRST_LINES

_ENGINE: Final = Path(__file__).resolve().parents[2]
_ROOMS: Final = ("lab/grade", "lab/judge", "jail")
_FILES: Final = (
    *("__init__.py", "child.py", "console.py", "text.py"),
    *("lab/__init__.py", "lab/code.py", "lab/first_lines.py"),
)
"""What the judge imports."""
_DATE: Final = (1980, 1, 1, 0, 0, 0)
_NAMESPACE: Final = uuid.UUID("6f1d3c1e-4f0b-5d57-9d3a-2f8f1f3f7a10")
_IMAGE: Final = "python:3.12-slim"
_SECONDS: Final = 120
"""After so many seconds PrairieLearn ends the grading. The judge's own limits are shorter."""
_POINTS, _DAY = 4, 1440
"""The points of the homework, one for each test; the minutes of a day."""
_PYTHON: Final = """\
python=""
for one in python3.13 python3.12 python3.11 python3; do
    if "$one" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then python=$one; break; fi
done
"""
_SETUP: Final = (
    "#!/usr/bin/env bash\nset -e\n"
    + _PYTHON
    + 'if [ -z "$python" ]; then apt-get update; apt-get install -y python3.11; fi\n'
)
_RUN: Final = (
    "#!/usr/bin/env bash\n"
    + _PYTHON
    + "cd /\nexport PYTHONPATH={source}\n"
    + 'exec "$python" -m engine.lab.grade.autograder {platform} {folder} {source}/settings.json\n'
)


@dataclass(frozen=True)
class Homework:
    """Describes what is handed in: a file with a function, and how many full reports there are in 24 hours (0: no
    bound). ``decay`` is what a value keeps with each ply."""

    function: str = "minimax"
    file: str = "search.py"
    decay: float = 1.0
    reports: int = 0

    def settings(self) -> str:
        """Returns what ``autograder.py`` reads."""
        return json.dumps({name: getattr(self, name) for name in ("function", "file", "decay", "reports")}) + "\n"


def gradescope(homework: Homework) -> bytes:
    """Returns an autograder for Gradescope: ``setup.sh``, ``run_autograder``, and the judge beside them."""
    run = _RUN.format(platform="gradescope", folder="/autograder", source="/autograder/source")
    files = {"setup.sh": _SETUP, "run_autograder": run, "settings.json": homework.settings()}
    return packed(files | dict(_sources("")))


def prairielearn(homework: Homework) -> bytes:
    """Returns a question for PrairieLearn, graded in a container. The folder ``questions`` goes into a course. With a
    bound of reports there is a homework, too: PrairieLearn tells a grader of no earlier submission, so each submission
    waits its part of a day. The folder ``assessments`` goes into a course instance."""
    name = f"program-{homework.function.replace('_', '-')}"
    graded = {"enabled": True, "image": _IMAGE, "entrypoint": "/grade/tests/run.sh", "timeout": _SECONDS}
    known = {"singleVariant": True, "gradingMethod": "External", "externalGradingOptions": graded}
    title = " ".join(("Write", homework.function))
    folder = f"questions/{name}"
    run = _RUN.format(platform="prairielearn", folder="/grade", source="/grade/tests")
    files = {
        f"{folder}/info.json": info(f"{name}/{homework.settings()}", title, **known),
        f"{folder}/question.html": _question(homework),
        f"{folder}/tests/run.sh": run,
        f"{folder}/tests/settings.json": homework.settings(),
    }
    if homework.reports:
        files[f"assessments/{name}/infoAssessment.json"] = json.dumps(_assessment(homework, name), indent=2) + "\n"
    return packed(files | dict(_sources(f"{folder}/tests/")))


def info(named: str, title: str, **more: object) -> str:
    """Returns what PrairieLearn has to know of a question. ``named`` tells it from every other."""
    known = {"uuid": str(uuid.uuid5(_NAMESPACE, named)), "title": title, "topic": "Minimax"}
    return json.dumps(known | {"tags": ["alpha-beta"], "type": "v3", **more}, indent=2, ensure_ascii=False) + "\n"


def _assessment(homework: Homework, name: str) -> dict[str, object]:
    question = {"id": name, "points": _POINTS, "maxPoints": _POINTS, "gradeRateMinutes": -(-_DAY // homework.reports)}
    return {
        "uuid": str(uuid.uuid5(_NAMESPACE, f"assessment/{name}/{homework.settings()}")),
        "type": "Homework",
        "title": " ".join(("Write", homework.function)),
        "set": "Homework",
        "number": "1",
        "zones": [{"questions": [question]}],
    }


def _question(homework: Homework) -> str:
    head = "def " + homework.function + "("
    known = (lines for lines in FIRST_LINES.values() if lines.startswith(head))
    first = next(known, head + "node, maximizing=True):\n")
    file = escape(homework.file)
    decay = f"<p>A value keeps {homework.decay:g} of itself with each ply.</p>\n" if homework.decay != 1 else ""
    return (
        "<pl-question-panel>\n"
        f"<p>Write the function <code>{escape(homework.function)}</code> in Python. It gets a tree of numbers, "
        f"as nested lists or as nodes with children and a value. Max moves first.</p>\n{decay}"
        f'<pl-file-editor file-name="{file}" ace-mode="ace/mode/python">\n{escape(first)}</pl-file-editor>\n'
        "</pl-question-panel>\n"
        "<pl-submission-panel>\n<pl-external-grader-results></pl-external-grader-results>\n"
        "<pl-file-preview></pl-file-preview>\n</pl-submission-panel>\n"
    )


def _sources(folder: str) -> Iterator[tuple[str, str]]:
    """Yields the judge's files below ``folder``, by name."""
    rooms = (file for room in _ROOMS for file in sorted((_ENGINE / room).rglob("*.py")))
    for file in (*(_ENGINE / name for name in _FILES), *rooms):
        yield f"{folder}engine/{file.relative_to(_ENGINE).as_posix()}", file.read_text("utf-8")


def packed(files: dict[str, str]) -> bytes:
    """Returns a zip of texts by name. The same texts make the same zip, and scripts may be executed."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as package:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, _DATE)
            entry.external_attr = (0o755 if name.endswith((".sh", "run_autograder")) else 0o644) << 16
            package.writestr(entry, text.encode(), zipfile.ZIP_DEFLATED)
    return out.getvalue()
