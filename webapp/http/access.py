"""Notes every answered request: in the metrics, and in a line of the log if the operator asks for it."""

import logging
from collections.abc import Callable

from flask import Flask, request

from webapp.common.metrics import Metrics
from webapp.serving.wsgi import ROUTE, Served

_log = logging.getLogger("webapp.access")


def name_routes(app: Flask) -> None:
    """Gives every request the name of its route, such as "/game/<game_id>"; "none" where no page is."""

    @app.before_request
    def _name() -> None:
        names: list[str] = request.environ.get(ROUTE, [])
        names.append(request.url_rule.rule if request.url_rule is not None else "none")


def note_requests(metrics: Metrics, logged: bool) -> Callable[[Served], None]:
    """Returns what the server calls for every answered request. With ``logged`` each is a line of the log."""
    if logged:
        _log.setLevel(logging.INFO)

    def note(served: Served) -> None:
        metrics.request(served.route, served.status, served.seconds)
        if logged:
            facts = {
                "address": served.address,
                "method": served.method,
                "path": served.path,  # without the query
                "route": served.route,
                "status": served.status,
                "milliseconds": round(1000 * served.seconds, 1),
                "bytes": served.size,
            }
            _log.info("request", extra={"facts": facts})

    return note
