"""Tests the packages for Gradescope and PrairieLearn: unpacked in an empty folder, run as the platform runs them, and
checked by the rules that the vendors publish: Gradescope's page on ``results.json`` and ``submission_metadata.json``,
PrairieLearn's schema of ``info.json`` (keys, types and enumerations) and page on external grading."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from engine.commands.lab import autograder as command
from engine.lab.grade.autograder import next_full_report
from engine.lab.grade.packages import Homework, gradescope, prairielearn
from tests.engine.lab.test_grade import RIGHT
from tests.engine.lab.test_platforms import Reader
from tests.profiles import is_long, more_at_night

WRONG = RIGHT.replace("else min(values)", "else max(values)")
NOW = datetime.fromisoformat("2026-03-02T10:00:00.365935-07:00")
linux = pytest.mark.skipif(sys.platform != "linux", reason="the platforms run Linux")

# --- Gradescope: the page "Autograder Specifications" of its documentation ---

_WHOLE: dict[str, type | tuple[type, ...]] = {"score": float, "output": str, "tests": list, "extra_data": dict}
_TEST: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("score", "max_score"), float),
    **dict.fromkeys(("name", "number", "output", "visibility", "status"), str),
    "tags": list,
    "extra_data": dict,
}


def check_results(results: dict[str, Any]) -> None:
    """Checks what Gradescope reads: known fields, their types, and a score in all or for each test."""
    assert {*results} <= {*_WHOLE} | {"execution_time", "visibility", "stdout_visibility", "leaderboard"}
    assert all(isinstance(value, _WHOLE[name]) for name, value in results.items())
    assert "score" in results or all("score" in one for one in results["tests"])
    for one in results.get("tests", []):
        assert {*one} <= {*_TEST}
        assert all(isinstance(value, _TEST[name]) for name, value in one.items())
        assert one["status"] in ("passed", "failed")
        assert 0 <= one["score"] <= one["max_score"]


def metadata(*hours: float, full: bool | None = True) -> dict[str, Any]:
    """Returns Gradescope's facts of a submission with earlier ones so many hours before."""
    results = {"extra_data": {"full": full}} if full is not None else {}
    return {
        "id": 1,
        "created_at": NOW.isoformat(),
        "assignment": {"title": "Homework"},
        "users": [],
        "previous_submissions": [
            {"submission_time": (NOW - timedelta(hours=one)).isoformat(), "score": 1.0, "results": results}
            for one in hours
        ],
    }


@pytest.mark.parametrize(
    ("reports", "hours", "free_in"),
    [
        (0, (1, 2, 3), None),
        (2, (), None),
        (2, (1,), None),
        (2, (1, 30), None),
        (2, (1, 3), 21),
        (2, (3, 1, 26), 21),
        (1, (0.5,), 23.5),
        (3, (1, 2, 5, 7), 19),
    ],
)
def test_so_many_full_reports_in_24_hours(reports: int, hours: tuple[float, ...], free_in: float | None) -> None:
    found = next_full_report(metadata(*hours), reports)
    assert found == (None if free_in is None else NOW + timedelta(hours=free_in))
    assert next_full_report(metadata(*hours, full=False), reports) is None
    assert next_full_report(metadata(*hours, full=None), reports) == found


def unpacked(package: bytes, folder: Path, platform: str) -> None:
    """Unpacks a package as the platform does, in ``folder`` in place of the platform's own."""
    with zipfile.ZipFile(io.BytesIO(package)) as files:
        assert len({*files.namelist()}) == len(files.namelist())
        for entry in files.infolist():
            file = folder / entry.filename
            file.parent.mkdir(parents=True, exist_ok=True)
            text = files.read(entry).decode()
            if entry.filename.endswith((".sh", "run_autograder")):
                assert text.startswith("#!/")
                assert entry.external_attr >> 16 == 0o755
                text = text.replace(platform, str(folder.parent if platform == "/autograder" else folder.parents[2]))
            file.write_text(text)


