"""Defines how news travels from a host to a front: the kinds, the bodies, and the thoughts as differences."""

from __future__ import annotations

from typing import Any

import msgspec

from webapp.cluster.line.differences import Difference, difference, patch
from webapp.play.desk.port import Place

Mind = tuple[str, int | None]
"""The game and the seat of a mind; no seat for the analyst."""


class Placed(msgspec.Struct, frozen=True, array_like=True):
    """Says where a connection is from now on."""

    sid: str
    place: Place


class Shown(msgspec.Struct, frozen=True, array_like=True):
    """Holds a message for the pages at a table, or for the connections ``to``."""

    game_id: str
    payload: Any
    to: list[str] | None = None
    sender: str = ""


class Thought(msgspec.Struct, frozen=True, array_like=True):
    """Holds the change in the thoughts of a mind. ``tree`` is False where the page's tree stays."""

    game_id: str
    seat: int | None
    change: list[Any] | dict[Any, Any] | None
    tree: list[Any] | dict[Any, Any] | bool | None = False


_TREE = "branches"


class Thoughts:
    """Remembers the last thoughts of every mind on one line, at either end."""

    def __init__(self) -> None:
        self._last: dict[Mind, tuple[dict[str, Any], Any]] = {}

    def shorten(self, game_id: str, payload: dict[str, Any]) -> Thought:
        """Returns the differences from the last thoughts, which ``payload`` replaces."""
        mind: Mind = (game_id, payload.get("seat"))
        before, tree = self._last.get(mind, ({}, None))
        rest = {key: value for key, value in payload.items() if key != _TREE}
        change: Difference = difference(before, rest)
        if _TREE not in payload:
            self._last[mind] = rest, tree
            return Thought(*mind, change)
        self._last[mind] = rest, payload[_TREE]
        return Thought(*mind, change, difference(tree, payload[_TREE]))

    def restore(self, thought: Thought) -> Any:
        """Returns the whole thoughts, which the differences make of the last ones."""
        mind: Mind = (thought.game_id, thought.seat)
        before, tree = self._last.get(mind, ({}, None))
        rest: dict[str, Any] = patch(before, thought.change)
        if isinstance(thought.tree, bool):
            self._last[mind] = rest, tree
            return dict(rest)
        tree = patch(tree, thought.tree)
        self._last[mind] = rest, tree
        return {**rest, _TREE: tree}

    def forget(self, game_id: str) -> None:
        """Forgets the thoughts about a game."""
        for mind in [mind for mind in self._last if mind[0] == game_id]:
            del self._last[mind]
