"""Serves the page's files: read once, minified, and cached by browsers for ever under a fingerprint of the contents.

All files share one fingerprint, so modules and style sheets find each other by relative addresses:
``/static/1a2b3c4d5e6f/js/app.js``. Any change to any file changes the address of all.
"""

from __future__ import annotations

import hashlib
import json
import mimetypes
import posixpath
import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import rjsmin
from flask import Blueprint, Response, abort, request
from flask.typing import ResponseReturnValue

from webapp.http.bundle import bundle
from webapp.http.encoding import BROTLI, best_encoding, compress, compress_smaller, is_text
from webapp.speech import SERVER_ONLY

_FOR_EVER = "max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_FINGERPRINT = re.compile(r"[0-9a-f]{12}")
_TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".webmanifest": "application/manifest+json"}
_STATIC_IMPORT = re.compile(r"""^(?:import|export) (?:[^"';]* from )?["'](\.[^"']+)["'];""", re.MULTILINE)
_SHEET_IMPORT = re.compile(r"""^@import url\("([^"]+)"\);\n""", re.MULTILINE)
_SHEET_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SHEET_SPACE = re.compile(r"\s*([{};,]|\n)\s*")
_SHEET_LAST = re.compile(r";}")
SHEET, SCRIPT = "css/page.css", "js/app.js"
"""The first files of a page; all others needed at first are imported from these two."""
_WHOLE_SHEETS = (
    "css/shared.css",
    SHEET,
    "css/coach_page.css",
    "css/lab_page.css",
    "css/student_page.css",
    "css/message_page.css",
)
_LAB_SCRIPT, _LAB_BUNDLE = "js/lab/app.js", "js/lab/first.js"
_STUDENT_SCRIPT, _STUDENT_BUNDLE = "js/student/app.js", "js/student/first.js"
_STUDENT_WORKER, _WORKER_BUNDLE = "js/student/worker.js", "js/student/training.js"
THEME = "js/theme.js"
"""The script for the time before the first paint; written into the page to save the paint a request."""


@dataclass(frozen=True)
class Asset:
    """Holds one file as sent to browsers."""

    mimetype: str
    plain: bytes
    gzip: bytes | None
    etag: str

    @cached_property
    def brotli(self) -> bytes:
        """Returns the file packed by Brotli; packed at the first request, because all files take half a second."""
        return compress_smaller(self.plain)

    def packed(self, encoding: str) -> bytes | None:
        """Returns the file in an encoding; None for a file that packing makes no smaller, or without encoding."""
        if self.gzip is None or not encoding:
            return None
        return self.brotli if encoding == BROTLI else self.gzip


class Assets:
    """Holds the files under ``folder``, without vendored notes and licences."""

    def __init__(self, folder: Path) -> None:
        files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
        raw = {name: path.read_bytes() for name, path in files.items() if not name.endswith((".md", ".d.ts", ".json"))}
        raw |= {_script_name(name): _catalogue_script(path) for name, path in files.items() if _is_catalogue(name)}
        self.modules = _modules(raw, SCRIPT)
        """The scripts needed at first, vendored ones too, in the order of imports."""
        self.lab_modules = _put_together(raw, _LAB_SCRIPT, _LAB_BUNDLE)
        """The scripts that the lab's page needs at first."""
        both = {*_modules(raw, _STUDENT_SCRIPT)} & {*_modules(raw, _STUDENT_WORKER)}  # each loads them for itself
        _put_together(raw, _STUDENT_WORKER, _WORKER_BUNDLE, both)
        self.student_modules = _put_together(raw, _STUDENT_SCRIPT, _STUDENT_BUNDLE, both)
        """The scripts that the student's page needs at first."""
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
        """Returns the contents of a file, for inlining; raises ``KeyError`` for an unknown name."""
        return self._assets[name].plain.decode()

    def url(self, name: str) -> str:
        """Returns the address of a file; raises ``KeyError`` for an unknown name."""
        if name not in self._assets:
            raise KeyError(f"the page has no file {name!r}")
        return f"/static/{self.fingerprint}/{name}"


