"""Serves the page's files: read once, minified, and cached by browsers under a fingerprint of the contents.

All files share one fingerprint, so modules and style sheets find each other by relative addresses:
``/static/1a2b3c4d5e6f/js/app.js``. Any change to any file changes the address of all.
"""

import hashlib
import json
import mimetypes
import posixpath
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import rjsmin
from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from webapp.common.speech import SERVER_ONLY
from webapp.http.encoding import BROTLI, best_encoding, compress, compress_smaller, is_text
from webapp.http.modules import modules_of, put_together, reached
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
_SHEET_IMPORT = re.compile(r"""^@import url\("([^"]+)"\);\n""", re.MULTILINE)
_SHEET_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SHEET_SPACE = re.compile(r"\s*([{};,]|\n)\s*|(?<=:)\s+")
_SHEET_LAST = re.compile(r";}")
SHEET, SCRIPT, _BUNDLE = "css/table/page.css", "js/app.js", "js/first.js"
# The first files of the table's page, which import all others that are needed first.
_OTHER_SHEETS = ("shared/shared", "shared/message_page", "table/ended/ended", "coach/page", "lab/page", "student/page")
_WHOLE_SHEETS = (SHEET, *(f"css/{name}.css" for name in _OTHER_SHEETS))
_COACH_SCRIPT = "js/coach/app.js"
_ARENA_SCRIPT = "js/arena/proof.js"
_LAB_SCRIPT, _LAB_BUNDLE = "js/lab/app.js", "js/lab/first.js"
_STUDENT_SCRIPT, _STUDENT_BUNDLE = "js/student/app.js", "js/student/first.js"
_PROGRAM_SCRIPT, _PROGRAM_WORKER = "js/lab/program/app.js", "js/lab/program/worker.js"
_STUDENT_WORKER, _WORKER_BUNDLE = "js/student/worker.js", "js/student/training.js"
_POLICIES = {_PROGRAM_WORKER: CLOSED_WORKER, "js/engine/worker.js": ENGINE_WORKER}
"""Workers with a policy of their own."""
THEME = "js/theme.js"
"""The script that runs before the first paint. It is written into the page to save a request."""


@dataclass(frozen=True)
class Asset:
    """Holds one file as sent to browsers."""

    mimetype: str
    plain: bytes
    gzip: bytes | None
    etag: str

    @cached_property
    def brotli(self) -> bytes:
        """Returns the file packed by Brotli. It is packed at the first request, because all files take half a
        second."""
        return compress_smaller(self.plain)

    def packed(self, encoding: str) -> bytes | None:
        """Returns the file in an encoding, or None if packing makes it no smaller or there is no encoding."""
        if self.gzip is None or not encoding:
            return None
        return self.brotli if encoding == BROTLI else self.gzip


class Assets:
    """Holds the files in ``folder``, without vendored notes and licences."""

    def __init__(self, folder: Path) -> None:
        files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        raw = {
            name: path.read_bytes()
            for name, path in files.items()
            if not name.endswith((".md", ".d.ts", ".d.mts", ".json"))
        }
        catalogues = {name[:-2]: path for name, path in files.items() if _is_catalogue(name)}  # .json becomes .js
        raw |= {name: _catalogue_script(path) for name, path in catalogues.items()}
        elsewhere = reached(
            raw, (_COACH_SCRIPT, _LAB_SCRIPT, _STUDENT_SCRIPT, _STUDENT_WORKER, _PROGRAM_SCRIPT, _ARENA_SCRIPT)
        )
        self.modules = put_together(raw, SCRIPT, _BUNDLE, elsewhere)  # other pages would load the table's otherwise
        """The scripts that the table's page needs first, vendored ones included."""
        self.lab_modules = put_together(raw, _LAB_SCRIPT, _LAB_BUNDLE)
        """The scripts that the lab's page needs first."""
        both = {*modules_of(raw, _STUDENT_SCRIPT)} & {*modules_of(raw, _STUDENT_WORKER)}  # each loads them for itself
        put_together(raw, _STUDENT_WORKER, _WORKER_BUNDLE, both)
        self.student_modules = put_together(raw, _STUDENT_SCRIPT, _STUDENT_BUNDLE, both)
        """The scripts that the student's page needs first."""
        contents = {name: _minify(name, body, raw) for name, body in raw.items()}
        whole = hashlib.sha256()
        for name, body in contents.items():
            whole.update(name.encode() + b"\0" + hashlib.sha256(body).digest())
        self.fingerprint = whole.hexdigest()[:12]
        self._assets = {name: make_asset(name, body) for name, body in contents.items()}

    def find(self, name: str) -> Asset | None:
        """Returns the file called ``name``, or None."""
        return self._assets.get(name)

    def text(self, name: str) -> str:
        """Returns the contents of a file, or raises ``KeyError``."""
        return self._assets[name].plain.decode()

    def url(self, name: str) -> str:
        """Returns the address of a file, or raises ``KeyError``."""
        if name not in self._assets:
            raise KeyError(f"the page has no file {name!r}")
        return f"/static/{self.fingerprint}/{name}"


def asset_pages(assets: Assets) -> Blueprint:
    """Serves the files, and gives templates ``asset(name)``, the address of a file, and ``modules``, for preloading."""
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
        if file in _POLICIES:
            response.headers["Content-Security-Policy"] = _POLICIES[file]
        return response

    @pages.app_context_processor
    def _names() -> dict[str, object]:
        return {
            "asset": assets.url,
            "modules": assets.modules,
            "lab_modules": assets.lab_modules,
            "student_modules": assets.student_modules,
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
    if asset.gzip is not None:
        response.vary.add("Accept-Encoding")
    if packed is not None:
        response.headers["Content-Encoding"] = encoding
    if not for_ever:  # a file with a fingerprint is never requested again
        response.set_etag(asset.etag if packed is None else f"{asset.etag}-{encoding}")
        response.make_conditional(request)
    return response


def _minify(name: str, body: bytes, raw: dict[str, bytes]) -> bytes:
    if name in _WHOLE_SHEETS:
        folder = posixpath.dirname(name)
        sheet = _SHEET_IMPORT.sub(lambda m: raw[posixpath.normpath(f"{folder}/{m[1]}")].decode(), body.decode())
        return _SHEET_LAST.sub("}", _SHEET_SPACE.sub(r"\1", _SHEET_COMMENT.sub("", sheet))).strip().encode()
    if name.startswith("js/"):  # without comments, which are a third of a script
        return bytes(rjsmin.jsmin(body))
    return body


def _is_catalogue(name: str) -> bool:
    """Returns whether a file holds translations for scripts."""
    room = posixpath.basename(name).removesuffix(".json")
    return name.startswith("words/") and name.endswith(".json") and room not in SERVER_ONLY


def _catalogue_script(path: Path) -> bytes:
    """Returns a catalogue as a script that adds its translations to those of the page (``static/js/words.js``)."""
    words = json.dumps(json.loads(path.read_text("utf-8")), ensure_ascii=False, separators=(",", ":"))
    return f"self.words=Object.assign(self.words||{{}},{words})".encode()


def make_asset(name: str, body: bytes) -> Asset:
    """Returns a file ready to send, packed where that helps."""
    suffix = posixpath.splitext(name)[1]
    mimetype = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    small = compress(body) if is_text(mimetype) else None
    return Asset(mimetype, body, small, hashlib.sha256(body).hexdigest()[:20])
