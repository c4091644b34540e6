"""Ends games of two people: the end is laid out as the engine's, with names, and with reactions in the faces' place."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenTable, pondering
from tests.browser.pages.test_shifts import MOST
from tests.browser.people import invite, moves, person
from tests.browser.screens import IN_EACH_LANGUAGE
from tests.browser.states import STATES, brought
from tests.browser.states.state import people
from tests.browser.table_page import OVER, SHIFTS, TWO_FRAMES, rect
from tests.browser.tabs import MOVING
from tests.server import TableServer

server = pondering

_SIZES = ((390, 844), (1366, 768), (320, 568), (390, 667), (768, 1024), (844, 390))
_OVER_THE_BOARD = """() => {
  const [after, board] = [".after", ".board"].map((part) => document.querySelector(part).getBoundingClientRect());
  return Math.min(board.bottom - after.top, board.right - after.left);
}"""
"""Tells how far what is said lies over the board, in pixels."""


def test_on_a_phone_the_word_on_help_stands_clear_of_the_buttons_and_a_question_of_the_names(
    open_table: OpenTable, hasty: TableServer
) -> None:
    host, guest = invite(open_table, hasty, pie=True, width=390, height=844)
    words, more = rect(host.page.locator(".figures__fair")), rect(host.button("More"))
    assert words["x"] + words["width"] + 4 <= more["x"]
    moves((host, 4))
    expect(guest.button("Swap sides")).to_be_visible()
    expect(guest.page.locator(".figures__fair")).to_be_hidden()  # the button has the row
    host.menu("Offer a draw")
    expect(guest.card).to_be_visible()
    names, card = rect(guest.seat(1)), rect(guest.card)
    assert names["y"] + names["height"] <= card["y"]


_HEADS = """() => {
  const head = document.querySelector("#head");
  window.heads = [head.textContent];
  const note = () => window.heads.at(-1) === head.textContent || window.heads.push(head.textContent);
  new MutationObserver(note).observe(head, { childList: true, characterData: true, subtree: true });
}"""
"""Notes every headline from now on, but none that is taken back before anybody can see it."""


def test_who_opens_a_link_first_is_never_told_to_watch_or_to_wait(open_table: OpenTable, hasty: TableServer) -> None:
    host = person(open_table, "/", hasty)
    host.menu("Play a friend")
    link = host.page.get_by_role("dialog").get_by_label("Link")
    expect(link).to_have_value(re.compile("/game/"))
    guest = person(open_table, "/", hasty, own=True)
    guest.page.add_init_script(f"document.addEventListener('DOMContentLoaded', () => ({_HEADS})())")
    guest.page.add_init_script(SHIFTS)
    guest.page.goto(link.input_value())
    expect(guest.sub).to_have_text("You play Yellow. Your opponent begins.")
    assert {*guest.page.evaluate("window.heads")} <= {"\u00a0", "One moment.", "Your opponent’s turn."}
    assert sum(value for value, *_ in guest.page.evaluate("window.shifts")) < MOST


def test_on_the_way_to_the_next_game_nobody_is_told_that_the_other_side_won(
    open_table: OpenTable, hasty: TableServer
) -> None:
    host, guest = invite(open_table, hasty)
    moves((host, 1), (guest, 2))
    host.resign()
    expect(guest.sub).to_have_text("Your opponent resigned.")
    expect(guest.page.locator("#live")).to_have_text("You win. Your opponent resigned.")  # the move before is known
    for who in (host, guest):
        expect(who.head).to_have_text(OVER)
        who.page.evaluate(_HEADS)
    host.button("Rematch").click()
    guest.decide("Play again")
    for who, heads in ((host, ["You lose this one.", "Your opponent’s turn."]), (guest, ["You win.", "Your turn."])):
        expect(who.head).to_have_text(heads[1])
        assert who.page.evaluate("window.heads") == heads


@pytest.mark.long
@pytest.mark.parametrize(
    ("width", "height", "motion"),  # with motion on every second screen, and on the usual phone
    [(*size, MOVING if place % 2 else {}) for place, size in enumerate(_SIZES)] + [(*_SIZES[0], MOVING)],
)
def test_the_end_of_two_people_moves_nothing_and_names_them_on_every_page(
    open_table: OpenTable, hasty: TableServer, width: int, height: int, motion: dict[str, str]
) -> None:
    host, guest = invite(open_table, hasty, width=width, height=height, own=True, **motion)
    watcher = person(open_table, host.path, hasty, width=width, height=height, own=True, **motion)
    host.give_name("Annabelle")
    guest.give_name("Ben")
    moves(*[(host, 1), (guest, 2)] * 3)
    watcher.wait_for_discs(6)
    everybody = (host, guest, watcher)
    for who, head in ((guest, "Annabelle’s turn."), (watcher, "Annabelle’s turn."), (host, "Your turn.")):
        expect(who.head).to_have_text(head)
    host.aim(1)
    for who in everybody:
        who.page.wait_for_function(TWO_FRAMES)  # the disc above the column stands where it will fall
        who.page.evaluate(SHIFTS)
    host.click(1)
    for who, head, row in (
        (host, "You beat Ben.", "You lead 1 to 0."),
        (guest, "Annabelle wins this one.", "Annabelle leads 1 to 0."),
        (watcher, "Annabelle wins.", "Annabelle leads 1 to 0."),
    ):
        expect(who.head).to_have_text(head)
        expect(who.page.locator("#panel")).to_have_attribute("data-told", "yes")
        expect(who.page.locator(".after__voice")).to_have_text(row)
        expect(who.page.locator(".watchers")).to_be_visible(
            visible=width >= 520
        )  # on a phone nothing stands in the bar
    says = ".after__says .button"
    expect(watcher.page.locator(f"{says}:visible")).to_have_count(0)  # who watches says nothing
    for who in (host, guest):
        for button in who.page.locator(says).all():
            expect(button).to_be_in_viewport(ratio=1)
        expect(who.page.locator(says)).to_have_text(["Well played!", "Oops!", "Thank you!"])
    guest.page.locator(says).first.click()
    for who, words in ((host, "Ben: “Well played!”"), (guest, "You: “Well played!”"), (watcher, "Ben: “Well played!”")):
        expect(who.page.locator(".after__voice")).to_have_text(words)
        expect(who.page.locator(".after__voice")).to_be_in_viewport(ratio=1)
        expect(who.seat(1).locator(".said__words")).to_have_text("")  # it is said once
        assert who.page.evaluate(_OVER_THE_BOARD) <= 0
    host.page.wait_for_timeout(1500)
    for who in everybody:
        assert who.page.evaluate("window.shifts") == []
        assert who.page.evaluate("document.documentElement.scrollHeight - innerHeight") <= 0


@IN_EACH_LANGUAGE
def test_the_end_of_friends_tells_the_same_in_every_language(open_table: OpenTable, language: str) -> None:
    table = open_table(STATES["people won"].path, width=320, height=640, locale=language)
    with brought(table, "people won"):
        expect(table.head).to_have_text(table.said("You beat {name}.", name="Annabelle"))
        expect(table.sub).to_have_text(table.said("{loser} resigned.", loser="Annabelle"))
        expect(table.page.locator(".after__voice")).to_have_text(table.said("You lead {high} to {low}.", high=1, low=0))
        for words in ("Well played!", "Oops!", "Thank you!"):
            button = table.page.locator(".after__says").get_by_role("button", name=table.said(words), exact=True)
            expect(button).to_be_in_viewport(ratio=1)
            assert button.evaluate("(one) => one.scrollWidth - one.clientWidth") <= 0
        assert table.head.evaluate("(head) => head.scrollWidth - head.clientWidth") == 0  # no name is cut off
        assert table.head.evaluate("(head) => head.scrollHeight - head.clientHeight") <= 0


@pytest.mark.long
def test_two_people_at_one_screen_are_told_how_they_stand(open_table: OpenTable) -> None:
    table = open_table("/connect4/121212?against=5")
    people(1)(table)
    expect(table.head).to_have_text("Red wins.")
    expect(table.page.locator(".after__voice")).to_have_text("Red leads 1 to 0.")
    expect(table.page.locator(".after__says .button:visible")).to_have_count(0)  # they can speak
    table.button("Rematch").click()
    table.wait_for_discs(6)
    expect(table.page.locator(".after__voice")).to_be_hidden()
    table.click(7)  # who plays Yellow now has won the first game
    table.wait_for_discs(7)
    table.click(2)
    expect(table.page.locator(".after__voice")).to_have_text("Yellow leads 2 to 0.")
