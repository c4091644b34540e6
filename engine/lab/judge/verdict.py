"""Judges the records of a program by the reference: the value, the branch, the leaves looked at. A program is refused
only for one of these three, on a tree that shows it. The windows explain, and never convict: programs hand back bounds
in many right ways."""

from __future__ import annotations

from typing import Any

from engine.lab.judge.difference import handed_back, orders_of, told
from engine.lab.judge.kinds import answers, is_mixed, numbers_of, paranoid, question_of, share_of_errors
from engine.lab.judge.probes import read
from engine.lab.judge.reference import close, search, values_below, worth
from engine.lab.judge.running.nodes import EVENTS, PLAYERS, best_of, leaves_of, node_at, paths_of, valued, written

OTHERS = ("asks", "errs", "paranoid")
"""The verdicts on right programs that do not look for the value of minimax. No repair makes such a program."""
UNJUDGED = ("drawn", "yes-no")
"""The verdicts that say only what the judge does not know. No line is looked for."""
READINGS = ("value", "value, branch", "branch, value", "branch")
"""What a function may hand back. A branch is counted from 0 or from 1."""


class Verdict:
    """Holds what was found: a code of :mod:`engine.lab.judge.sentences` with its values, the tree that shows it, the
    name of the node, and the branch where the record differs (``told``: code and values)."""

    def __init__(self, well: bool, code: str, **values: Any) -> None:
        self.right, self.code, self.values = well, code, values
        self.tree: Any = None
        self.events: Any = []
        self.told: Any = None
        self.line, self.slip, self.repair, self.how = 0, "", "", ""
        self.branch, self.base = False, 0

    def as_data(self) -> dict[str, Any]:
        """Returns the verdict as plain data."""
        found = {name: getattr(self, name) for name in _TOLD}
        found["tree"] = None if self.tree is None else written(self.tree)
        return found


_TOLD = ("right", "code", "values", "told", "line", "slip", "repair", "how", "branch", "base")


def verdict_of(data: dict[str, Any]) -> Verdict:
    """Returns a verdict from its plain data."""
    found = Verdict(False, "")
    found.tree = read(data["tree"]) if data["tree"] else None
    for name in _TOLD:
        setattr(found, name, data[name])
    return found


def judge(records: list[Any], decay: float = 1.0, alone: bool | None = None, base: int = -1) -> Verdict:
    """Returns the verdict on the records of one program on several trees. What the results mean is decided by all of
    them: the reading by which most are right counts. ``alone`` says of a single number whether it is a branch, and
    ``base`` is the number of the first branch, -1 if that is not known."""
    if records[-1]["form"] == "vectors":
        return _of_players(records)
    counts = any(_called(record) for record in records)
    if _copies(records):  # what it looks at after that is not seen
        records = [dict(record, prunes=False) for record in records]
    best: Any = None
    readings = _readings(records)
    if alone is not None and (READINGS[0] in readings or READINGS[3] in readings):
        readings = [READINGS[3] if alone else READINGS[0]]
    for reading in readings:
        bases = (0, 1) if base < 0 else (base,)
        for first in bases if "branch" in reading else (0,):
            faults = [fault_of(record, reading, first, decay, counts) for record in records]
            wrong = [number for number, fault in enumerate(faults) if fault is not None]
            if not wrong:
                return (
                    Verdict(True, "right-branch", count=str(len(records)))
                    if reading == READINGS[3]
                    else _right(records, decay, counts)
                )
            if best is None or len(wrong) < best[0]:
                best = (len(wrong), wrong[0], faults[wrong[0]], reading == READINGS[3], first)
    _, place, fault, branch, first = best
    record = records[place]
    other = _of_another_kind(records, record, fault)
    if other is not None:
        return other
    verdict = _shown(fault, record)
    verdict.branch, verdict.base = branch, first
    if fault.code not in ("error", "memory", "other") and not branch and not record["asks"]:
        verdict.told = told(record, decay)
    return verdict


