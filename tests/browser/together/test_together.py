"""Plays with two people and watchers, each in a separate context: invite, play, ask, lose the connection, come back."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable, Watch, pondering
from tests.browser.line import Line
from tests.browser.people import invite, moves, person
from tests.browser.table_page import HEARD, TWO_FRAMES, rect
from tests.server import TableServer

RUN_DOWN = re.compile("^[0-9]:[0-5][0-9]$")
"""Fits a clock of ten minutes once it has run, however long a slow machine lets the clock run."""
SILENT = "The engine is silent until the game ends."

server = pondering


def test_invite_play_watch_lose_the_line_take_over_come_back_and_play_again(
    open_table: OpenTable, hasty: TableServer, watch: Watch
) -> None:
    watch.offline_is_fine = True
    host, guest = invite(open_table, hasty)
    watcher = person(open_table, host.path, hasty)
    expect(host.page.locator(".watchers")).to_have_text("1")
    for page, role in (
        (host, "You play Red. You begin."),
        (guest, "You play Yellow. Your opponent begins."),
        (watcher, "You are watching."),
    ):
        expect(page.sub).to_have_text(role)
        expect(page.page.locator(".figures")).to_contain_text(SILENT)
        expect(page.button("Hint")).to_be_hidden()
        expect(page.page.get_by_role("switch", name="Thinking")).to_be_hidden()
    host.give_name("Red")
    expect(host.sub).to_have_text("The name “Red” would be taken for somebody else; please choose another.")
    host.give_name("  Anna  Lee ")
    for page, words in ((host, "Anna Lee, you"), (guest, "Anna Lee, here"), (watcher, "Anna Lee, here")):
        expect(page.seat(0).locator(".person__word")).to_have_text(words)
    moves((host, 4), (guest, 3))
    watcher.wait_for_discs(2)
    watcher.click(1)
    expect(watcher.sub).to_have_text("It is Anna Lee’s turn.")
    expect(watcher.button("Undo")).to_be_hidden()

    # The host's pointer is seen on the other side.
    box = rect(host.page.locator(".aim").nth(5))
    host.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 100)
    for page in (guest, watcher):
        expect(page.page.locator(".ghost[data-shown=theirs]")).to_have_count(1)

    # The second player's page goes away. The first decides that an engine plays on.
    link = guest.page.url
    guest.page.evaluate("localStorage.setItem('fourthought.thinking', 'on')")
    host.menu("Resign")
    expect(host.card.get_by_role("button", name="Play on")).to_be_focused()
    guest.page.goto("about:blank")
    expect(host.card).to_contain_text("Your opponent has lost the connection.")
    host.page.keyboard.press("Escape")
    expect(host.card).to_be_hidden()
    guest.page.goto(link)
    expect(guest.head).to_have_text("Anna Lee’s turn.")
    expect(host.seat(1)).to_contain_text("here")  # else the same absence goes on, and the answer to it holds
    guest.page.goto("about:blank")
    expect(host.card).to_contain_text("Your opponent has lost the connection.")
    expect(host.page.locator("#live")).to_contain_text("Let the engine play on?")
    expect(watcher.card).to_be_hidden()
    host.decide("Let the engine play on")
    host.click(4)
    host.wait_for_discs(4)  # the engine answers with its first search

    # The second player comes back, sees no engine think, and takes the seat from the engine, as no one else may.
    guest.page.goto(link)
    expect(guest.card).to_contain_text("The engine plays Yellow for you.")
    expect(guest.page.locator("#table")).to_have_attribute("data-thinking", "off")
    expect(guest.page.locator(".figures")).to_contain_text(SILENT)
    expect(watcher.card).to_be_hidden()
    guest.decide("Take my seat back")
    expect(host.seat(1)).to_have_attribute("data-kind", "human")
    expect(host.seat(1)).to_contain_text("here")  # else the news of it may be said over the question
    host.wait_for_turn()

    # The game ends, and is played again with sides swapped. Watchers are taken along.
    host.menu("Resign")
    expect(host.page.locator("#live")).to_contain_text("Do you want to resign?")
    host.decide("Play on")
    expect(host.card).to_be_hidden()
    host.resign()
    expect(guest.head).to_have_text("You beat Anna Lee.")
    for page, words in ((host, "You resigned."), (guest, "Anna Lee resigned."), (watcher, "Anna Lee resigned.")):
        expect(page.sub).to_have_text(words)  # the headline has named the winner
    expect(guest.page.locator("#table")).to_have_attribute("data-thinking", "on")
    for page in (host, guest, watcher):
        expect(page.button("Look at the game")).to_be_visible()
    guest.button("Rematch").click()
    expect(guest.card).to_contain_text("You asked to play again.")
    expect(host.card).to_contain_text("Your opponent would like to play again, sides swapped.")
    host.decide("Play again")
    for page in (host, guest, watcher):
        page.wait_for_discs(0)
        expect(page.page).not_to_have_url(link)
        expect(page.page.locator("#table")).to_have_attribute("data-thinking", "off")
        expect(page.page.locator(".figures")).to_contain_text(SILENT)
    expect(guest.sub).to_have_text("You play Red. You begin.")
    expect(host.sub).to_have_text("You play Yellow. Your opponent begins.")
    for page in (host, guest, watcher):  # the winner plays Red now
        expect(page.page.locator(".seat__score")).to_have_text(["1", "0"])
        expect(page.seat(1).locator(".person__word")).to_contain_text("Anna Lee")
    moves((guest, 4), (host, 4))
    watcher.wait_for_discs(2)


def test_a_takeback_needs_consent_and_names_its_moves(open_table: OpenTable, hasty: TableServer) -> None:
    host, guest = invite(open_table, hasty)
    moves((host, 4), (guest, 3))
    watcher = person(open_table, host.path, hasty)
    watcher.wait_for_discs(2)
    watcher.page.evaluate(HEARD)
    host.button("Undo").click()
    expect(guest.card).to_contain_text("Your opponent asks to take back column 4 and column 3.")
    expect(guest.page.locator("#live")).to_contain_text("Allow? No?")
    guest.card.get_by_role("button", name="No").focus()
    guest.page.keyboard.press("Enter")
    expect(host.card).to_be_hidden()
    expect(host.sub).to_have_text("Your opponent said no.")
    host.button("Undo").click()
    expect(host.sub).to_have_text("You have asked already; ask again after the next move.")
    moves((host, 4))
    host.button("Undo").click()
    expect(guest.card).to_contain_text("Your opponent asks to take back column 4.")
    guest.decide("Allow")
    host.wait_for_discs(2)
    for who, turn in ((host, "Your turn."), (guest, "Your opponent’s turn."), (watcher, "Red to move.")):
        expect(who.page.locator("#live")).to_have_text(f"Taken back: column 4. {turn}")
    assert not [one for one in watcher.page.evaluate("window.heard") if "question" in one]  # whoever heard none
    guest.menu("Offer a draw")
    host.decide("No")
    expect(guest.sub).to_have_text("Your opponent said no.")
    host.menu("Offer a draw")
    guest.decide("Agree")
    for page in (host, guest):
        expect(page.head).to_have_text("A draw.")
        expect(page.sub).to_have_text("A draw by agreement.")  # two discs fill no board


@pytest.mark.long
def test_a_takeback_of_a_move_that_the_server_has_not_confirmed_waits_for_the_move(
    open_table: OpenTable, hasty: TableServer
) -> None:
    host, guest = invite(open_table, hasty, own=True)
    line = Line(host)
    line.wait_until_joined()
    moves((host, 4), (guest, 3))
    line.held = True
    host.click(4)
    for page in (host, guest):  # the host's disc lies there unconfirmed, while the server is one move further
        page.wait_for_discs(3)
    host.button("Undo").click()
    host.page.wait_for_function(TWO_FRAMES)  # a page that does not wait would ask now
    line.release()
    expect(guest.card).to_contain_text("Your opponent asks to take back column 4.")
    guest.decide("Allow")
    host.wait_for_discs(2)


def test_a_seat_moves_to_another_device_and_only_once(open_table: OpenTable, hasty: TableServer) -> None:
    host, guest = invite(open_table, hasty, with_help=True)
    for page in (host, guest):
        expect(page.sub).to_contain_text("Both may ask the engine.")
        expect(page.page.locator(".figures")).to_contain_text("With help for both")
    host.button("Hint").click()
    expect(host.sub).to_contain_text("Look ")
    moves((host, 4), (guest, 4))
    host.menu("Play on another device")
    field = host.page.get_by_role("dialog").get_by_label("Link")
    expect(field).to_have_value(re.compile("#"))
    link = field.input_value()
    phone = person(open_table, "/" + link.split("/", 3)[3], hasty, width=390, height=844)
    expect(phone.head).to_have_text("Your turn.")
    assert "#" not in phone.page.url
    expect(host.sub).to_contain_text("Another device has taken over your seat.")
    expect(host.head).to_have_text("Red to move.")
    moves((phone, 4))
    thief = person(open_table, "/" + link.split("/", 3)[3], hasty)
    expect(thief.sub).to_contain_text("This link has been used")
    expect(thief.head).to_have_text("Yellow to move.")


def test_clocks_count_down_and_the_absent_lose_by_claim(
    open_table: OpenTable, hasty: TableServer, watch: Watch
) -> None:
    watch.offline_is_fine = True
    host, guest = invite(open_table, hasty, clock="10 min + 5 s")
    clocks = [page.seat(1).get_by_role("timer") for page in (host, guest)]
    for clock in clocks:
        expect(clock).to_have_text("10:00")
    moves((host, 4))
    for clock in clocks:
        expect(clock).to_have_text(RUN_DOWN)
        expect(clock).to_have_attribute("data-running", "yes")
    expect(host.button("Undo")).to_be_hidden()
    guest.page.goto("about:blank")
    host.decide("Claim the win")
    expect(host.head).to_have_text("You win.")
    expect(host.sub).to_have_text("Your opponent has left.")
    expect(clocks[0]).to_have_text(RUN_DOWN)  # the time that has run is gone


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(320, 568), (1280, 800)])
def test_it_all_fits(open_table: OpenTable, hasty: TableServer, width: int, height: int) -> None:
    host, guest = invite(open_table, hasty, clock="3 min + 2 s", width=width, height=height)
    moves((host, 4), (guest, 3))
    host.menu("Offer a draw")
    expect(guest.card).to_be_visible()
    for page in (host, guest):
        assert page.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        for button in page.card.get_by_role("button").all():
            box = rect(button)
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= width
            assert box["y"] + box["height"] <= height
            assert box["height"] >= 24


@pytest.mark.long
def test_two_who_come_at_once_get_one_seat(open_table: OpenTable, hasty: TableServer, tmp_path: Path) -> None:
    host, _ = invite(open_table, hasty)
    late = person(open_table, host.path, hasty)
    expect(late.seat(0)).to_contain_text("here")
    expect(late.seat(1)).to_contain_text("here")
    late.page.reload()
    expect(late.seat(1)).to_contain_text("here")
    expect(late.button("Undo")).to_be_hidden()
