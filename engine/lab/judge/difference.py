"""Compares the record of a program with the reference, up to the first difference. A record is compared by both rules
and by both views of negamax, and the one that agrees longest counts."""

from __future__ import annotations

from typing import Any

from engine.lab.judge.reference import INFINITE, RULES, Visit, close, search
from engine.lab.judge.running.nodes import leaves_of, name_of, node_at, written


def _difference(at: int, path: Any, code: str, values: dict[str, str], leaf: bool = False) -> Any:
    """Returns a difference: the number of the event, the path, a code with its values, and whether it is at a leaf."""
    return {"at": at, "path": list(path), "code": code, "values": values, "leaf": leaf}


def orders_of(record: Any) -> dict[Any, list[int]]:
    """Returns the order in which the branches of each node were tried."""
    orders: dict[Any, list[int]] = {}
    seen = [tuple(event[1]) for event in record["events"] if event[0] == "enter"]
    for path in seen + [tuple(one) for one in record["read"]]:
        above = orders.setdefault(path[:-1], [])
        if path and path[-1] not in above:
            above.append(path[-1])
    return orders


def handed_back(record: Any) -> dict[Any, Any]:
    """Returns the value that each node hands back."""
    return {tuple(event[1]): event[2] for event in record["events"] if event[0] == "leave"}


def told(record: Any, decay: float = 1.0) -> Any:
    """Returns the first difference of a record as data, None if it agrees or cannot be compared: a program that enters
    the root alone searches without calls, and of its way through the tree nothing is known."""
    alone = all(not event[1] for event in record["events"])
    return nearest(record)[0] if decay == 1.0 and not record.get("again") and not alone else None


def nearest(record: Any) -> tuple[Any, list[Visit]]:
    """Returns the first difference, and the visits of the reference that agrees longest."""
    longest: Any = None
    nearest: list[Visit] = []
    orders, prunes = orders_of(record), record["prunes"]
    for rule in RULES:
        visits = search(record["tree"], rule, orders, prunes, handed_back(record))
        for negates in (False, True):
            found = _compared(record, visits, negates, prunes)
            if found is None:
                return None, visits
            if longest is None or found["at"] > longest["at"]:
                longest, nearest = found, visits
    return longest, nearest


def _compared(record: Any, visits: list[Visit], negates: bool, prunes: bool) -> Any:
    tree = record["tree"]
    expected = {visit.path: visit for visit in visits}
    tried: dict[Any, int] = {}
    for at, event in enumerate(record["events"]):
        path = tuple(event[1])
        visit = expected.get(path)
        if visit is None:
            above = path
            while above and above not in expected:
                above = above[:-1]
            stops = expected.get(above)
            if stops is None:
                return _difference(at, path, "elsewhere", {})
            return _difference(at, above, "goes-on", _window(tree, stops, above))
        flips = negates and len(path) % 2 == 1
        if event[0] == "enter":
            found = _entered(tree, at, event, visit, flips) if prunes else None
            tried[path[:-1]] = tried.get(path[:-1], 0) + 1
        else:
            found = _stopped(tree, at, path, visit, tried) or _left(tree, at, event, visit, flips, prunes)
        if found is not None:
            return found
    return None


def _entered(tree: Any, at: int, event: Any, visit: Visit, flips: bool) -> Any:
    path, alpha, beta = tuple(event[1]), event[2], event[3]
    if flips:
        alpha, beta = (None if beta is None else -beta), (None if alpha is None else -alpha)
    for name, value, right in (("alpha", alpha, visit.alpha), ("beta", beta, visit.beta)):
        if isinstance(value, (int, float)) and not close(_widened(tree, value), right):
            return _difference(
                at, path, name, {"node": name_of(tree, path), "value": written(value), "right": written(right)}
            )
    return None


def _widened(tree: Any, bound: float) -> float:
    """Returns an infinite bound for one beyond all leaves: so many programs write it, as -1000 or the least integer."""
    leaves = leaves_of(tree)
    return -INFINITE if bound < min(leaves) else INFINITE if bound > max(leaves) else bound


def _left(tree: Any, at: int, event: Any, visit: Visit, flips: bool, prunes: bool) -> Any:
    path, value = tuple(event[1]), event[2]
    if not isinstance(value, (int, float)):
        return None
    value = -value if flips else value
    if close(value, visit.value) or (prunes and visit.accepts(value)):
        return None
    values = {"node": name_of(tree, path), "value": written(value), "right": written(visit.value)}
    return _difference(at, path, "hands-back", values, not isinstance(node_at(tree, path), list))


def _stopped(tree: Any, at: int, path: Any, visit: Visit, tried: dict[Any, int]) -> Any:
    """Returns the difference where a program leaves a node although the window is open. Leaves may go unrecorded."""
    count = tried.get(path, 0)
    if 0 < count < len(visit.tried) and isinstance(node_at(tree, (*path, visit.tried[count])), list):
        return _difference(at, path, "cuts-early", _window(tree, visit, path))
    return None


def _window(tree: Any, visit: Visit, path: Any) -> dict[str, str]:
    return {"node": name_of(tree, path), "alpha": written(visit.alpha), "beta": written(visit.beta)}
