"""Answers in gzip, for whoever takes them."""

from __future__ import annotations

import gzip

from flask import Flask, Response, request

_TEXTS = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
_SMALLEST = 600
_QUICK, _BEST = 5, 9


def is_text(mimetype: str | None) -> bool:
    """Whether gzip makes such a thing smaller."""
    return mimetype is not None and mimetype.startswith(_TEXTS)


def packed(body: bytes) -> bytes:
    """``body`` as small as gzip gets it, always the same bytes for the same body."""
    return gzip.compress(body, _BEST, mtime=0)


def takes_gzip() -> bool:
    """Whether the client that asks now takes gzip."""
    return request.accept_encodings["gzip"] > 0


def encode_pages(app: Flask) -> None:
    """Pack every text that ``app`` answers and nobody has packed yet."""

    @app.after_request
    def _pack(response: Response) -> Response:
        done = response.is_streamed or response.direct_passthrough or "Content-Encoding" in response.headers
        if done or response.status_code == 304 or not is_text(response.mimetype):
            return response
        response.vary.add("Accept-Encoding")
        body = response.get_data()
        if len(body) >= _SMALLEST and takes_gzip():
            response.set_data(gzip.compress(body, _QUICK, mtime=0))
            response.headers["Content-Encoding"] = "gzip"
        return response
