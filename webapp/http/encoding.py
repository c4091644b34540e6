"""Compresses responses with Brotli (RFC 7932) or gzip, as the client accepts."""

import gzip

import brotli
from flask import Flask, Response, request

_TEXTS = ("text/", "application/json", "application/manifest+json", "application/wasm", "image/svg+xml")
_SMALLEST = 600
_FAST, _BEST = 5, 9
_BEST_BROTLI, _BEST_UP_TO = 11, 65_536
"""The best quality of Brotli, and the bytes up to which it takes less than a tenth of a second."""
BROTLI, GZIP, PLAIN = "br", "gzip", ""


def is_text(mimetype: str | None) -> bool:
    """Returns whether gzip makes files of this type smaller."""
    return mimetype is not None and mimetype.startswith(_TEXTS)


def compress(body: bytes) -> bytes:
    """Compresses ``body`` as far as gzip can, always to the same bytes."""
    return gzip.compress(body, _BEST, mtime=0)


def compress_smaller(body: bytes, quick: bool = False) -> bytes:
    """Compresses ``body`` with Brotli, a tenth smaller than gzip; ``quick`` takes a tenth of the time."""
    best = _BEST_BROTLI if len(body) <= _BEST_UP_TO else _BEST
    return bytes(brotli.compress(body, quality=_FAST if quick else best))


def best_encoding() -> str:
    """Returns the encoding for the client of this request: Brotli, gzip, or none."""
    taken = request.accept_encodings
    best = max((BROTLI, GZIP), key=lambda name: taken[name])
    return best if taken[best] > 0 else PLAIN


def encode_pages(app: Flask) -> None:
    """Compresses every text response of ``app`` that is not compressed yet."""

    @app.after_request
    def _compress(response: Response) -> Response:
        done = response.is_streamed or response.direct_passthrough or "Content-Encoding" in response.headers
        if done or response.status_code == 304 or not is_text(response.mimetype):
            return response
        response.vary.add("Accept-Encoding")
        body, encoding = response.get_data(), best_encoding()
        if len(body) >= _SMALLEST and encoding:
            packed = brotli.compress(body, quality=_FAST) if encoding == BROTLI else gzip.compress(body, _FAST, mtime=0)
            response.set_data(packed)
            response.headers["Content-Encoding"] = encoding
        return response
