"""Recognises programs that search for something else than the value of minimax, so that none of them is accused."""

from __future__ import annotations

from typing import Any

from engine.lab.judge.reference import close, values_below, worth
from engine.lab.judge.running.nodes import node_at

SHARES = (1.0, 0.5, 0.1, 0.2, 0.25, 0.3, 1 / 3, 0.05, 0.75)
"""How many of an opponent's moves may be drawn at random: the shares that are tried. With 1 all are."""
_INFINITE = 1000
"""The least number that stands for an infinite proof number. No tree of the judge has so many leaves."""


def numbers_of(result: Any) -> list[Any]:
    """Returns the numbers in a result."""
    found = result if isinstance(result, list) else [result]
    return [one for one in found if isinstance(one, (int, float))]


def is_mixed(record: Any, share: float) -> bool:
    """Tests if a program finds the expectation on one tree."""
    right = worth(record["tree"], True, share)
    return record["error"] is None and any(close(one, right) for one in numbers_of(record["result"]))


def share_of_errors(records: list[Any]) -> float | None:
    """Returns the share of random moves with which a program finds the expectation on every tree, or None."""
    return next((share for share in SHARES if all(is_mixed(record, share) for record in records)), None)


def said_by(result: Any) -> Any:
    """Returns the yes or no in a result, also in a proof number and a disproof number, of which one is 0 and the other
    one infinite or a number that stands for it. None where there is none."""
    if isinstance(result, list) and len(result) == 2 and numbers_of(result) == result and 0 in result:
        return result[0] == 0 if max(result) >= _INFINITE else None
    return result if isinstance(result, bool) else None


def answers(records: list[Any]) -> bool:
    """Tests if a program answers yes or no on every tree."""
    return all(record["error"] is None and said_by(record["result"]) is not None for record in records)


def question_of(records: list[Any]) -> str | None:
    """Returns the question about the value that a program answers rightly on every tree, or None."""
    values = [max(values_below(record["tree"])) for record in records]
    said = [said_by(record["result"]) for record in records]
    if said == [value > 0 for value in values]:
        return "> 0"
    return "≥ 0" if said == [value >= 0 for value in values] else None


def paranoid(node: Any, player: int, players: int) -> float:
    """Returns what the first player gets if all others want it to get little. A leaf is a tuple of numbers."""
    if isinstance(node, tuple):
        return node[0]  # type: ignore[no-any-return]
    below = [paranoid(one, (player + 1) % players, players) for one in node]
    return min(below) if player else max(below)


def windowed(record: Any) -> Any:
    """Returns the calls with a window: level, node, window, and the value handed back."""
    waiting: list[Any] = []
    found = list(record["inside"])
    for event in record["events"]:
        if event[0] == "enter":
            waiting.append(event[1:])
        else:
            found.append([*waiting.pop(), event[2]])
    return [
        (len(one[0]), node_at(record["tree"], one[0]), *one[1:])
        for one in found
        if all(isinstance(end, (int, float)) for end in one[1:]) and one[1] < one[2]
    ]


def holds(kind: Any, level: int, node: Any, low: float, high: float, value: float) -> bool:
    """Tells if a value is what a window asks for: the value of the node or a bound of it, seen by the side to move or
    by Max, with Max or Min to move first (``kind``)."""
    negates, turned = kind
    least = (level + turned) % 2
    if negates and least:
        low, high, value = -high, -low, -value
    right = worth(node, not least)
    return right <= value if value <= low else right >= value if value >= high else close(right, value)
