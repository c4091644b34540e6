"""Serves the page's files: read once, and cached by browsers under a fingerprint of the contents.

A checkout serves the sources as they are, but for sheets that import others. A wheel holds bundles
(``.ci/bundle.py``).

All files share one fingerprint, so modules and style sheets find each other by relative addresses:
``/static/1a2b3c4d5e6f/js/app.js``. Any change to any file changes the address of all.
"""

import hashlib
import json
import mimetypes
import posixpath
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from engine import page_files
from webapp.common import paths
from webapp.common.speech import SERVER_ONLY
from webapp.http.encoding import BROTLI, best_encoding, compress, compress_smaller, is_text
from webapp.http.hosts import here
from webapp.http.security import CLOSED_WORKER, ENGINE_WORKER

_FOR_EVER = "max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_FINGERPRINT = re.compile(r"[0-9a-f]{12}")
_TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".wasm": "application/wasm",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
}
_BUNDLES = "bundles.json"
_POLICIES = {"js/lab/program/worker.js": CLOSED_WORKER, "js/engine/worker.js": ENGINE_WORKER}
"""Workers with a policy of their own."""
ANOTHER_RELEASE = "X-Another-Release"
"""Marks the answer to an address of an earlier release: such a file does not fit the others of its page."""
_SHEET_IMPORT = re.compile(rb'^@import url\("([^"]+)"\);\n', re.MULTILINE)
THEME = "js/theme.js"
"""The script that runs before the first paint. It is written into the page to save a request."""


@dataclass(frozen=True)
class Asset:
    """Holds one file as sent to browsers."""

    mimetype: str
    plain: bytes
    etag: str
    quick: bool = False  # compressed in less time: a page in a checkout has a hundred files

    @property
    def is_text(self) -> bool:
        """Returns whether packing makes the file smaller."""
        return is_text(self.mimetype)

    @cached_property
    def _gzip(self) -> bytes:
        return compress(self.plain)

    @cached_property
    def _brotli(self) -> bytes:
        return compress_smaller(self.plain, self.quick)

    def packed(self, encoding: str) -> bytes | None:
        """Returns the file in an encoding, or None if packing makes it no smaller or there is no encoding. It is packed
        at the first request: all files together take half a second."""
        if not self.is_text or not encoding:
            return None
        return self._brotli if encoding == BROTLI else self._gzip


class Assets:
    """Holds the files in ``folder``, without vendored notes and licences, and those that functions in ``later`` make
    when they are asked for. The name of such a file tells its content."""

    def __init__(self, folder: Path, later: Mapping[str, Callable[[], bytes]] | None = None) -> None:
        files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        raw = {
            name: path.read_bytes()
            for name, path in files.items()
            if not name.endswith((".md", ".d.ts", ".d.mts", ".json"))
        }
        catalogues = {name[:-2]: path for name, path in files.items() if _is_catalogue(name)}  # .json becomes .js
        raw |= {name: _catalogue_script(path) for name, path in catalogues.items()}
        raw |= {name: _with_imports(name, raw) for name in raw if name.endswith(".css")}
        bundles = files.get(_BUNDLES)
        self._bundles: dict[str, list[str]] = json.loads(bundles.read_bytes()) if bundles else {}
        whole = hashlib.sha256()
        for name, body in raw.items():
            whole.update(name.encode() + b"\0" + hashlib.sha256(body).digest())
        self._later = dict(later or {})
        for name in self._later:
            whole.update(name.encode() + b"\0")
        self.fingerprint = whole.hexdigest()[:12]
        self._assets = {name: make_asset(name, body, not bundles) for name, body in raw.items()}

    def find(self, name: str) -> Asset | None:
        """Returns the file called ``name``, or None."""
        if name in self._later and name not in self._assets:
            self._assets[name] = make_asset(name, self._later[name]())
        return self._assets.get(name)

    def names(self) -> list[str]:
        """Returns the names of all files, in order."""
        return sorted({*self._assets, *self._later})

    def first(self, script: str) -> list[str]:
        """Returns the scripts that ``script`` imports, directly or not, in a wheel; in a checkout an empty list."""
        return self._bundles.get(script, [])

    def text(self, name: str) -> str:
        """Returns the contents of a file, or raises ``KeyError``."""
        return self.read(name).decode()

    def read(self, name: str) -> bytes:
        """Returns the contents of a file, or raises ``KeyError``."""
        asset = self.find(name)
        if asset is None:
            raise KeyError(f"the page has no file {name!r}")
        return asset.plain

    def url(self, name: str) -> str:
        """Returns the address of a file, or raises ``KeyError``."""
        if name not in self._assets and name not in self._later:
            raise KeyError(f"the page has no file {name!r}")
        return f"/static/{self.fingerprint}/{name}"


