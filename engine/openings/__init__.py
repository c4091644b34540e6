"""Reads what ships of the openings, and what the page's book alone cannot say of the first moves: where most levels go
wrong, where a proof begins, and the scores of the forced positions at its end. Loads nothing that thinks. ``python -m
engine.workshop.openings`` works everything out again."""

import json
from functools import cache
from importlib import resources
from typing import Any

FILE = "openings.json"


@cache
def shipped() -> dict[str, Any]:
    """Returns the file. ``traps`` are [moves, column, levels], the positions that the levels reach most often first;
    ``proofs`` are [moves, moves of best play up to the proof, branches of the proof]; ``forced`` are the scores that
    the page's book leaves out (``engine/workshop/openings/__main__.py``)."""
    found: dict[str, Any] = json.loads(resources.files(__name__).joinpath(FILE).read_text(encoding="utf-8"))
    return found
