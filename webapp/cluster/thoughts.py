"""Sends the thoughts of the engines as differences from the thoughts before. The thoughts go to a page four times a
second, and most of each message is unchanged. A difference is plain data: None for equal values, ``[value]`` for a new
value, and ``{key: difference}`` for a dictionary or a list with the same keys, where ``[]`` removes a key."""

from typing import Any

import msgspec

Difference = list[Any] | dict[Any, Any] | None
Mind = tuple[str, int | None]
"""The game and the seat of a mind, with no seat for the analyst."""
_TREE = "branches"


def difference(old: Any, new: Any) -> Difference:
    """Returns the change from ``old`` to ``new``. The keys of dictionaries are texts."""
    if old == new and type(old) is type(new):
        return None
    if isinstance(old, dict) and isinstance(new, dict):
        changed: dict[Any, Any] = {key: [] for key in old if key not in new}
        changed.update((key, [value]) for key, value in new.items() if key not in old)
        pairs = ((key, difference(old[key], value)) for key, value in new.items() if key in old)
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        changed, pairs = {}, ((place, difference(old[place], value)) for place, value in enumerate(new))
    else:
        return [new]
    changed.update((key, change) for key, change in pairs if change is not None)
    return changed


def patch(old: Any, change: Difference) -> Any:
    """Returns the new value, made of ``old`` by ``change``. ``old`` stays the same."""
    if change is None:
        return old
    if isinstance(change, list):
        return change[0]
    if isinstance(old, list):
        return [patch(value, change.get(place)) for place, value in enumerate(old)]
    new = {key: patch(value, change.get(key)) for key, value in old.items() if change.get(key) != []}
    new.update((key, value[0]) for key, value in change.items() if key not in old)
    return new


class Thought(msgspec.Struct, frozen=True, array_like=True):
    """Holds the change in the thoughts of a mind. ``tree`` is False if the tree is unchanged."""

    game_id: str
    seat: int | None
    change: list[Any] | dict[Any, Any] | None
    tree: list[Any] | dict[Any, Any] | bool | None = False


class Thoughts:
    """Remembers the last thoughts of every mind sent on one line, at the host and at the front."""

    def __init__(self) -> None:
        self._last: dict[Mind, tuple[dict[str, Any], Any]] = {}

    def shorten(self, game_id: str, payload: dict[str, Any]) -> Thought:
        """Returns the difference from the last thoughts, and remembers ``payload`` instead of them."""
        mind: Mind = (game_id, payload.get("seat"))
        before, tree = self._last.get(mind, ({}, None))
        rest = {key: value for key, value in payload.items() if key != _TREE}
        self._last[mind] = rest, payload.get(_TREE, tree)
        change = difference(before, rest)
        return Thought(*mind, change, difference(tree, payload[_TREE]) if _TREE in payload else False)

    def restore(self, thought: Thought) -> Any:
        """Returns the whole thoughts."""
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
