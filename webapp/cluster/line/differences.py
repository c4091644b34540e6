"""Works out the change between two values of plain data, and puts the change into the older value.

The thoughts of an engine go to a page four times a second, and most of each message is the same as before. A line sends
the differences alone. A difference is plain data, too: nothing (None) for equal values, ``[value]`` for a new value,
``{key: difference}`` for a dictionary or a list with the same keys, with ``[]`` for a key gone meanwhile.
"""

from __future__ import annotations

from typing import Any

Difference = list[Any] | dict[Any, Any] | None


def difference(old: Any, new: Any) -> Difference:
    """Returns the change from ``old`` to ``new``; keys of dictionaries are texts."""
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
    """Returns the new value, made of ``old`` by ``change``; ``old`` stays the same."""
    if change is None:
        return old
    if isinstance(change, list):
        return change[0]
    if isinstance(old, list):
        return [patch(value, change.get(place)) for place, value in enumerate(old)]
    new = {key: patch(value, change.get(key)) for key, value in old.items() if change.get(key) != []}
    new.update((key, value[0]) for key, value in change.items() if key not in old)
    return new
