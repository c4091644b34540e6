"""Tells operators whether the server runs, whether it can take a game, and how busy it is."""

import hmac
import ipaddress
import logging
from collections.abc import Callable, Collection
from typing import Any

from flask import Blueprint, Request, Response, request
from flask.typing import ResponseReturnValue
from prometheus_client import CONTENT_TYPE_LATEST

from engine.version import __version__
from webapp.common.seldom import Seldom
from webapp.http.hosts import host_name, is_local

_seldom = Seldom(logging.getLogger(__name__))
Check = Callable[[], tuple[bool, Any]]


def health_pages(
    checks: dict[str, Check], metrics: Callable[[], bytes], token: str, hosts: Collection[str] = ()
) -> Blueprint:
    """Serves ``/healthz``, ``/readyz`` and ``/metrics``. ``/healthz`` answers with the version while the process runs.
    ``/readyz`` answers 503 while one of ``checks`` fails. ``/metrics`` answers requests from this machine to one of its
    names or of ``hosts``. With a ``token`` it answers only requests that show it."""
    pages = Blueprint("health", __name__)

    @pages.get("/healthz")
    def healthz() -> ResponseReturnValue:
        return {"ok": True, "version": __version__}

    @pages.get("/readyz")
    def readyz() -> ResponseReturnValue:
        results = {name: check() for name, check in checks.items()}
        ready = all(good for good, _ in results.values())
        return {"ok": ready, **{name: detail for name, (_, detail) in results.items()}}, 200 if ready else 503

    @pages.get("/metrics")
    def show_metrics() -> ResponseReturnValue:
        if not _may_read(request, token, hosts):
            _seldom.warning("a reading of /metrics was refused (FOURTHOUGHT_METRICS_TOKEN)")
            words = "Only this machine may read the metrics, or a client that shows FOURTHOUGHT_METRICS_TOKEN.\n"
            return Response(words, 403, mimetype="text/plain")
        return Response(metrics(), content_type=CONTENT_TYPE_LATEST)

    return pages


def _may_read(asked: Request, token: str, hosts: Collection[str]) -> bool:
    if token:
        return hmac.compare_digest(asked.headers.get("Authorization", "").encode(), f"Bearer {token}".encode())
    if "X-Forwarded-For" in asked.headers or "Forwarded" in asked.headers:
        return False  # a local proxy hides the address of the client
    name = host_name(asked.host)
    if name is None or not (is_local(name) or name in hosts):
        return False  # a foreign name that leads here: a page of strangers asks (DNS rebinding)
    try:
        return ipaddress.ip_address(asked.remote_addr or "").is_loopback
    except ValueError:
        return False
