"""Serves what a browser keeps for times without this server: the service worker, the list of what to keep, and the page
that plays alone.

A page keeps all files of its own release (``static/js/offline/keep.js``), so that later modules fit the first ones:
first the table with its engine, which a short visit leaves whole, then the rest.
"""

import posixpath
import re
from collections.abc import Collection
from functools import cache

from flask import Blueprint, abort, jsonify
from flask.typing import ResponseReturnValue

from engine.version import __version__
from webapp.common.words import language
from webapp.http.assets import Assets, answer_asset
from webapp.http.pages import Boot
from webapp.http.rooms import Room
from webapp.http.security import SITE_WORKER, fresh_page

WORKER = "js/offline/worker.js"
DESK = "/offline"
"""The page that plays alone."""
_NEEDS_A_SERVER = re.compile(r"(vendor/micropython|js/lab/program/|(js|css)/arena/|img/(frontier|ladder)|.*LICENSE$)")
"""Files of pages that are not kept: large, or of no use without a server."""


def kept_files(assets: Assets, language: str) -> list[str]:
    """Returns the names of the files that a browser keeps, with the words of one language."""
    return [
        name
        for name in assets.names()
        if not _NEEDS_A_SERVER.match(name) and (not name.startswith("words/") or name.startswith(f"words/{language}/"))
    ]


_TABLE = re.compile(
    r"css/(shared/shared|table/page|table/ended/ended)\.css|js/(settings|theme)\.js|words/\w+/(table|more)\.js"
    r"|engine/(7x6x4-.*|connect4-[0-9a-f]+\.net|tree-.*)|vendor/figtree.*|img/icon.*|app\.webmanifest"
)
"""What the table needs besides its scripts: sheets, words, the engine of the first game, the letters."""
_SCRIPTS = ("js/app.js", "js/engine/worker.js")
_IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*["'](\.[^"']+\.js)["']""")


@cache
def table_files(assets: Assets) -> frozenset[str]:
    """Returns the names of the files of the table with its engine: all that its scripts import, at once or later."""
    found, waiting = set[str](), list(_SCRIPTS)
    for name in waiting:
        if name not in found:
            found.add(name)
            near = (posixpath.join(posixpath.dirname(name), one) for one in _IMPORT.findall(assets.text(name)))
            waiting += [posixpath.normpath(one) for one in near]
    return frozenset(found | {name for name in assets.names() if _TABLE.fullmatch(name)})


def offline_pages(assets: Assets, boot: Boot, rooms: Collection[Room]) -> Blueprint:
    """Serves ``/worker.js``, ``/offline`` and ``/offline.json``, whose addresses stand below the root path."""
    pages = Blueprint("offline", __name__)

    @pages.get("/worker.js")
    def worker() -> ResponseReturnValue:
        asset = assets.find(WORKER)
        if asset is None:
            abort(404)
        script = answer_asset(asset, for_ever=False)
        script.headers["Content-Security-Policy"] = SITE_WORKER
        return script

    @pages.get("/offline.json")
    def listed() -> ResponseReturnValue:
        files = kept_files(assets, language())
        files.sort(key=lambda name: name not in table_files(assets))
        answer = jsonify(
            release=assets.fingerprint,
            edition=f"{__version__} {language()}",
            files=[assets.url(name)[1:] for name in files],
            table=sum(name in table_files(assets) for name in files),
            pages=[address[1:] for address in (DESK, *(one for room in rooms for one in room.addresses))],
            facts=next((room.facts[1:] for room in rooms if room.facts), ""),
        )
        answer.headers["Cache-Control"] = "no-cache"
        return answer

    @pages.get(DESK)
    def desk() -> ResponseReturnValue:
        return fresh_page(boot.desk())

    return pages
