"""Serves the page of the openings, which reads the book of exact results in the browser."""

import json

from flask import Blueprint
from flask.typing import ResponseReturnValue

from engine.openings import shipped
from engine.puzzles import shipped as puzzles
from webapp.http.rooms import Room, Site
from webapp.http.security import content_policy, shown

_ADDRESS = "/coach/openings"


def room(site: Site) -> Room:
    """Returns the room ``/coach/openings``."""
    pages = Blueprint("openings", __name__)
    levels = json.loads(puzzles.read("index.json"))["levels"]
    policy = content_policy(site.inline, trusted_types="worker")

    @pages.get(_ADDRESS)
    def openings() -> ResponseReturnValue:
        return shown("coach/openings.html", policy, boot={"openings": shipped(), "levels": levels})

    return Room("openings", (pages,), addresses=(_ADDRESS,))