def run(script: Path) -> None:
    """Runs a script as in a container: with an environment of its own, and with no module of this project."""
    bin_folder = script.parent / "bin"
    bin_folder.mkdir(exist_ok=True)
    python = bin_folder / "python3.11"
    if not python.exists():
        python.symlink_to(Path(sys.base_prefix) / "bin" / "python3.11")
    done = subprocess.run(
        ["/bin/bash", str(script)],
        env={"PATH": f"{bin_folder}{os.pathsep}/usr/bin:/bin", "LANG": "C.UTF-8"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr


@linux
@pytest.mark.slow
@more_at_night
def test_gradescope_gets_full_reports_and_then_points_alone(tmp_path: Path) -> None:
    source = tmp_path / "source"
    unpacked(gradescope(Homework(reports=2)), source, "/autograder")
    assert (source / "setup.sh").is_file()
    subprocess.run(["/bin/bash", "-n", str(source / "setup.sh")], check=True)
    (tmp_path / "submission").mkdir()

    def graded(program: str, facts: dict[str, Any] | None) -> dict[str, Any]:
        (tmp_path / "submission" / "mine.py").write_text(program)
        file = tmp_path / "submission_metadata.json"
        file.unlink(missing_ok=True)
        if facts is not None:
            file.write_text(json.dumps(facts))
        shutil.rmtree(tmp_path / "results", ignore_errors=True)
        run(source / "run_autograder")
        found: dict[str, Any] = json.loads((tmp_path / "results" / "results.json").read_text())
        check_results(found)
        return found

    right = graded(RIGHT, metadata(1))
    assert (right["score"], right["extra_data"]) == (4.0, {"full": True, "code": "right"})
    full = graded(WRONG, metadata(30, 40))
    assert full["score"] == 1.0
    assert "is right" in full["output"]
    short = graded(WRONG, metadata(1, 3))
    assert short["output"] == ("Wrong. Full reports in 24 hours: 2. The next one comes from 2026-03-03 07:00 on.")
    assert [one["output"] for one in short["tests"]] == [""] * 4
    assert [one["score"] for one in short["tests"]] == [one["score"] for one in full["tests"]]
    assert short["extra_data"]["full"] is False
    strange_ones = (None, {"created_at": "yesterday", "previous_submissions": []}, {"previous_submissions": 3})
    for strange in strange_ones if is_long() else strange_ones[1:2]:
        assert graded(WRONG, strange)["output"] == full["output"]
    (tmp_path / "submission" / "mine.py").unlink()
    run(source / "run_autograder")
    none = json.loads((tmp_path / "results" / "results.json").read_text())
    check_results(none)
    assert (none["score"], "search.py" in none["output"]) == (0.0, True)


# --- PrairieLearn: apps/prairielearn/src/schemas/{infoQuestion,infoAssessment}.ts and docs/externalGrading.md of its
# repository, read on 2026-11-29: objects are strict, and what is required has no ".optional()" ---

_INFO: dict[str, type] = {
    **dict.fromkeys(("uuid", "title", "topic", "type", "gradingMethod", "template"), str),
    **dict.fromkeys(("tags", "authors", "clientFiles", "clientTemplates", "sharingSets"), list),
    **dict.fromkeys(("singleVariant", "showCorrectAnswer", "partialCredit", "sharePublicly"), bool),
    "shareSourcePublicly": bool,
    **dict.fromkeys(("options", "externalGradingOptions", "dependencies", "workspaceOptions", "preferences"), dict),
}
_EXTERNAL: dict[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("enabled", "enableNetworking"), bool),
    "image": str,
    "entrypoint": (str, list),
    "serverFilesCourse": list,
    "timeout": int,
    "environment": dict,
}
_UUID = re.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
_TYPES = ("Calculation", "MultipleChoice", "Checkbox", "File", "MultipleTrueFalse", "v3")


def check_info(info: dict[str, Any]) -> None:
    """Checks ``info.json`` of a question: required and known keys, their types, and their enumerations."""
    assert {"uuid", "type", "title", "topic"} <= {*info} <= {*_INFO}
    assert all(isinstance(value, _INFO[name]) for name, value in info.items())
    assert _UUID.fullmatch(info["uuid"])
    assert info["type"] in _TYPES
    assert info["gradingMethod"] in ("Internal", "External", "Manual")
    external = info["externalGradingOptions"]
    assert {"image", "entrypoint"} <= {*external} <= {*_EXTERNAL}
    assert all(isinstance(value, _EXTERNAL[name]) for name, value in external.items())
    assert 0 < external["timeout"] <= 600


def check_assessment(info: dict[str, Any], question: str, minutes: int) -> None:
    """Checks ``infoAssessment.json``: what is required, and the one question with its rate."""
    assert {*info} == {"uuid", "type", "title", "set", "number", "zones"}
    assert info["type"] in ("Homework", "Exam")
    assert all(isinstance(info[name], str) for name in ("uuid", "title", "set", "number"))
    assert _UUID.fullmatch(info["uuid"])
    asked = {"id": question, "points": 4, "maxPoints": 4, "gradeRateMinutes": minutes}
    assert info["zones"] == [{"questions": [asked]}]


_PLAIN = ("pl-question-panel", "pl-submission-panel", "pl-external-grader-results", "pl-file-preview", "p", "code")


class Question(Reader):
    """Reads a question with an editor: every element is known, has its attributes, and is closed."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in _PLAIN or tag == "pl-file-editor"
        assert [name for name, _ in attrs] == ([] if tag in _PLAIN else ["file-name", "ace-mode"])
        self.open.append(tag)


@linux
@pytest.mark.slow
def test_prairielearn_gets_a_question_that_its_container_grades(tmp_path: Path) -> None:
    package = prairielearn(Homework())
    unpacked(package, tmp_path, "/grade")
    with zipfile.ZipFile(io.BytesIO(package)) as files:
        names = {name.split("/")[1] for name in files.namelist()}
        assert {name.split("/")[0] for name in files.namelist()} == {"questions"}
    (name,) = names
    question = tmp_path / "questions" / name
    info = json.loads((question / "info.json").read_text())
    check_info(info)
    assert info["externalGradingOptions"]["entrypoint"] == "/grade/tests/run.sh"
    reader = Question()
    reader.feed((question / "question.html").read_text())
    assert reader.open == []
    grade = tmp_path / "grade"
    shutil.copytree(question / "tests", grade / "tests")
    script = grade / "tests" / "run.sh"
    with zipfile.ZipFile(io.BytesIO(package)) as files:
        text = files.read(f"questions/{name}/tests/run.sh").decode()
    script.write_text(text.replace("/grade", str(grade)))
    (grade / "student").mkdir()

    def graded(program: str) -> dict[str, Any]:
        (grade / "student" / "search.py").write_text(program)
        run(script)
        file = grade / "results" / "results.json"
        assert file.stat().st_size < 1 << 20
        found: dict[str, Any] = json.loads(file.read_text())
        return found

    right, wrong, unread = graded(RIGHT), graded(WRONG), graded("def minimax(:")
    assert (right["gradable"], right["score"]) == (True, 1.0)
    assert (wrong["gradable"], wrong["score"]) == (True, 0.25)
    assert [{*one} for one in wrong["tests"]] == [{"name", "points", "max_points", "output"}] * 4
    assert unread["gradable"] is False
    assert "cannot be read" in unread["format_errors"][0]
    assert "score" not in unread


def test_the_command_writes_a_package_or_says_what_would_be_right(tmp_path: Path) -> None:
    made = tmp_path / "a.zip"
    done = CliRunner().invoke(command, ["gradescope", str(made), "--function", "pvs", "--reports", "3"])
    assert done.exit_code == 0, done.output
    with zipfile.ZipFile(made) as files:
        settings = json.loads(files.read("settings.json"))
    assert settings == {"function": "pvs", "file": "search.py", "decay": 1.0, "reports": 3}
    assert gradescope(Homework("pvs", reports=3)) == made.read_bytes()
    done = CliRunner().invoke(command, ["prairielearn", str(made), "--function", "best_move", "--reports", "3"])
    assert done.exit_code == 0, done.output
    with zipfile.ZipFile(made) as files:
        (name,) = {one.split("/")[1] for one in files.namelist()}
        assert {one.split("/")[0] for one in files.namelist()} == {"questions", "assessments"}
        check_info(json.loads(files.read(f"questions/{name}/info.json")))
        check_assessment(json.loads(files.read(f"assessments/{name}/infoAssessment.json")), name, 480)
    day = 24 * 60
    for reports in (*range(1, 60), 1000):
        with zipfile.ZipFile(io.BytesIO(prairielearn(Homework(reports=reports)))) as files:
            info = json.loads(files.read("assessments/program-minimax/infoAssessment.json"))
        (asked,) = info["zones"][0]["questions"]
        assert len(range(0, day, asked["gradeRateMinutes"])) <= reports
    made.unlink()
    for wrong, words in (
        (["gradescope", "--function", "a b"], "name of a function"),
        (["gradescope", "--function", "class"], "name of a function"),
        (["gradescope", "--file", "../x.py"], "name of a Python file"),
        (["moodle"], "prairielearn"),
    ):
        done = CliRunner().invoke(command, [wrong[0], str(tmp_path / "b.zip"), *wrong[1:]])
        assert (done.exit_code, words in done.output) == (2, True), done.output
    assert not (tmp_path / "b.zip").exists()
