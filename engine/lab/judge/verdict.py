"""Judges the records of a program by the reference: the value, the branch, the leaves looked at.

A program is refused only for one of these three, on a tree that shows it. The windows explain, and never convict:
programs hand back bounds in many right ways.
"""

from __future__ import annotations

from typing import Any

from engine.lab.judge.difference import handed_back, orders_of, told
from engine.lab.judge.nodes import leaves_of, written
from engine.lab.judge.reference import close, search, values_below

READINGS = ("value", "value, branch", "branch, value", "branch")
"""What a function may hand back. A branch is counted from 0 or from 1."""

STAGES = ("error", "memory", "endless", "no-number", "value", "branch", "leaves", "nodes")
"""The faults, in the order in which they are looked for."""


class Verdict:
    """Holds what was found: a code of :mod:`engine.lab.judge.sentences` with its values, the tree that shows it, the
    name of the node, and the branch where the record differs (``told``: code and values)."""

    def __init__(self, right: bool, code: str, values: dict[str, Any]) -> None:
        self.right, self.code, self.values = right, code, values
        self.tree: Any = None
        self.events: Any = []
        self.told: Any = None
        self.line, self.slip, self.repair = 0, "", ""

    def as_data(self) -> dict[str, Any]:
        """Returns the verdict as plain data."""
        return {
            "right": self.right,
            "code": self.code,
            "values": self.values,
            "tree": None if self.tree is None else written(self.tree),
            "told": self.told,
            "line": self.line,
            "slip": self.slip,
            "repair": self.repair,
        }


def judge(records: list[Any], decay: float = 1.0) -> Verdict:
    """Returns the verdict on the records of one program on several trees."""
    best: Any = None
    for reading in _readings(records):
        for first in (0, 1):
            fault = None
            for number, record in enumerate(records):
                fault = fault_of(record, reading, first, decay)
                if fault is not None:
                    fault.place = number
                    break
            if fault is None:
                return _right(records, decay)
            stage = -1 if reading == READINGS[3] else STAGES.index(fault.code)
            if best is None or (fault.place, stage) > (best.place, STAGES.index(best.code)):
                best = fault
    record = records[best.place]
    verdict = Verdict(False, best.code, best.values)
    verdict.tree, verdict.events = record["tree"], record["events"]
    if best.code not in ("error", "memory"):
        verdict.told = told(record, decay)
    return verdict


class Fault:
    """Holds one thing that is wrong on one tree, and the place of the tree among the records."""

    def __init__(self, code: str, **values: Any) -> None:
        self.code, self.values, self.place = code, values, 0


def _readings(records: list[Any]) -> list[str]:
    """Returns what the results may mean, the likely first."""
    results = [record["result"] for record in records if record["error"] is None]
    pairs = [one for one in results if isinstance(one, list)]
    if not pairs:
        return [READINGS[0], READINGS[3]]
    last = all(one[-1] is None or isinstance(one[-1], (int, dict, list)) for one in pairs)
    return list(READINGS[1:3]) if last else [READINGS[2], READINGS[1]]


def fault_of(record: Any, reading: str, first: int, decay: float) -> Fault | None:
    """Returns the first thing that is wrong on one tree, by one reading of the result, None if nothing is."""
    tree, error = record["tree"], record["error"]
    shown = written(tree)
    if error is not None:
        if error in ("endless", "memory"):
            return Fault(error, tree=shown)
        return Fault("error", tree=shown, error=error)
    values = values_below(tree, decay)
    right = max(values)
    found, move = _read(record["result"], reading)
    if reading != "branch":
        if found is None:
            return Fault("no-number", tree=shown)
        if not close(found, right):
            return Fault("value", tree=shown, value=written(found), right=written(right))
    if reading != "value":
        best = [i for i, value in enumerate(values) if close(value, right)]
        line = move if isinstance(move, list) and move else [move]  # a whole line has the branch at one of its ends
        chosen = [_branch(one, first) for one in (line[0], line[-1])]
        if chosen[0] not in best and chosen[1] not in best:
            words = "-" if chosen[0] is None else str(chosen[0] + 1)
            return Fault("branch", tree=shown, branch=words, right=str(best[0] + 1))
    if record["prunes"] and decay == 1.0:
        return _too_many(record)
    return None


def _branch(move: Any, first: int) -> Any:
    return move["branch"] if isinstance(move, dict) else move - first if isinstance(move, int) else None


def _read(result: Any, reading: str) -> tuple[Any, Any]:
    """Returns the value and the branch of a result, None for what is missing."""
    pair = result if isinstance(result, list) and len(result) >= 2 else None
    if reading == "branch":
        return None, pair[0] if pair and isinstance(pair[0], dict) else result
    if reading == "value":
        return (result if isinstance(result, (int, float)) else None), None
    if pair is None:
        return None, None
    value, move = (pair[0], pair[1]) if reading == "value, branch" else (pair[1], pair[0])
    return (value if isinstance(value, (int, float)) else None), move


def looked_at(record: Any) -> list[Any]:
    """Returns the paths of the leaves that a program looked at."""
    found: list[Any] = []
    for event in record["events"]:
        path = tuple(event[1])
        if event[0] == "enter" and path not in found and not isinstance(_at(record["tree"], path), list):
            found.append(path)
    return found + [tuple(path) for path in record["read"] if tuple(path) not in found]


def _at(tree: Any, path: Any) -> Any:
    for branch in path:
        tree = tree[branch]
    return tree


def _too_many(record: Any) -> Fault | None:
    """Returns the fault of a program with a window that looks at more leaves than either rule, in its own order."""
    tree = record["tree"]
    visits = search(tree, "<", orders_of(record), True, handed_back(record))
    needed = [visit for visit in visits if not isinstance(_at(tree, visit.path), list)]
    leaves = looked_at(record)
    if len(leaves) > len(needed):
        return Fault("leaves", tree=written(tree), leaves=str(len(leaves)), right=str(len(needed)))
    if not leaves:
        inner = {tuple(event[1]) for event in record["events"] if event[0] == "enter"}
        if len(inner) > len(visits) - len(needed):
            return Fault("nodes", tree=written(tree), leaves=str(len(inner)), right=str(len(visits) - len(needed)))
    return None


def _right(records: list[Any], decay: float) -> Verdict:
    count = str(len(records))
    if records[0]["prunes"] and decay == 1.0:
        cut = sum(len(leaves_of(one["tree"])) - len(looked_at(one)) for one in records)
        return Verdict(True, "right-cuts", {"count": count, "leaves": str(cut)})
    return Verdict(True, "right", {"count": count})
