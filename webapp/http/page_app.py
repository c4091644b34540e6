"""Makes the application that shows pages: templates, words, security headers, the page's files and the rooms."""

from collections.abc import Collection

from flask import Flask

from webapp.common import paths
from webapp.common.words import speak
from webapp.http.assets import THEME, Assets, asset_pages
from webapp.http.offline import offline_pages
from webapp.http.pages import Boot
from webapp.http.rooms import Room
from webapp.http.security import secure


def page_app(assets: Assets, boot: Boot, rooms: Collection[Room], *, is_site: bool = False) -> Flask:
    """Returns the application with the pages that need no game of the server's. ``is_site``: the pages are for a folder
    without a server, so they leave out what needs one."""
    app = Flask("webapp", static_folder=None, template_folder=str(paths.TEMPLATES))
    app.jinja_env.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": False}  # short
    app.jinja_env.globals |= {"served_rooms": {room.name for room in rooms}, "is_site": is_site}
    secure(app, inline=assets.text(THEME), trusted_types="engine")
    speak(app)
    for pages in (
        asset_pages(assets),
        offline_pages(assets, boot, rooms),
        *(pages for room in rooms for pages in room.pages),
    ):
        app.register_blueprint(pages)
    return app