def asset_pages(assets: Assets) -> Blueprint:
    """Serves the files; gives templates ``asset(name)``, the address of a file, and ``modules``, for preloading."""
    pages = Blueprint("assets", __name__)

    @pages.get("/static/<path:name>")
    def static(name: str) -> ResponseReturnValue:
        first, _, rest = name.partition("/")
        has_fingerprint = _FINGERPRINT.fullmatch(first) is not None
        asset = assets.find(rest if has_fingerprint else name)
        if asset is None:
            abort(404)
        return answer_asset(asset, first == assets.fingerprint)

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
    """Returns the response with a file; browsers keep the file ``for_ever``, or ask each time for a newer one."""
    encoding = best_encoding()
    packed = asset.packed(encoding)
    response = Response(asset.plain if packed is None else packed, mimetype=asset.mimetype)
    response.headers["Cache-Control"] = _FOR_EVER if for_ever else _ASK_AGAIN
    response.headers["Content-Type"] = asset.mimetype  # modules and sheets are UTF-8 by default
    if asset.gzip is not None:
        response.vary.add("Accept-Encoding")
    if packed is not None:
        response.headers["Content-Encoding"] = encoding
    if not for_ever:  # a file cached for ever is never asked for again
        response.set_etag(asset.etag if packed is None else f"{asset.etag}-{encoding}")
        response.make_conditional(request)
    return response


def _minify(name: str, body: bytes, raw: dict[str, bytes]) -> bytes:
    if name in _WHOLE_SHEETS:
        folder = posixpath.dirname(name)
        sheet = _SHEET_IMPORT.sub(lambda m: raw[f"{folder}/{m[1]}"].decode(), body.decode())
        return _SHEET_LAST.sub("}", _SHEET_SPACE.sub(r"\1", _SHEET_COMMENT.sub("", sheet))).strip().encode()
    if name.startswith("js/"):  # without comments, which are a third of a script
        return bytes(rjsmin.jsmin(body))
    return body


def _is_catalogue(name: str) -> bool:
    """Returns whether a file holds translations for scripts; some rooms are for the server alone."""
    room = posixpath.basename(name).removesuffix(".json")
    return name.startswith("words/") and name.endswith(".json") and room not in SERVER_ONLY


def _script_name(name: str) -> str:
    return posixpath.splitext(name)[0] + ".js"


def _catalogue_script(path: Path) -> bytes:
    """Returns a catalogue as a script that adds the translations to those of the page (``static/js/words.js``)."""
    words = json.dumps(json.loads(path.read_text("utf-8")), ensure_ascii=False, separators=(",", ":"))
    return f"self.words=Object.assign(self.words||{{}},{words})".encode()


def make_asset(name: str, body: bytes) -> Asset:
    """Returns a file ready to send, packed where packing pays."""
    suffix = posixpath.splitext(name)[1]
    mimetype = _TYPES.get(suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    small = compress(body) if is_text(mimetype) else None
    return Asset(mimetype, body, small, hashlib.sha256(body).hexdigest()[:20])


def _put_together(raw: dict[str, bytes], script: str, name: str, apart: Collection[str] = ()) -> tuple[str, ...]:
    """Puts a room's modules in ``raw`` that a script needs at first into one; returns the scripts needed at first.

    Args:
        raw: the files by name; the new texts replace the old ones.
        script: the script; modules of the same folder and below are put together.
        name: the name of the new file.
        apart: modules that stay files of their own.
    """
    needed, room = _modules(raw, script), posixpath.dirname(script) + "/"
    own = {one for one in needed if one.startswith(room) and one != script} - {*apart}
    inside = [one for one in _in_order(raw, needed) if one in own]
    if not inside:
        return needed
    sources = {one: raw[one].decode() for one in needed}
    raw.update({one: text.encode() for one, text in bundle(name, inside, sources, script).items()})
    return (script, name, *(one for one in needed if one not in own and one != script))


def _in_order(raw: dict[str, bytes], modules: Iterable[str]) -> list[str]:
    """Returns modules in the order of evaluation: each after the modules which it imports."""
    ordered: dict[str, None] = {}

    def put(name: str) -> None:
        for target in _imports(name, raw):
            put(target)
        ordered.setdefault(name)

    for name in modules:
        put(name)
    return list(ordered)


def _imports(name: str, raw: dict[str, bytes]) -> list[str]:
    """Returns the modules which a script imports, in order; those on demand are left out."""
    if not name.startswith("js/"):
        return []
    folder = posixpath.dirname(name)
    return [posixpath.normpath(posixpath.join(folder, target)) for target in _STATIC_IMPORT.findall(raw[name].decode())]


def _modules(raw: dict[str, bytes], script: str) -> tuple[str, ...]:
    """Returns ``script`` and all modules imported from there, directly or not; leaves out imports on demand."""
    modules: dict[str, None] = {}
    waiting = [script] if script in raw else []
    while waiting:
        name = waiting.pop(0)
        if name in modules:
            continue
        modules[name] = None
        waiting += _imports(name, raw)
    return tuple(modules)
