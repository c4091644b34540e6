"""Is it up, can it take a game, and what is it doing? For whoever runs it."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Callable
from typing import Any

from flask import Blueprint, Request, Response, request
from flask.typing import ResponseReturnValue
from prometheus_client import CONTENT_TYPE_LATEST

Check = Callable[[], tuple[bool, Any]]


def health_pages(checks: dict[str, Check], metrics: Callable[[], bytes], token: str) -> Blueprint:
    """``/healthz`` answers while the process does; ``/readyz`` is 503 as long as any of ``checks`` says no; and
    ``/metrics`` is for this machine, or for whoever shows ``token`` if there is one."""
    pages = Blueprint("health", __name__)

    @pages.get("/healthz")
    def healthz() -> ResponseReturnValue:
        return {"ok": True}

    @pages.get("/readyz")
    def readyz() -> ResponseReturnValue:
        found = {name: check() for name, check in checks.items()}
        ready = all(good for good, _ in found.values())
        return {"ok": ready, **{name: said for name, (_, said) in found.items()}}, 200 if ready else 503

    @pages.get("/metrics")
    def show_metrics() -> ResponseReturnValue:
        if not _may_read(request, token):
            words = "These figures are for the machine itself, or for whoever shows FOURTHOUGHT_METRICS_TOKEN.\n"
            return Response(words, 403, mimetype="text/plain")
        return Response(metrics(), content_type=CONTENT_TYPE_LATEST)

    return pages


def _may_read(asked: Request, token: str) -> bool:
    if token:
        return hmac.compare_digest(asked.headers.get("Authorization", "").encode(), f"Bearer {token}".encode())
    if "X-Forwarded-For" in asked.headers or "Forwarded" in asked.headers:
        return False  # a proxy on this machine asks for somebody else
    try:
        return ipaddress.ip_address(asked.remote_addr or "").is_loopback
    except ValueError:
        return False
