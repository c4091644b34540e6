"""Does the work which the first visitor after a start would wait for: templates are compiled, files are packed."""

from __future__ import annotations

import re

from flask import Flask

_PAGES = ("/", "/tictactoe", "/coach", "/student")
"""The pages to prepare; the lab's page would start the process that computes for the lab."""
_FILE = re.compile(r'(?:href|src)="(/static/[^"]+)"')
_BROWSER = {"Accept-Encoding": "br"}


def prepare(app: Flask, host: str = "127.0.0.1") -> None:
    """Asks for the pages as a browser does, and for every file that a page names.

    Args:
        host: a name to which the application answers.
    """
    client, origin = app.test_client(), f"http://{host}"
    named: dict[str, None] = {}
    for page in _PAGES:
        named |= dict.fromkeys(_FILE.findall(client.get(page, base_url=origin).get_data(as_text=True)))
        client.get(page, base_url=origin, headers=_BROWSER)
    for address in named:
        client.get(address, base_url=origin, headers=_BROWSER)
