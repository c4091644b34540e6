"""Reads what ships of the openings: one small file, which the page of the openings holds. Loads nothing that thinks."""

import json
from functools import cache
from importlib import resources
from typing import Any

FILE = "openings.json"


@cache
def shipped() -> dict[str, Any]:
    """Returns the file. ``traps`` are [moves, column, levels], the positions that the levels reach most often first;
    ``proofs`` are [moves, moves of best play up to the proof, branches of the proof]; ``forced`` are the scores that
    the page's book leaves out (``engine/workshop/openings/forced.py``)."""
    found: dict[str, Any] = json.loads(resources.files(__package__).joinpath(FILE).read_text(encoding="utf-8"))
    return found
