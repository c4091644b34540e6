"""Serves ``/lab/essay``: how a machine sees four in a row, in eight figures that the page's own engine works out."""

from __future__ import annotations

import json
import re
from typing import Any, Final

from flask import Blueprint
from flask.typing import ResponseReturnValue
from markupsafe import Markup, escape

from engine.puzzles import shipped
from webapp.http.security import content_policy, shown

ADDRESS: Final = "/lab/essay"
_HOLE = re.compile(r"\{(\w+)\}")


def essay_pages(inline: str) -> Blueprint:
    """Serves the essay. ``inline`` is the only inline script allowed."""
    pages = Blueprint("essay", __name__)
    policy = content_policy(inline, trusted_types="worker")  # the worker's address passes through a policy of that name

    @pages.get(ADDRESS)
    def essay() -> ResponseReturnValue:
        return shown("lab/essay.html", policy, live=live, boards=boards())

    return pages


def live(sentence: str, **labels: str) -> Markup:
    """Returns a sentence whose holes the page fills: a number that can be dragged where ``labels`` name it."""
    parts = _HOLE.split(sentence)
    holes = [
        Markup('<span data-hole="{}"{}></span>').format(
            name, Markup(' data-label="{}"').format(labels[name]) if name in labels else ""
        )
        if place % 2
        else escape(name)
        for place, name in enumerate(parts)
    ]
    return Markup("").join(holes)


def boards() -> list[dict[str, Any]]:
    """Returns the boards of the last figure, which the workshop has chosen."""
    found: list[dict[str, Any]] = json.loads(shipped.read("essay.json"))["boards"]
    return found
