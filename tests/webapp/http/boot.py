"""Reads the data that a page brings for its script."""

import html
import json
import re
from typing import Any

from flask.testing import FlaskClient


def boot(browser: FlaskClient, address: str) -> dict[str, Any]:
    """Returns the data of the page at an address.

    Raises:
        AssertionError: there is no such page, or no data.
    """
    answer = browser.get(address)
    assert answer.status_code == 200, answer.text
    found = re.search(r'<script type="application/json" id="boot">(.*?)</script>', answer.text, re.DOTALL)
    assert found
    data: dict[str, Any] = json.loads(html.unescape(found[1]))
    return data