def _of_another_kind(records: list[Any], record: Any, fault: Verdict) -> Verdict | None:
    """Returns the verdict on a program that does not look for the value of minimax, or None."""
    done = [one for one in records if one["error"] is None]
    if done and done != records and answers(done):
        return _shown(fault_of(records[-1], READINGS[0], 0, 1.0, False), records[-1])  # a yes or no is no value
    if answers(records):
        question, count = question_of(records), str(len(records))
        return Verdict(True, "asks", count=count, question=question) if question else Verdict(False, "yes-no")
    if records[0]["draws"] and fault.code in ("value", "branch", "endless"):
        return Verdict(False, "drawn")
    share = share_of_errors(records)
    if share is not None and share < 1:
        return Verdict(True, "errs", count=str(len(records)), share=written(share))
    if fault.code == "value" and records[0]["averages"] | (share == 1.0):
        return _averaged(records, record, fault)
    return None


def _shown(verdict: Any, record: Any) -> Verdict:
    """Returns the verdict on one tree with the tree that shows it."""
    verdict.tree, verdict.events, verdict.line = record["tree"], record["events"], record.get("line", 0)
    return verdict  # type: ignore[no-any-return]


def _readings(records: list[Any]) -> list[str]:
    """Returns what the results may mean, the likely first. A number is a branch only if each of them can be one, and if
    the function does not call itself: else it would take a branch for a value."""
    done = [record for record in records if record["error"] is None]
    pairs = [record["result"] for record in done if isinstance(record["result"], list) and record["result"]]
    if not pairs:
        named = any(isinstance(record["result"], dict) and "branch" in record["result"] for record in done)
        numbered = all(
            record["result"] in (None, *range(len(record["tree"]) + 1)) and not record["recursive"] for record in done
        )
        varied = len({record["result"] for record in done}) > 1 if numbered else False
        return [READINGS[3]] if named else [READINGS[0]] + ([READINGS[3]] if varied else [])
    last = all(one[-1] is None or isinstance(one[-1], (int, dict, list)) for one in pairs)
    found = list(READINGS[1:3]) if last else [READINGS[2], READINGS[1]]
    return found if len(pairs) == len(done) else [READINGS[0], *found]


def fault_of(record: Any, reading: str, first: int, decay: float, counts: bool) -> Verdict | None:
    """Returns the first fault on one tree by one reading of the result, or None. ``counts``: leaves are counted."""
    tree, error = record["tree"], record["error"]
    shown = written(tree)
    if error is not None:
        if error in ("endless", "memory"):
            return Verdict(False, error, tree=shown)
        return Verdict(False, "error", tree=shown, error=error)
    values = values_below(tree, decay)
    right = max(values)
    found, move = _read(record["result"], reading)
    if reading != "branch":
        if found is None:
            other = record["result"].get("other") if isinstance(record["result"], dict) else None
            return Verdict(False, "other", kind=other) if other else Verdict(False, "no-number", tree=shown)
        if not close(found, right):
            return Verdict(False, "value", tree=shown, value=written(found), right=written(right))
    if reading != "value":
        best = [i for i, value in enumerate(values) if close(value, right)]
        line = move if isinstance(move, list) and move else [move]  # a whole line has the branch at one of its ends
        chosen = [_branch(one, first) for one in (line[0], line[-1])]
        if chosen[0] not in best and chosen[1] not in best:
            words = "-" if chosen[0] is None else str(chosen[0] + 1)
            return Verdict(False, "branch", tree=shown, branch=words, right=str(best[0] + 1))
    if record["prunes"] and decay == 1.0 and not record.get("again"):
        return _too_many(record, counts)
    return None


def _branch(move: Any, first: int) -> Any:
    return move["branch"] if isinstance(move, dict) else move - first if isinstance(move, int) else None


def _read(result: Any, reading: str) -> tuple[Any, Any]:
    pair = result if isinstance(result, list) and len(result) >= 2 else None
    if reading == "branch":
        return None, pair[0] if pair and isinstance(pair[0], dict) else result
    if reading == "value":
        return (result if isinstance(result, (int, float)) else None), None
    if pair is None:
        return None, None
    value, move = (pair[0], pair[1]) if reading == "value, branch" else (pair[1], pair[0])
    return (value if isinstance(value, (int, float)) else None), move


def _called(record: Any) -> bool:
    """Tells whether leaves were entered or their values read, so that they can be counted one by one."""
    return bool(record["read"]) or any(
        event[0] == "enter" and not isinstance(node_at(record["tree"], event[1]), list) for event in record["events"]
    )


def looked_at(record: Any) -> list[Any]:
    """Returns the paths of the leaves that a program looked at: it called itself with them or read their value."""
    found: list[Any] = []
    for event in record["events"]:
        path = tuple(event[1])
        if event[0] == "enter" and path not in found and not isinstance(node_at(record["tree"], path), list):
            found.append(path)
    return found + [tuple(path) for path in record["read"] if tuple(path) not in found]


