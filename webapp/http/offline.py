"""Serves what a browser keeps for times without this server: the service worker, the list of what to keep, and the page
that plays alone. A page keeps all files of its own release (``static/js/offline/keep.js``), so that later modules fit
the first ones."""

import re
from collections.abc import Collection

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
_NEEDS_A_SERVER = re.compile(
    r"(vendor/micropython|js/(lab/program/|program_at_table)|(js|css)/arena/|img/(frontier|ladder)|.*LICENSE$)"
)
"""Files of pages that are not kept: large, or of no use without a server."""
_LATER = re.compile(
    r"(js|css)/(coach|course|judge|lab|learn|learnt|student)/|vendor/judge|words/\w+/(coach|course|lab|student)|engine/(?!7x6|tree-|connect4-[0-9a-f]+\.net)"
)
"""Files that a table with its engine can do without: those of other rooms, and of other boards than the first."""


def kept_files(assets: Assets, language: str) -> list[str]:
    """Returns the names of the files that a browser keeps, with the words of one language: those of the table first."""
    names = (
        name
        for name in assets.names()
        if not _NEEDS_A_SERVER.match(name) and (not name.startswith("words/") or name.startswith(f"words/{language}/"))
    )
    return sorted(names, key=_is_later)


def _is_later(name: str) -> bool:
    return _LATER.match(name) is not None


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
        names = kept_files(assets, language())
        answer = jsonify(
            release=assets.fingerprint,
            edition=f"{__version__} {language()}",
            files=[assets.url(name)[1:] for name in names],
            first=sum(not _is_later(name) for name in names),
            pages=[address[1:] for address in (DESK, *(one for room in rooms for one in room.addresses))],
            facts=next((room.facts[1:] for room in rooms if room.facts), ""),
        )
        answer.headers["Cache-Control"] = "no-cache"
        return answer

    @pages.get(DESK)
    def desk() -> ResponseReturnValue:
        return fresh_page(boot.desk())

    return pages
