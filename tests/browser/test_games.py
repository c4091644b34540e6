"""Plays every registered game on the page: a new file in engine/games needs no other change."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from engine.games import all_games
from tests.browser.conftest import OpenTable


def _kind(name: str) -> tuple[bool, bool, bool]:
    game = all_games()[name]
    return game.board_size() is None, getattr(game, "gravity", False), game.has_chance


def _names() -> list[Any]:
    """Returns the names of all games: the first of each kind for every run, the others for long runs."""
    names = sorted(all_games())
    first = {_kind(name): name for name in reversed(names)}
    return [name if name in first.values() else pytest.param(name, marks=pytest.mark.long) for name in names]


@pytest.mark.parametrize("name", _names())
def test_a_registered_game_is_a_link_away_and_is_answered(open_table: OpenTable, name: str) -> None:
    game = all_games()[name]
    table = open_table("/connect4" if name != "connect4" else "/nim")
    table.page.locator("#menu summary").click()
    table.page.locator("#menu").get_by_role("link", name=game.title, exact=True).click()
    expect(table.page.locator("#rooms [aria-current=page]")).to_have_text(game.title)
    expect(table.page.locator(".seat[data-kind=engine] .seat__title")).not_to_be_empty()
    if game.board_size() is None:
        text = table.page.locator(".textboard pre")
        before = text.inner_text()
        table.page.locator(".textboard__moves button").first.click()
        expect(text).not_to_have_text(before)
    else:
        table.click(1)
        table.wait_for_discs(2)
    expect(table.page).to_have_url(re.compile("/game/"))
    expect(table.head).to_have_text("Your turn.")
