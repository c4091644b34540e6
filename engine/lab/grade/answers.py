"""Checks what a graded program's process has sent: the program shares that process, and may have written it itself. The
trees of the records, and what is known of the program by its source, are the judge's own and never the process's."""

from __future__ import annotations

import json
from typing import Any

from engine.console import readable
from engine.lab.judge.judging import trees_for
from engine.lab.judge.reading.program import Program
from engine.lab.judge.running.nodes import EVENTS
from engine.lab.judge.verdict import Verdict

_CODES = ("memory", "syntax", "no-function", "parameter", "unknown-name", "no-python")


class AnswerError(Exception):
    """Says that the process has ended, or has sent something else than an answer."""


def answer_of(message: bytes) -> dict[str, Any]:
    """Returns the answer in a message. Raises AnswerError if there is none."""
    try:
        answer = json.loads(message)
    except (ValueError, RecursionError):
        raise AnswerError from None
    if not isinstance(answer, dict):
        raise AnswerError
    return answer


def refusal_in(answer: dict[str, Any]) -> Verdict | None:
    """Returns the verdict on a program that could not be run, None if the answer holds something else."""
    if "code" not in answer:
        return None
    if answer["code"] not in _CODES:
        raise AnswerError
    verdict = Verdict(False, answer["code"], words=_words(answer.get("words")))
    verdict.line = _line(answer.get("line"))
    return verdict


def records_in(answer: dict[str, Any], program: Program) -> list[dict[str, Any]]:
    """Returns the records of all trees in an answer, or up to a fault of the program. Raises AnswerError."""
    given = answer.get("records")
    if not isinstance(given, list) or not given or not isinstance(given[0], dict):
        raise AnswerError
    shapes = {shape.form: shape for shape in [program.shape, *program.shapes()]}
    if given[0].get("form") not in shapes:
        raise AnswerError
    program.shape = shapes[given[0]["form"]]
    trees = trees_for(program)
    if len(given) > len(trees):
        raise AnswerError
    found = [_record(one, tree, program) for one, tree in zip(given, trees, strict=False)]
    if len(found) < len(trees) and found[-1]["error"] is None:
        raise AnswerError
    return found


def change_in(answer: dict[str, Any], verdict: Verdict) -> None:
    """Enters into the verdict the line with the slip, the slip and its repair, as far as an answer has them, or that
    the program keeps something between calls. Raises AnswerError."""
    found = answer.get("verdict")
    if not isinstance(found, dict) or found.get("code") not in (verdict.code, "keeps"):
        raise AnswerError
    if found["code"] != verdict.code:
        verdict.code, verdict.told, verdict.values = "keeps", None, {"tree": verdict.values.get("tree", "")}
    verdict.line, verdict.how = _line(found.get("line")), _words(found.get("how"))
    verdict.slip, verdict.repair = _words(found.get("slip")), _words(found.get("repair"))


def _record(given: Any, tree: Any, program: Program) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise AnswerError
    error, events = given.get("error"), given.get("events")
    read, handed = given.get("read", []), given.get("handed", [])
    if not all(isinstance(one, list) and len(one) <= EVENTS for one in (events, read, handed)):
        raise AnswerError
    if not (error is None or isinstance(error, str)) or not _is_plain(given.get("result")):
        raise AnswerError
    if not all(_is_event(one, tree) for one in events or ()):
        raise AnswerError
    if not all(_is_path(one, tree) for one in (*read, *handed)):
        raise AnswerError
    known = {
        "tree": tree,
        **{name: getattr(program, name) for name in ("prunes", "bounds", "form", "averages", "draws")},
    }
    known["asks"] = program.steps != set()
    told = {name: given.get(name) is True for name in ("again", "recursive")}
    words = None if error is None else readable(error)
    seen = {"error": words, "result": given.get("result"), "events": events, "read": read, "handed": handed}
    return {**known, **told, **seen} | ({"line": _line(given["line"])} if "line" in given else {})


def _is_event(event: Any, tree: Any) -> bool:
    return (
        isinstance(event, list)
        and (len(event), event[0]) in ((4, "enter"), (3, "leave"))
        and _is_path(event[1], tree)
        and all(one is None or isinstance(one, int | float) for one in event[2:])
    )


def _is_path(path: Any, tree: Any) -> bool:
    """Tells whether a list of branches leads to a node."""
    if not isinstance(path, list):
        return False
    for branch in path:
        if not isinstance(tree, list) or type(branch) is not int or not 0 <= branch < len(tree):
            return False
        tree = tree[branch]
    return True


def _is_plain(result: Any) -> bool:
    if isinstance(result, list):
        return len(result) <= EVENTS and all(_is_plain(one) for one in result)
    if isinstance(result, dict):
        if [*result] == ["other"]:
            return isinstance(result["other"], str) and result["other"].isidentifier()
        return [*result] == ["branch"] and (result["branch"] is None or type(result["branch"]) is int)
    return result is None or isinstance(result, int | float | str)


def _line(given: Any) -> int:
    return given if type(given) is int and 0 <= given < 1 << 30 else 0


def _words(given: Any) -> str:
    return readable(given) if isinstance(given, str) else ""
