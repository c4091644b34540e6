"""Serves everything below a root path such as ``/games``, for a reverse proxy that has other programs beside it."""

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment


class RootPath:
    """Passes requests to ``app``, whose addresses all begin with ``root``.

    A proxy may pass the whole path on or take ``root`` away, and a supervisor asks for ``/healthz`` at the server's own
    port, so a path without ``root`` is the same page.
    """

    def __init__(self, app: WSGIApplication, root: str) -> None:
        self._app, self._root = app, root

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answers one request (WSGI)."""
        path = environ.get("PATH_INFO", "")
        if path == self._root:
            start_response("308 Permanent Redirect", [("Location", f"{self._root}/"), ("Content-Length", "0")])
            return []
        if path.startswith(f"{self._root}/"):
            environ["PATH_INFO"] = path.removeprefix(self._root)
        environ["SCRIPT_NAME"] = self._root
        return self._app(environ, start_response)
