"""Grades a file: runs it in a jail, judges the records, and writes the result for people and graders."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from typing import Any

from engine.child import Child, ChildError, apart, paths
from engine.jail.process import jailed
from engine.lab.grade.answers import AnswerError, answer_of, change_in, records_in, refusal_in
from engine.lab.grade.sandbox import SECONDS
from engine.lab.judge.judging import refused
from engine.lab.judge.reading.program import Program, ProgramError
from engine.lab.judge.sentences import told
from engine.lab.judge.verdict import Verdict, judge

_MODULE = "engine.lab.grade.sandbox"
_PATIENCE, _LONGEST = 30.0, 60
"""Seconds for the process in all, its start included, and of processor time. Its own limit is shorter."""
_MEMORY_MB = 256
"""MiB of the process, with the interpreter. Its own limit is smaller."""
_TIME_IS_UP = (128 + 9, 128 + 24, 128 + 26)
"""The codes of a process that was ended by SIGKILL, SIGXCPU or SIGVTALRM."""
_LINE_SECONDS = 10.0
"""Processor seconds for the search of the line, which runs the program some hundred times."""
_UNREADABLE = ("no-function", "parameter", "unknown-name", "no-python", "answer")
_TESTS = (
    ("The program runs", ("error", "endless", "time", "memory", "syntax", *_UNREADABLE)),
    ("The value is right", ("no-number", "value", "other", "keeps", "mean", "players")),
    ("The branch is right", ("branch",)),
    ("No leaf too many is looked at", ("leaves", "nodes")),
)
"""The tests of a grader, and the codes of a verdict that fail them. The tests after a failed one fail as well."""


def grade(source: str, function: str, decay: float = 1.0, seconds: float = SECONDS) -> Verdict:
    """Returns the verdict on a program, which is ended after so many seconds of processor time."""
    try:
        program = Program(source, function)
        answer = _ask({"source": source, "function": function, "seconds": seconds})
        verdict = refusal_in(answer)
        if verdict is not None:
            return verdict
        records = records_in(answer, program)
        verdict = judge(records, decay)
    except ProgramError as error:
        return refused(error)
    except TimeoutError:
        return Verdict(False, "time", n=f"{seconds:g}")
    except (AnswerError, ArithmeticError, ValueError):  # a number as large as none that a search hands back
        return Verdict(False, "answer")
    if not verdict.right and verdict.code not in ("time", "memory", "endless"):
        given = {"source": source, "function": function, "verdict": verdict.as_data(), "decay": decay}
        with suppress(AnswerError, TimeoutError):
            change_in(_ask({**given, "seconds": _LINE_SECONDS}), verdict)
    return verdict


def _ask(question: dict[str, Any]) -> dict[str, Any]:
    """Returns the answer of the process. Raises TimeoutError if it ran too long, AnswerError for another end."""
    until = time.monotonic() + _PATIENCE
    child = Child(jailed(apart(_MODULE), memory_mb=_MEMORY_MB, seconds=_LONGEST, reads=paths()[:1]))
    try:
        child.send(json.dumps(question).encode())
        return answer_of(child.receive(until - time.monotonic()))
    except ChildError:
        late = time.monotonic() >= until
        if late or child.close(_PATIENCE) in _TIME_IS_UP:
            raise TimeoutError from None
        raise AnswerError from None
    finally:
        child.close()


def results(verdict: Verdict) -> dict[str, Any]:
    """Returns the result as Gradescope's ``results.json``: a point a test, and the verdict as ``extra_data``."""
    data = verdict.as_data()
    words = " ".join(told(data))
    failed = next((i for i, (_, codes) in enumerate(_TESTS) if data["code"] in codes), len(_TESTS))
    tests = [
        {
            "name": name,
            "score": float(i < failed),
            "max_score": 1.0,
            "status": "passed" if i < failed else "failed",
            "output": words if i == failed else "",
        }
        for i, (name, _) in enumerate(_TESTS)
    ]
    return {
        "score": float(failed),
        "output": words,
        "tests": tests,
        "extra_data": data,
    }
