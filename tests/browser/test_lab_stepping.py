"""Steps through runs on the lab's page: keys, buttons, slider, link, back button, comparison, questions, errors."""

from __future__ import annotations

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable
from tests.browser.table_page import until
from tests.browser.test_accessible import violations

TREE = "((3 5 (9 1)) ((2 7) 8) ((1 6) 4))"
LEAVES = f"/lab/leaves?tree={TREE}&algorithm=alphabeta"


def step_of(page: Page) -> int:
    """Returns the step shown."""
    return int(page.locator(".steps__count").inner_text().split(" / ")[0])


def query(page: Page) -> dict[str, str]:
    """Returns the state in the address."""
    return {name: values[0] for name, values in parse_qs(urlsplit(page.url).query).items()}
