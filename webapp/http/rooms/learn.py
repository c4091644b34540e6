"""Shows the three ways to learn as three pictures: win every game, see a search think, train a student."""

from flask import Blueprint
from flask.typing import ResponseReturnValue

from webapp.http.rooms import Room, Site
from webapp.http.security import content_policy, shown


def room(site: Site) -> Room:
    """Returns the room ``/learn``."""
    pages, policy = Blueprint("learn", __name__), content_policy(site.inline)

    @pages.get("/learn")
    def learn() -> ResponseReturnValue:
        return shown("learn/learn.html", policy)

    return Room("learn", (pages,), addresses=("/learn",))
