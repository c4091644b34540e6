"""Is it up, and can it take a game? For whoever runs it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import Blueprint
from flask.typing import ResponseReturnValue

Check = Callable[[], tuple[bool, Any]]


def health_pages(checks: dict[str, Check]) -> Blueprint:
    """``/healthz`` answers while the process does; ``/readyz`` is 503 as long as any of ``checks`` says no."""
    pages = Blueprint("health", __name__)

    @pages.get("/healthz")
    def healthz() -> ResponseReturnValue:
        return {"ok": True}

    @pages.get("/readyz")
    def readyz() -> ResponseReturnValue:
        found = {name: check() for name, check in checks.items()}
        ready = all(good for good, _ in found.values())
        return {"ok": ready, **{name: said for name, (_, said) in found.items()}}, 200 if ready else 503

    return pages
