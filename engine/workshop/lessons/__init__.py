"""Makes the numbers that the lessons hold, each by the search of the lesson's figure."""

import json
from typing import Any

from engine.lab.lessons import all_lessons
from engine.text import wire
from engine.workshop.lessons import (
    beginnings,
    best_first,
    bounds,
    effort,
    guesses,
    more_players,
    pruning,
    saving,
    unknowns,
)

_ROOMS = (beginnings, guesses, pruning, saving, effort, unknowns, bounds, best_first, more_players)


def written() -> str:
    """Returns the content of the file of all numbers, a lesson in a line."""
    made = {slug: compute for room in _ROOMS for slug, compute in room.MADE.items()}
    rows = (f"{json.dumps(one.slug)}: {json.dumps(_plain(made[one.slug]()))}" for one in all_lessons())
    return "{\n" + ",\n".join(rows) + "\n}\n"


def _plain(value: Any) -> Any:
    """Returns numbers and names as plain data."""
    return {str(name): _plain(one) for name, one in value.items()} if isinstance(value, dict) else wire(value)
