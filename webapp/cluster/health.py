"""Tells operators how a host is: ``/healthz``, ``/readyz`` and ``/metrics``, on a port of their own."""

from __future__ import annotations

from flask import Flask

from webapp.cluster.host import Host
from webapp.http.health import health_pages
from webapp.http.security import secure
from webapp.metrics import Metrics
from webapp.owner import Owner
from webapp.process.service_threads import ServiceThreads
from webapp.storage.database import Database


def health_app(
    host: Host, owner: Owner, database: Database, metrics: Metrics, threads: ServiceThreads, token: str = ""
) -> Flask:
    """Returns the pages for the operators of a host, and registers the figures of the host.

    Args:
        host: the host, which serves already.
        owner: the tables of the host.
        database: the PostgreSQL of the cluster.
        metrics: the figures of the process.
        threads: the service threads of the process.
        token: the secret for reading the figures from elsewhere.
    """
    _register(metrics, host, owner)
    checks = {
        "database": database.check,
        "engine": owner.check,
        "cluster": lambda: (host.takes_games, f"{len(host.fence.held)} shards"),
        "threads": threads.check,
    }
    app = Flask("webapp", static_folder=None)
    secure(app)
    app.register_blueprint(health_pages(checks, metrics.text, token))
    return app


def _register(metrics: Metrics, host: Host, owner: Owner) -> None:
    fence, steward, lines = host.fence, host.steward, host.lines
    owner.register(metrics)
    metrics.gauge("shards", "Shards of the games at this host.", lambda: len(fence.held))
    metrics.gauge("epoch", "The highest epoch of these shards.", lambda: max(fence.held.values(), default=0))
    metrics.gauge("hosts", "Hosts that take games.", lambda: len(steward.map.hosts()))
    metrics.gauge("callers", "Fronts with a line to this host.", lambda: len(lines.callers()))
    metrics.gauge("line_lag", "The most messages on the way to one front.", lines.lag)
    metrics.gauge("questions", "Questions without an answer yet.", lambda: lines.under_way)
    metrics.total("takeovers", "Takeovers from dead or silent hosts by this host.", lambda: host.takeovers)
    metrics.total("fenced_writes", "Writes refused because another host has taken over the game.", fence.refused)
