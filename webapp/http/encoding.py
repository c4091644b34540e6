"""Compresses answers with gzip for clients with support for gzip."""

from __future__ import annotations

import gzip

from flask import Flask, Response, request

_TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_SMALLEST = 600
_FAST, _BEST = 5, 9


def is_text(mimetype: str | None) -> bool:
    """Returns whether gzip makes files of this type smaller."""
    return mimetype is not None and mimetype.startswith(_TEXTS)


def compress(body: bytes) -> bytes:
    """Compresses ``body`` as far as gzip can; the same body always gives the same bytes."""
    return gzip.compress(body, _BEST, mtime=0)


def takes_gzip() -> bool:
    """Returns whether the client of the present request accepts gzip."""
    return request.accept_encodings["gzip"] > 0


def encode_pages(app: Flask) -> None:
    """Lets ``app`` compress every text answer not compressed yet."""

    @app.after_request
    def _compress(response: Response) -> Response:
        done = response.is_streamed or response.direct_passthrough or "Content-Encoding" in response.headers
        if done or response.status_code == 304 or not is_text(response.mimetype):
            return response
        response.vary.add("Accept-Encoding")
        body = response.get_data()
        if len(body) >= _SMALLEST and takes_gzip():
            response.set_data(gzip.compress(body, _FAST, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
        return response
