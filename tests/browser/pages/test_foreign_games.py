"""Plays games of another package in the browser: discs that turn, two moves in a row, and buttons for moves."""

import os
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable
from tests.server import TableServer
from tests.webapp.test_foreign_games import install

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def foreign(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """Starts a server beside an installed package of games."""
    package = tmp_path_factory.mktemp("package")
    install(package)
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = str(package)
    try:
        server = TableServer(tmp_path_factory.mktemp("foreign"), threads=1, ponder_seconds=0.0)
    finally:
        os.environ.pop("PYTHONPATH")
        if before is not None:
            os.environ["PYTHONPATH"] = before
    yield server
    server.stop()


@pytest.mark.long
def test_othello_turns_discs_and_takes_back(open_table: OpenTable, foreign: TableServer) -> None:
    table = open_table("/othello6", at=foreign)
    page = table.page
    expect(page.locator("h1, #head").last).to_be_visible()
    table.wait_for_discs(4)
    first, second = (page.locator(f'.disc:has(use[href="#disc-{seat}"])') for seat in (0, 1))
    expect(first).to_have_count(2)
    table.click(1)
    expect(table.sub).to_have_text("Square a6 is not possible now.")
    table.click(16)
    expect(table.sub).to_have_text("Square d4 is taken.")
    table.click(9)
    table.wait_for_discs(6)  # the engine has answered, and turned one disc back at least
    expect(second).to_have_count(3)
    table.wait_for_turn()
    table.button("Undo").click()
    table.wait_for_discs(4)
    expect(second).to_have_count(2)


@pytest.mark.long
def test_kalah_gives_another_move_in_the_own_store(open_table: OpenTable, foreign: TableServer) -> None:
    table = open_table("/kalah", at=foreign)
    text = table.page.locator(".textboard pre")
    expect(text).to_have_text("North: 0 in store, pits 3 3 3 3. South: pits 3 3 3 3, 0 in store.")
    table.button("Pit 2").click()  # the last seed falls into the own store
    expect(text).to_have_text("North: 0 in store, pits 3 3 3 3. South: pits 3 0 4 4, 1 in store.")
    expect(table.head).to_have_text("Your turn.")
    table.button("Pit 1").click()
    expect(text).not_to_have_text(re.compile("North: 0 in store, pits 3 3 3 3."))  # the engine has moved
    table.wait_for_turn()


@pytest.mark.long
def test_hex_is_a_board_of_squares_with_its_aim_in_words(open_table: OpenTable, foreign: TableServer) -> None:
    table = open_table("/hex5", at=foreign)
    table.reply(13)
    assert len(table.free_moves()) == 23
