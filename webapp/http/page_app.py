"""Makes the application that shows pages: templates, words, security headers, the page's files and the rooms."""

import re
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
    """Returns the application with the pages without a game. ``is_site``: they stand in a folder, no server."""
    app = Flask("webapp", static_folder=None, template_folder=str(paths.TEMPLATES))
    app.jinja_env.policies["json.dumps_kwargs"] = {"separators": (",", ":"), "ensure_ascii": False}  # short
    app.jinja_env.globals |= {"served_rooms": {room.name for room in rooms}, "is_site": is_site}
    secure(app, inline=assets.text(THEME), trusted_types="worker")
    speak(app)
    for pages in (
        asset_pages(assets),
        offline_pages(assets, boot, rooms),
        *(pages for room in rooms for pages in room.pages),
    ):
        app.register_blueprint(pages)
    return app


_PAGES = ("/", "/tictactoe", "/coach", "/student")
"""The pages to prepare. The lab's page is not one, because it would start the lab's process."""
_FILE = re.compile(r'(?:href|src)="([^"]*/static/[^"]+)"')
_BROWSER = {"Accept-Encoding": "br"}


def prepare(app: Flask, host: str = "127.0.0.1") -> None:
    """Requests the pages as a browser does, and every file that they name. ``host`` is a name of the server."""
    client, origin = app.test_client(), f"http://{host}"
    named: dict[str, None] = {}
    for page in _PAGES:
        named |= dict.fromkeys(_FILE.findall(client.get(page, base_url=origin).get_data(as_text=True)))
        client.get(page, base_url=origin, headers=_BROWSER)
    for address in named:
        client.get(address, base_url=origin, headers=_BROWSER)
