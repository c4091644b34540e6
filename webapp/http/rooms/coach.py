"""Serves the coach: a page with the boards of today and a list of its sections, of which some are pages of their own,
and the files with puzzles and proofs. The page needs nothing else from the server, so it works without a connection
(``webapp/http/offline.py``)."""

import hashlib
from functools import cache

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue

from engine.puzzles import shipped
from webapp.http.assets import ANOTHER_RELEASE, Asset, answer_asset, make_asset
from webapp.http.hosts import here
from webapp.http.rooms import Room, Site
from webapp.http.security import content_policy, shown

SECTIONS = (
    ("", "Puzzles"),
    ("day", "Today"),
    ("train", "Train"),
    ("clock", "Against the clock"),
    ("themes", "Themes"),
    ("zugzwang", "Zugzwang"),
    ("mistakes", "Your mistakes"),
    ("days", "Your days"),
)
"""The end of the address and the name of each section."""
_APART = ("puzzles", "clock", "days", "zugzwang")
"""The sections with a template and a script of their own."""


def room(site: Site) -> Room:
    """Returns the room ``/coach``."""
    pages, fingerprint = Blueprint("coach", __name__), _fingerprint()
    policy = content_policy(site.inline)
    addresses = tuple(f"/coach/{slug}".rstrip("/") for slug, _ in SECTIONS)
    facts = f"/coach/data/{fingerprint}"

    def files() -> list[str]:
        return [f"{facts}/{name}" for name in shipped.names()]

    @pages.get("/coach")
    @pages.get("/coach/<section>")
    def coach(section: str = "") -> ResponseReturnValue:
        if section not in dict(SECTIONS) or (request.path != "/coach" and not section):
            abort(404)
        boot = {"files": here(facts)}
        name = section or "puzzles"
        template = name if name in _APART else "coach"
        return shown(f"coach/{template}.html", policy, boot=boot, section=section, sections=SECTIONS[2:])

    @pages.get("/coach/data/<given>/<name>")
    def file(given: str, name: str) -> ResponseReturnValue:
        try:
            asset = _file(name)
        except FileNotFoundError:
            abort(404)
        answer = answer_asset(asset, given == fingerprint)
        if given != fingerprint:
            answer.headers[ANOTHER_RELEASE] = "yes"
        return answer

    return Room("coach", (pages,), addresses=addresses, facts=facts, files=files)


@cache
def _file(name: str) -> Asset:
    """Returns a file ready to send."""
    return make_asset(name, shipped.read(name))


@cache
def _fingerprint() -> str:
    whole = hashlib.sha256()
    for name in sorted(shipped.names()):
        whole.update(name.encode() + b"\0" + hashlib.sha256(shipped.packed(name)).digest())
    return whole.hexdigest()[:12]
