"""Grades programs that try to be more than programs: the verdict stays the judge's."""

import json
import os
import sys
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.commands.lab import grade as command
from engine.lab.grade import grading
from engine.lab.grade.answers import AnswerError, answer_of, records_in, refusal_in
from engine.lab.grade.grading import grade, results
from engine.lab.judge.probes import probes
from engine.lab.judge.reading.program import Program
from engine.lab.judge.sentences import told

RIGHT = """
def minimax(node, maximizing=True):
    if not isinstance(node, list):
        return node
    values = [minimax(child, not maximizing) for child in node]
    return max(values) if maximizing else min(values)
"""
MODULES = "import random\nsys = random._os.sys\n"
linux = pytest.mark.skipif(sys.platform != "linux", reason="the kernel of Linux confines")


def inside(lines: str) -> str:
    """Returns the right program with lines in its function. What stops beside a function is left out."""
    head, body = RIGHT.split("\n    if", 1)
    return MODULES + head + "".join(f"\n    {line}" for line in lines.splitlines()) + "\n    if" + body


def words(source: str) -> str:
    return " ".join(told(grade(source, "minimax", seconds=1.0).as_data()))


@linux
@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "verdict"),
    [
        ("sys.modules['signal'].setitimer(sys.modules['signal'].ITIMER_VIRTUAL, 0)\nsum(iter(int, 1))\n", "than 1 s"),
        ("r = sys.modules['resource']\nr.setrlimit(r.RLIMIT_AS, (-1, -1))\n", "not allowed to raise maximum limit"),
        ("r = sys.modules['resource']\nr.setrlimit(r.RLIMIT_CPU, (99, 99))\n", "not allowed to raise maximum limit"),
        ("r = sys.modules['resource']\nsoft, hard = r.getrlimit(r.RLIMIT_AS)\nr.setrlimit(r.RLIMIT_AS, (hard, hard))\n"
         "x = bytearray(100 << 20)\n", "more than 8 MB"),
        ("x = bytearray(100 << 20)\n", "more than 8 MB"),
        ("random._os._exit(0)\n", "ends the judge's process"),
        ("random._os.abort()\n", "ends the judge's process"),
        ("sys.modules['socket'] if 'socket' in sys.modules else random._os.open('/etc/passwd', 0)\n", "is closed here"),
    ],
)  # fmt: skip
def test_no_limit_can_be_lifted(before: str, verdict: str) -> None:
    assert verdict in words(inside(before))


def forged(answer: str) -> str:
    """Returns a program that writes an answer of its own to every pipe."""
    message = len(answer).to_bytes(4, "little") + answer.encode()
    return (
        f"{MODULES}for number in range(3, 40):\n    try:\n        random._os.write(number, {message!r})\n"
        f"    except OSError:\n        pass\n{RIGHT.replace('not maximizing', 'maximizing')}"
    )


RECORD = {"tree": [1, 2], "error": None, "result": 2, "events": [], "read": [], "handed": [],
          "prunes": False, "form": "lists", "averages": False, "again": False, "recursive": True}  # fmt: skip


@linux
@pytest.mark.parametrize(
    "answer",
    [
        '{"records": []}',
        json.dumps({"records": [RECORD]}),
        json.dumps({"records": [RECORD | {"error": 5}]}),
        "[" * 100_000,
        '{"code": "right", "words": ""}',
        '"right"',
    ],
)
def test_a_forged_answer_is_a_verdict(answer: str) -> None:
    verdict = grade(forged(answer), "minimax")
    assert not verdict.right
    assert verdict.code == "answer"
    assert results(verdict)["tests"][0]["status"] == "failed"


def records(**changes: object) -> list[dict[str, object]]:
    return [RECORD | changes for _ in probes("lists")]


@pytest.mark.parametrize(
    "changes",
    [
        {"events": [["enter", [9, 9], None, None]]},
        {"events": [["enter", [-1], None, None]]},
        {"events": [["leave", "0", 1]]},
        {"events": [["enter", [0], "alpha", None]]},
        {"events": [["stay", [0], 1]]},
        {"events": [["enter", [0], 1, 2]] * 801},
        {"read": [[0, 0, 0, 0, 0, 0, 0, 0, 0]]},
        {"read": [[True]]},
        {"result": {"value": 3}},
        {"result": [[{"branch": "0"}]]},
        {"events": None},
    ],
)
def test_a_record_of_another_form_is_no_record(changes: dict[str, object]) -> None:
    program = Program(RIGHT, "minimax")
    assert len(records_in({"records": records()}, program)) == len(probes("lists"))
    with pytest.raises(AnswerError):
        records_in({"records": records(**changes)}, program)


def test_the_trees_are_the_judges_own() -> None:
    program = Program(RIGHT, "minimax")
    assert [one["tree"] for one in records_in({"records": records()}, program)] == probes("lists")
    assert not any(one["prunes"] for one in records_in({"records": records(prunes=True)}, program))
    with pytest.raises(AnswerError):
        records_in({"records": records()[:-1]}, program)
    with pytest.raises(AnswerError):
        refusal_in(answer_of(b'{"code": "right"}'))
    with pytest.raises(AnswerError):
        answer_of(b"[]")


@linux
def test_numbers_that_no_search_hands_back_are_a_verdict(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in (10**400, 10**5000, float("nan"), float("inf"), -0.0):
        monkeypatch.setattr(grading, "_ask", lambda _, number=number: {"records": records(result=number)})
        assert not grade(RIGHT, "minimax").right


@linux
@pytest.mark.slow
def test_control_characters_reach_neither_terminal_nor_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grading, "grade", cache(grade))  # a program is judged once for both forms
    file = tmp_path / "student.py"
    for raised in (
        inside("raise ValueError('\\x1b]52;c;eA==\\x07\\x9b31m\\u202e\\nRight on all trees.')"),
        RIGHT.replace("    if", "    raise ValueError('\\x1b[31m\\n')\n    if"),
        RIGHT.replace("not maximizing)", "maximizing) # \x1b[31m\x9b"),
    ):
        file.write_text(raised, encoding="utf-8")
        for more in ([], ["--json"]):
            ran = CliRunner().invoke(command, [str(file), *more])
            assert ran.exit_code == 1, ran.output
            shown = json.loads(ran.stdout) if more else ran.stdout
            texts = [*_texts(shown)] if more else shown.split("\n")
            assert all(text.isprintable() for text in texts)
    assert "\n" not in words(inside("raise ValueError('a\\nb')"))


def _texts(data: object) -> list[str]:
    if isinstance(data, dict):
        return [text for key, one in data.items() for text in (key, *_texts(one))]
    if isinstance(data, list):
        return [text for one in data for text in _texts(one)]
    return [data] if isinstance(data, str) else []


@linux
def test_the_environment_has_five_names_and_none_of_the_teachers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TOKEN_OF_THE_TEACHER", "secret")
    found = words(inside("raise ValueError(sorted(random._os.environ))"))
    assert "TOKEN" not in found
    assert "HOME" in found
    assert len(os.environ) > found.count("'") // 2
