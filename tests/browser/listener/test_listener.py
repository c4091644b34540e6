"""Listens to a few scenes of the page; for long, to thousands of claims."""

from itertools import count

import pytest
from playwright.sync_api import Browser

from tests.browser.conftest import pondering
from tests.listener.oracle import Oracle
from tests.listener.scenes import KINDS, Scenes
from tests.listener.screen import Listener
from tests.listener.session import Opener
from tests.server import TableServer

server = pondering
LATE = 6
"""The seed of a long game, whose positions take little work."""


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle()


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        ("review", LATE),
        ("opening", 3),
        pytest.param("win", 5, marks=pytest.mark.long),
        *(pytest.param(kind, 3, marks=pytest.mark.long) for kind in ("openings", "perfect", "friends")),
    ],
)
def test_what_the_page_says_is_true(
    browser: Browser, server: TableServer, oracle: Oracle, kind: str, seed: int
) -> None:
    listener = Listener(oracle)
    Scenes(Opener(browser, server.url), listener, seed).play_kind(kind)
    assert listener.report.sentences >= 6
    assert listener.report.claims > 10 or kind in ("perfect", "friends")
    assert listener.report.faults == {}


@pytest.mark.long
def test_two_thousand_claims_are_true(browser: Browser, server: TableServer, oracle: Oracle) -> None:
    listener = Listener(oracle)
    scenes = Scenes(Opener(browser, server.url), listener, 7)
    for turn in count():
        if listener.report.claims >= 2_000:
            break
        scenes.play_kind(KINDS[turn % len(KINDS)])
    assert listener.report.faults == {}
