"""Answers the page's questions in the browser, in JSON: on six numbers, a pasted record, and a program."""

from __future__ import annotations

import json
from typing import Any

from engine.lab.judge.difference import nearest
from engine.lab.judge.judging import find_line, loaded, records_of, trees_for
from engine.lab.judge.probes import read, six_numbers
from engine.lab.judge.reading.program import ProgramError
from engine.lab.judge.reference import RULES, close, events_of, search, values_below
from engine.lab.judge.running.nodes import leaves_of, node_at, paths_of, written
from engine.lab.judge.running.results import number_of
from engine.lab.judge.verdict import judge, verdict_of

_INFINITE = float("inf")


def answer(question: str, execute: Any) -> str:
    """Returns the answer to a question of the page."""
    asked = json.loads(question)
    return json.dumps(_sent(_ANSWERS[asked["question"]](asked, execute)))


def _sent(data: Any) -> Any:
    """Returns data with signs for the infinite numbers, which JSON does not have."""
    if isinstance(data, dict):
        return {name: _sent(value) for name, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [_sent(one) for one in data]
    if isinstance(data, float) and (data != data or data in (_INFINITE, -_INFINITE)):
        return "∞" if data == _INFINITE else "-∞" if data == -_INFINITE else None
    return data


def _received(data: Any) -> Any:
    """Returns data with the infinite numbers back in their places."""
    if isinstance(data, dict):
        return {name: _received(value) for name, value in data.items()}
    if isinstance(data, list):
        return [_received(one) for one in data]
    return _INFINITE if data == "∞" else -_INFINITE if data == "-∞" else data


def _records(asked: Any, execute: Any) -> Any:
    try:
        runner = loaded(asked["source"], asked["function"], execute)
        trees = trees_for(runner.program)
        first, last = asked["first"], asked["first"] + asked["count"]
        return {"records": records_of(runner, trees[first:last]), "more": last < len(trees)}
    except ProgramError as error:
        return {"code": error.code, "line": error.line, "words": error.words}
    except MemoryError:
        return {"code": "memory", "line": 0, "words": ""}


def _values(asked: Any, execute: Any) -> Any:
    """Returns the value that the program finds on each tree of a game, None for what is no number."""
    run = records_of(loaded(asked["source"], asked["function"], execute), asked["trees"])
    return {"values": [number_of(one["result"]) for one in run]}


def _judge(asked: Any, execute: Any) -> Any:
    verdict = judge(_received(asked["records"]))
    data = verdict.as_data()
    data["nested"], data["events"] = verdict.tree, verdict.events
    return data


def _line(asked: Any, execute: Any) -> Any:
    verdict = verdict_of(asked["verdict"])
    find_line(verdict, loaded(asked["source"], asked["function"], execute).program, execute)
    return verdict.as_data()


def _numbers(asked: Any, execute: Any) -> Any:
    """Judges value, branch and leaves of the two trees of :func:`six_numbers`."""
    for place, tree in enumerate(six_numbers()):
        value, branch, leaves = asked["numbers"][3 * place : 3 * place + 3]
        below = values_below(tree)
        right, shown = max(below), written(tree)
        if not close(value, right):
            return {"code": "value", "values": {"tree": shown, "value": written(value), "right": written(right)}}
        if not 1 <= branch <= len(below) or below[int(branch) - 1] != right:
            first = below.index(right) + 1
            return {"code": "branch", "values": {"tree": shown, "branch": written(branch), "right": str(first)}}
        counts = [
            len([one for one in search(tree, rule) if not isinstance(node_at(tree, one.path), list)]) for rule in RULES
        ]
        wrong = "leaves" if leaves > max(counts) else "too-few" if leaves < min(counts) else ""
        if leaves == len(leaves_of(tree)):
            wrong = "cuts-nothing"
        if wrong:
            return {"code": wrong, "values": {"tree": shown, "leaves": written(leaves), "right": str(counts[0])}}
    return {"code": "numbers-right", "values": {}}


def _pasted(asked: Any, execute: Any) -> Any:
    """Compares a pasted record with the reference. A line is ``enter NODE ALPHA BETA`` or ``leave NODE VALUE``, and a
    node is told by its branches from the root, as in ``1.2``, the root by ``-``."""
    tree = read(asked["tree"])
    known = set(paths_of(tree))
    events: list[Any] = []
    for number, line in enumerate(asked["text"].strip().split("\n")[:800]):
        words = line.replace(",", " ").split()
        if not words:
            continue
        path: Any = None
        try:
            path = () if words[1] in ("-", "root") else tuple([int(one) - 1 for one in words[1].split(".")])
            numbers = [_number(one) for one in words[2:4]]
        except (ValueError, IndexError):
            path = None
        if words[0] not in ("enter", "leave") or path not in known:
            return {"code": "record", "values": {"line": str(number + 1)}, "events": [], "nested": tree}
        if words[0] == "enter":
            alpha, beta = [*numbers, None, None][:2]
            events.append(["enter", path, alpha, beta])
        else:
            events.append(["leave", path, numbers[0] if numbers else None])
    prunes = any(event[0] == "enter" and event[2] is not None for event in events)
    record = {"tree": tree, "events": events, "read": [], "prunes": prunes}
    told, visits = nearest(record)
    last = events[-1] if events else ["enter", ()]
    code = "record-right" if last[0] == "leave" and not last[1] else "record-ends"
    found = told or {"code": code, "values": {"count": str(len(events))}}
    verdict = {"code": found["code"], "values": found["values"], "told": told}
    verdict.update({"events": events, "nested": tree, "reference": events_of(visits)})
    return verdict


def _number(word: str) -> Any:
    plain = word.lower().replace("∞", "inf").replace("infinity", "inf").replace("−", "-")
    return None if plain in ("none", "null", "-", "undefined") else float(plain)


_ANSWERS = {
    "records": _records,
    "values": _values,
    "judge": _judge,
    "line": _line,
    "numbers": _numbers,
    "record": _pasted,
}
