"""Warms up the templates and the compressed files at start, so that the first visitor does not wait for them."""

import re

from flask import Flask

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