def page_assets() -> Assets:
    """Returns the page's files: those of the folder, and the networks and courses of its engine."""
    return Assets(paths.STATIC, {f"engine/{name}": partial(page_files.packed, name) for name in page_files.names()})


def asset_pages(assets: Assets) -> Blueprint:
    """Serves the files, and gives templates ``asset(name)``, ``first(script)`` (what to preload) and ``files``."""
    pages = Blueprint("assets", __name__)

    @pages.get("/static/<path:name>")
    def static(name: str) -> ResponseReturnValue:
        first, _, rest = name.partition("/")
        has_fingerprint = _FINGERPRINT.fullmatch(first) is not None
        file = rest if has_fingerprint else name
        asset = assets.find(file)
        if asset is None:
            abort(404)
        response = answer_asset(asset, first == assets.fingerprint)
        if has_fingerprint and first != assets.fingerprint:
            response.headers[ANOTHER_RELEASE] = "yes"
        if file in _POLICIES:
            response.headers["Content-Security-Policy"] = _POLICIES[file]
        return response

    @pages.app_context_processor
    def _names() -> dict[str, object]:
        return {
            "root": request.script_root,
            "asset": lambda name: here(assets.url(name)),
            "files": here(f"/static/{assets.fingerprint}"),
            "first": assets.first,
            "theme": assets.text(THEME),
        }

    return pages


def answer_asset(asset: Asset, for_ever: bool) -> Response:
    """Returns the response with a file, which browsers keep ``for_ever`` or check at each visit."""
    encoding = best_encoding()
    packed = asset.packed(encoding)
    response = Response(asset.plain if packed is None else packed, mimetype=asset.mimetype)
    response.headers["Cache-Control"] = _FOR_EVER if for_ever else _ASK_AGAIN
    response.headers["Content-Type"] = asset.mimetype  # modules and sheets are UTF-8 by default
    if asset.is_text:
        response.vary.add("Accept-Encoding")
    if packed is not None:
        response.headers["Content-Encoding"] = encoding
    if not for_ever:  # a file with a fingerprint is never requested again
        response.set_etag(asset.etag if packed is None else f"{asset.etag}-{encoding}")
        response.make_conditional(request)
    return response


def _with_imports(name: str, raw: Mapping[str, bytes]) -> bytes:
    """Returns a sheet with the sheets that it imports: axe-core, which checks the page, asks for imports in vain."""
    folder = posixpath.dirname(name)
    return _SHEET_IMPORT.sub(lambda match: raw[posixpath.normpath(f"{folder}/{match[1].decode()}")], raw[name])


def _is_catalogue(name: str) -> bool:
    """Returns whether a file holds translations for scripts."""
    room = posixpath.basename(name).removesuffix(".json")
    return name.startswith("words/") and name.endswith(".json") and room not in SERVER_ONLY


def _catalogue_script(path: Path) -> bytes:
    """Returns a catalogue as a script that adds its translations to those of the page (``static/js/words.js``)."""
    words = json.dumps(json.loads(path.read_text("utf-8")), ensure_ascii=False, separators=(",", ":"))
    return f"self.words=Object.assign(self.words||{{}},{words})".encode()


def make_asset(name: str, body: bytes, quick: bool = False) -> Asset:
    """Returns a file ready to send."""
    suffix = posixpath.splitext(name)[1]
    mimetype = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Asset(mimetype, body, hashlib.sha256(body).hexdigest()[:20], quick)
