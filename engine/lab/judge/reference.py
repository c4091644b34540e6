"""Searches a tree rightly, and records the window and the value of each node: what a right program does.

All windows and values are Max's. A right program cuts when alpha equals beta (``<=``) or only when they cross (``<``).
It hands back the best value found (fail-soft), one within the window (fail-hard), or one bounded on the own side alone.
All of these search with the same windows.
"""

from __future__ import annotations

from typing import Any

INFINITE = float("inf")
RULES = ("<=", "<")


class Visit:
    """Holds one visit of the reference: the window, the values that may be handed back, and the branches tried.
    ``spare``: a search that cuts where alpha equals beta does without it."""

    def __init__(self, path: tuple[int, ...], alpha: float, beta: float, spare: bool) -> None:
        self.path, self.alpha, self.beta, self.spare = path, alpha, beta, spare
        self.value = 0.0
        self.tried: list[int] = []

    def accepts(self, value: float) -> bool:
        """Tests if a right program may hand back this value: soft, hard, or bounded on one side."""
        soft, hard = self.value, min(max(self.value, self.alpha), self.beta)
        return any(close(value, one) for one in (soft, max(soft, self.alpha), min(soft, self.beta), hard))


def values_below(tree: Any, decay: float = 1.0) -> list[float]:
    """Returns the value of each branch of the root by minimax. A value loses by ``decay`` with each ply."""
    return [decay * worth(one, False, 0.0, decay) for one in tree]


def worth(node: Any, maximise: bool = True, share: float = 0.0, decay: float = 1.0) -> float:
    """Returns the expectation of Max against an opponent who draws a ``share`` of the moves at random."""
    if not isinstance(node, list):
        return node  # type: ignore[no-any-return]
    below = [decay * worth(one, not maximise, share, decay) for one in node]
    return max(below) if maximise else (1 - share) * min(below) + share * sum(below) / len(below)


def search(tree: Any, rule: str = "<=", orders: Any = None, prunes: bool = True, handed: Any = None) -> list[Visit]:
    """Returns the visits of a right search in order of entry.

    Args:
        rule: when a branch is cut.
        orders: the order of the branches tried first, by path. The others follow from left to right.
        prunes: false for plain minimax, whose windows mean nothing.
        handed: the values that a program hands back, by path. Where a right program may hand back the value, the search
            goes on with it: by the rule ``<`` a fail-hard program cuts less.
    """
    found: list[Visit] = []

    def visit(node: Any, path: tuple[int, ...], alpha: float, beta: float, maximise: bool, spare: bool) -> float:
        here = Visit(path, alpha, beta, spare)
        found.append(here)
        if not isinstance(node, list):
            here.value = node
            return here.value
        best = -INFINITE if maximise else INFINITE
        for branch in _order(len(node), (orders or {}).get(path, [])):
            here.tried.append(branch)
            value = visit(node[branch], (*path, branch), alpha, beta, not maximise, spare or alpha >= beta)
            best = max(best, value) if maximise else min(best, value)
            if maximise:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if prunes and (alpha > beta or (rule == "<=" and alpha == beta)):
                break
        here.value = best
        return _accepted(here, (handed or {}).get(path), best)

    visit(tree, (), -INFINITE, INFINITE, True, False)
    return found


def events_of(visits: list[Visit]) -> list[Any]:
    """Returns the events of a search, as a program records them: the windows on entry, and the values handed back."""
    events: list[Any] = []
    waiting: list[Visit] = []
    for visit in [*visits, None]:
        while waiting and (visit is None or visit.path[: len(waiting[-1].path)] != waiting[-1].path):
            done = waiting.pop()
            events.append(["leave", done.path, done.value])
        if visit is not None:
            events.append(["enter", visit.path, visit.alpha, visit.beta])
            waiting.append(visit)
    return events


def _accepted(visit: Visit, value: Any, best: float) -> float:
    """Returns the value handed back if it is right, for Max or for the side to move. Otherwise returns ``best``."""
    if isinstance(value, (int, float)):
        for one in (value, -value) if len(visit.path) % 2 else (value,):
            if visit.accepts(one):
                return one
    return best


def _order(count: int, first: list[int]) -> list[int]:
    return first + [i for i in range(count) if i not in first]


def close(one: float, other: float) -> bool:
    """Tests if two values are the same except for rounding."""
    return one == other or abs(one - other) <= 1e-9 * max(1.0, min(abs(one), abs(other)))
