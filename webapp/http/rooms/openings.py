"""Serves the page of the openings, which reads the book of exact results in the browser."""

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from webapp.http.rooms import Room, Site
from webapp.http.security import content_policy, fresh_page

_ADDRESS = "/coach/openings"


def room(site: Site) -> Room:
    """Returns the room ``/coach/openings``."""
    pages = Blueprint("openings", __name__)
    policy = content_policy(site.inline, trusted_types="engine")

    @pages.get(_ADDRESS)
    def openings() -> ResponseReturnValue:
        return fresh_page(render_template("coach/openings.html", boot={}), policy)

    return Room("openings", (pages,), addresses=(_ADDRESS,))
