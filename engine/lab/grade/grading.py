"""Grades a file: runs it in a process of its own, judges the records, and writes the result for people and graders."""

from __future__ import annotations

import json
from typing import Any

from engine.child import Child, ChildError, command
from engine.lab.grade.sandbox import SECONDS
from engine.lab.judge.sentences import told
from engine.lab.judge.verdict import Verdict, judge, verdict_of

_MODULE = "engine.lab.grade.sandbox"
_PATIENCE = 30.0
"""Seconds for the process in all, its start included. Its own limit is one of processor time."""
_LINE_SECONDS = 10.0
"""Processor seconds for the search of the line, which runs the program some hundred times."""
_TESTS = (
    (
        "The program runs",
        ("error", "endless", "time", "memory", "syntax", "no-function", "parameter", "unknown-name", "no-python"),
    ),
    ("The value is right", ("no-number", "value", "other", "keeps", "mean", "players")),
    ("The branch is right", ("branch",)),
    ("No leaf too many is looked at", ("leaves", "nodes")),
)
"""The tests of a grader, and the codes of a verdict that fail them. The tests after a failed one fail as well."""


def grade(source: str, function: str, decay: float = 1.0, seconds: float = SECONDS) -> Verdict:
    """Returns the verdict on a program, which is ended after so many seconds of processor time."""
    answer = _ask({"source": source, "function": function, "seconds": seconds})
    if "code" in answer:
        verdict = Verdict(False, answer["code"], {"words": answer["words"]})
        verdict.line = answer["line"]
        return verdict
    records = answer["records"]
    verdict = judge(records, decay)
    if verdict.right:
        return verdict
    verdict.line = records[-1].get("line", 0)
    if verdict.code not in ("time", "memory", "endless"):
        given = {"source": source, "function": function, "verdict": verdict.as_data(), "decay": decay}
        found = _ask({**given, "seconds": _LINE_SECONDS})
        if "verdict" in found:
            verdict = verdict_of(found["verdict"], verdict.tree)
    return verdict


def _ask(question: dict[str, Any]) -> dict[str, Any]:
    """Returns the answer of the process. A process that was ended has used up its time."""
    child = Child(command(_MODULE))
    try:
        child.send(json.dumps(question).encode())
        answer: dict[str, Any] = json.loads(child.receive(_PATIENCE))
        return answer
    except ChildError:
        return {"code": "time", "line": 0, "words": ""}
    finally:
        child.close()


def results(verdict: Verdict) -> dict[str, Any]:
    """Returns the result as Gradescope reads it from ``results.json``: a point for each test, and the verdict as
    ``extra_data``."""
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
        "max_score": float(len(_TESTS)),
        "output": words,
        "tests": tests,
        "extra_data": data,
    }
