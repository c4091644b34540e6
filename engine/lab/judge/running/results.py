"""Reads what a program hands back, as plain data."""

from __future__ import annotations

from typing import Any

from engine.lab.judge.reading.names import MOVES, PLAY, TURN, VALUE, meaning_of
from engine.lab.judge.running.nodes import Board, Node


def number_of(found: Any) -> Any:
    """Returns the number in a result: the first one of a list, None where there is none."""
    if isinstance(found, (list, tuple)):
        numbers = [one for one in found if isinstance(one, (int, float)) and not isinstance(one, bool)]
        return numbers[0] if numbers else None
    return found if isinstance(found, (int, float)) and not isinstance(found, bool) else None


def plain_result(found: Any) -> Any:
    """Returns what the function handed back as plain data: a node by its branch, a record by value and move."""
    if isinstance(found, (Node, Board)):
        path: Any = found.path_
        return {"branch": path[0] if path else None}
    if isinstance(found, (list, tuple)):
        return [plain_result(one) for one in found[:12]]
    if found is None or isinstance(found, (bool, int, float)):  # in the browser True is no int
        return found
    named = found if isinstance(found, dict) else getattr(found, "__dict__", None)
    if named:
        values = _entries(named, (VALUE,), ("best",))
        moves = _entries(named, (PLAY, MOVES, TURN), ("branch", "index", "choice"))
        if values:
            return [plain_result(values[0]), plain_result(moves[0])] if moves else plain_result(values[0])
        proofs = [_entries(named, (), names) for names in (("pn", "proof", "phi"), ("dn", "disproof", "delta"))]
        if all(proofs):
            return [plain_result(found[0]) for found in proofs]
    number = _as_number(found)
    return {"other": "dict" if isinstance(found, dict) else type(found).__name__} if number is None else number


def _entries(named: Any, meanings: tuple[str, ...], others: tuple[str, ...]) -> list[Any]:
    """Returns the entries of a record whose names have one of some meanings, then those with one of the other names.
    The order of the record tells nothing: in the browser a dictionary has none."""
    names = sorted(name for name in named if isinstance(name, str))
    meant = [name for name in names if meaning_of(name, {}) in meanings]
    return [named[name] for name in meant + [name for name in names if name.lower() in others]]


def _as_number(found: Any) -> Any:
    try:
        return None if isinstance(found, (str, bytes)) else float(found)
    except (TypeError, ValueError):
        return None
