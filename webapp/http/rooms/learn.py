"""Shows the three ways to learn as three pictures: win every game, see a search think, train a student."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from webapp.http.rooms import Room, Site
from webapp.http.security import content_policy, fresh_page


def room(site: Site) -> Room:
    """Returns the room ``/learn``."""
    return Room("learn", (_pages(site.inline),), addresses=("/learn",))


def _pages(inline: str) -> Blueprint:
    """Serves ``/learn``."""
    pages = Blueprint("learn", __name__)
    policy = content_policy(inline)

    @pages.get("/learn")
    def learn() -> ResponseReturnValue:
        return fresh_page(render_template("learn/learn.html"), policy).make_conditional(request)

    return pages