def _too_many(record: Any, counts: bool) -> Verdict | None:
    """Returns the fault of a program with a window that looks at more leaves than either rule, in its own order. Notes
    whether it looks at more than one that cuts where alpha equals beta."""
    tree = record["tree"]
    visits = search(tree, "<", orders_of(record), True, handed_back(record))
    needed = [visit for visit in visits if not isinstance(node_at(tree, visit.path), list)]
    leaves = looked_at(record)
    record["late"] = len(leaves) > len([visit for visit in needed if not visit.spare])
    if len(leaves) > len(needed):
        return Verdict(False, "leaves", tree=written(tree), leaves=str(len(leaves)), right=str(len(needed)))
    inner = _inner(record)
    if not counts and len(inner) > len(visits) - len(needed):
        return Verdict(False, "nodes", tree=written(tree), leaves=str(len(inner)), right=str(len(visits) - len(needed)))
    return None


def _copies(records: list[Any]) -> bool:
    """Tells whether a program searches a copy of the tree: it hands a window on, but no call that was seen has one."""
    entries = [event for record in records for event in record["events"] if event[0] == "enter"]
    windows = [event for event in entries if event[2] is not None or event[3] is not None]
    return bool(records[0]["bounds"]) and not windows


def _inner(record: Any) -> set[Any]:
    paths = {tuple(event[1]) for event in record["events"] if event[0] == "enter"}
    return {path for path in paths if isinstance(node_at(record["tree"], path), list)}


def _right(records: list[Any], decay: float, counts: bool) -> Verdict:
    """Returns the verdict on a right program, with the leaves, or else nodes, that it skips."""
    count = str(len(records))
    leaves = sum(len(leaves_of(one["tree"])) for one in records)
    seen = sum(len(looked_at(one) if counts else one.get("handed", ())) for one in records)
    whole = max([len(one["events"]) for one in records]) < EVENTS  # else some were not kept
    if records[0]["form"] == "tuples" or _copies(records) or not (whole and (counts or seen)):
        return Verdict(True, "right-alone", count=count)
    cuts = counts and records[0]["prunes"] and decay == 1.0 and not any(one.get("again") for one in records)
    if cuts and not any(one["late"] for one in records):
        return Verdict(True, "right-cuts", count=count, leaves=str(leaves - seen))
    if seen < leaves:
        return Verdict(True, "right-some", count=count, leaves=str(leaves - seen))
    inner = sum(
        len([one for one in paths_of(record["tree"]) if one]) - len(leaves_of(record["tree"])) for record in records
    )
    entered = sum(len([one for one in _inner(record) if one]) for record in records)
    if counts or entered == inner:
        return Verdict(True, "right", count=count)
    return Verdict(True, "right-alone", count=count)


def _averaged(records: list[Any], record: Any, fault: Verdict) -> Verdict:
    """Returns the verdict on a program that takes means: it is right if it is called so, and its means are right."""
    right = all(is_mixed(one, 1.0) for one in records)
    if records[0]["averages"] and right:
        return Verdict(True, "expectimax", count=str(len(records)))
    if not right:
        wrong = [one for one in records if one["error"] is None and not is_mixed(one, 1.0)]
        if wrong and numbers_of(wrong[0]["result"]):
            record, mean = wrong[0], worth(wrong[0]["tree"], True, 1.0)
            found = written(numbers_of(record["result"])[0])
            fault = Verdict(False, "mean", tree=written(record["tree"]), value=found, right=written(mean))
    verdict = _shown(fault, record)
    if right:
        verdict.told = {"at": 0, "path": [], "code": "averages", "values": {}, "leaf": False}
    return verdict


def _of_players(records: list[Any]) -> Verdict:
    """Returns the verdict on a program for max^n, or one that takes all others for one opponent."""
    if all(record["result"] == paranoid(valued(record["tree"]), 0, PLAYERS) for record in records):
        return Verdict(True, "paranoid", count=str(len(records)), players=str(PLAYERS))
    for record in records:
        right = list(best_of(valued(record["tree"])))
        found = record["result"]
        ours = found if isinstance(found, list) else []
        if ours != right and right not in ours:
            return Verdict(False, "players")
    return Verdict(True, "maxn", count=str(len(records)), players=str(PLAYERS))
