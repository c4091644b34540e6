"""Tests strangers: two find each other, play, are watched from the list, and play again. A friend comes by a code."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, WebSocket, expect

from tests.browser.axe import violations
from tests.browser.conftest import OpenTable, Watch, pondering
from tests.browser.people import Person, moves, person
from tests.browser.states.table import DIALOG
from tests.browser.table_page import TWO_FRAMES, until
from tests.conftest import LiveServer
from tests.server import TableServer
from tests.webapp.client import Client
from tests.webapp.sockets.test_fair_play import ELSEWHERE, QUESTIONS

ENGINES_WORDS = ('"thinking"', '"review"', '"digest"', '"why":', '"pv"', '"blind"')
"""Names the fields of messages with an engine's word on a position."""

NOBODY = "Nobody waits just now. I call you when somebody comes."

server = pondering


def _search(who: Person, name: str, *, clock: str = "Any", watched: bool = True) -> Locator:
    who.menu("Find somebody")
    sheet = who.page.get_by_role("dialog", name="Find somebody")
    sheet.get_by_label("Your name, if you like").fill(name)
    sheet.get_by_text(clock, exact=True).first.click()
    if watched:
        sheet.get_by_text("Yes", exact=True).click()
    sheet.get_by_role("button", name="Find somebody").click()
    return sheet


def _listen(who: Person, heard: list[str]) -> None:
    """Keeps everything that the server says to a page opened from now on."""

    def note(socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: heard.append(str(frame)))

    who.page.on("websocket", note)
    who.page.reload()


def test_two_strangers_find_each_other_play_are_watched_and_play_again(
    open_table: OpenTable, hasty: TableServer
) -> None:
    anna, ben = (person(open_table, "/", hasty) for _ in range(2))
    heard: list[str] = []
    for who in (anna, ben):
        _listen(who, heard)
    sheet = _search(anna, "Anna", clock="5 + 3")
    expect(sheet.get_by_role("status")).to_have_text(NOBODY)
    _search(ben, "Ben")
    for who in (anna, ben):
        expect(who.page).to_have_url(re.compile("/game/"))
        expect(who.page.get_by_role("dialog")).to_be_hidden()
        expect(who.sub).to_contain_text("You play ")
        expect(who.page.locator("#live")).to_contain_text("You play ")  # who listens hears of it, too
    assert anna.path == ben.path
    red, yellow = (anna, ben) if "You begin" in anna.sub.inner_text() else (ben, anna)
    names = ["Anna", "Ben"] if red is anna else ["Ben", "Anna"]
    for seat, name in enumerate(names):
        expect(anna.seat(seat).locator(".person__word")).to_contain_text(name)
        expect(anna.seat(seat).get_by_role("timer")).to_have_text("5:00")
    moves((red, 4), (yellow, 4))
    clock = red.seat(0).get_by_role("timer")
    at_first = seconds(clock)

    # A third person watches from the list.
    watcher = person(open_table, "/", hasty)
    watcher.menu("Watch others play")
    link = watcher.page.get_by_role("link", name=f"{names[0]} against {names[1]}")
    expect(link).to_contain_text("2 moves")
    assert violations(watcher.page, DIALOG) == []
    link.click()
    expect(watcher.sub).to_contain_text("You are watching.")
    watcher.wait_for_discs(2)
    expect(red.page.locator(".watchers")).to_have_text("1")
    for who in (anna, ben, watcher):
        expect(who.button("Hint")).to_be_hidden()

    # A reaction is seen and heard by all.
    red.page.get_by_label("Say something").click()
    assert violations(red.page, ".seats") == []
    red.button("Hello!").click()
    for who in (red, yellow, watcher):
        expect(who.seat(0).locator(".said__words")).to_have_text("Hello!")
    for who in (yellow, watcher):
        expect(who.seat(0).get_by_role("status")).to_have_text(f"{names[0]} says: Hello!")
    expect(red.seat(0).get_by_role("status")).to_have_text("")

    _no_event_tells_the_engines_word(hasty, red, yellow)
    assert [message for message in heard if any(word in message for word in ENGINES_WORDS)] == []

    # The end, and the same two again: the score stands.
    until(red.page, lambda: seconds(clock) < at_first)
    left = seconds(clock)
    yellow.resign()
    expect(red.head).to_have_text(re.compile(r"^You beat (Anna|Ben)\.$"))
    expect(yellow.head).to_have_text(re.compile(r"^(Anna|Ben) wins this one\.$"))
    assert seconds(clock) <= left  # the time that has run is not given back
    red.button("Rematch").click()
    yellow.decide("Play again")
    for who in (red, yellow, watcher):
        who.wait_for_discs(0)
        expect(who.page.locator(".seat__score")).to_have_text(["0", "1"])
        expect(who.seat(0).get_by_role("timer")).to_have_text("5:00")
    moves((yellow, 4), (red, 4))
    third = person(open_table, "/", hasty)
    third.menu("Watch others play")
    expect(third.page.get_by_role("link", name=f"{names[1]} against {names[0]}")).to_be_visible()


def seconds(clock: Locator) -> float:
    """Returns the seconds that a clock shows: 299 for "4:59"."""
    minutes, rest = clock.inner_text().split(":")
    return 60 * int(minutes) + float(rest)


def _no_event_tells_the_engines_word(server: TableServer, *players: Person) -> None:
    """Sends with the right of each player every event that could tell an engine's word, about this game and others."""
    for player in players:
        game = player.path.removeprefix("/game/")
        tokens = player.page.evaluate(
            "id => JSON.parse(localStorage['fourthought.tables']).find(([g]) => g === id)[1]", game
        )
        with Client(server.url) as other:
            seats = [{"kind": "human"}, {"kind": "engine", "level": 10}]
            elsewhere = other.call("new_game", game="connect4", seats=seats, moves=[4, 4])["game_id"]
        with Client(server.url) as client:
            joined = client.call("join", game_id=game, tokens=[token for token in tokens["seats"] if token])
            assert len(joined["you"]["seats"]) == 1
            refused: list[tuple[str, dict[str, Any]]] = [
                *((event, {"game_id": game, **fields}) for event, fields in QUESTIONS.items()),
                *(
                    (event, fields if event == "new_game" else {"game_id": elsewhere, **fields})
                    for event, fields in ELSEWHERE
                ),
                ("preview", {"game": "connect4", "moves": [4, 4], "level": 10}),
            ]
            for event, fields in refused:
                assert client.call(event, **fields)["error"]["code"] == "no_help", event


@pytest.mark.long
def test_nobody_comes_and_an_engine_plays_until_somebody_does(open_table: OpenTable, hasty: TableServer) -> None:
    waiting = person(open_table, "/connect4-5x4", hasty)
    sheet = _search(waiting, "Anna", watched=False)
    expect(sheet.get_by_role("status")).to_have_text(NOBODY)
    assert violations(waiting.page, DIALOG) == []
    sheet.get_by_role("button", name=re.compile("^Play .* meanwhile$")).click()
    expect(sheet).to_be_hidden()
    expect(waiting.seat(1)).to_have_attribute("data-kind", "engine")
    chip = waiting.page.locator(".meanwhile")
    expect(chip).to_be_in_viewport(ratio=1)
    waiting.click(3)
    waiting.wait_for_discs(2)
    alone = waiting.path
    late = person(open_table, "/connect4-5x4", hasty)
    _search(late, "Ben", watched=False)
    for who in (waiting, late):
        expect(who.page.locator(".seat[data-me]")).to_have_count(1)
    assert waiting.path == late.path != alone
    expect(waiting.sub).to_have_text("Somebody is here. Your game before is kept.")
    expect(chip).to_be_hidden()


@pytest.mark.long
def test_a_search_ends_from_the_table_and_in_the_sheet(open_table: OpenTable, hasty: TableServer) -> None:
    waiting = person(open_table, "/connect4-6x5", hasty)
    sheet = _search(waiting, "", watched=False)
    sheet.get_by_role("button", name=re.compile("^Play .* meanwhile$")).click()
    waiting.button("Stop").click()
    expect(waiting.page.locator(".meanwhile")).to_be_hidden()
    late = person(open_table, "/connect4-6x5", hasty)
    expect(_search(late, "", watched=False).get_by_role("status")).to_have_text(NOBODY)
    late.button("Stop").click()
    expect(late.page.get_by_role("dialog").get_by_role("button", name="Find somebody")).to_be_visible()


@pytest.mark.long
def test_where_no_table_is_shown_two_engines_play(open_table: OpenTable, own_server: LiveServer) -> None:
    alone = person(open_table, "/", own_server)
    alone.menu("Watch others play")
    alone.page.get_by_role("dialog").get_by_role("button", name="Watch two engines").click()
    for seat in (0, 1):
        expect(alone.seat(seat)).to_have_attribute("data-kind", "engine")
    expect(alone.discs.nth(1)).to_be_visible()


@pytest.mark.long
def test_a_search_goes_on_after_a_restart(open_table: OpenTable, own_server: LiveServer, watch: Watch) -> None:
    watch.offline_is_fine = True
    first = person(open_table, "/", own_server)
    sheet = _search(first, "Anna")
    expect(sheet.get_by_role("status")).to_have_text(NOBODY)
    own_server.stop()
    expect(first.sub).to_contain_text("Reconnecting…")
    own_server.start()
    expect(first.sub).not_to_contain_text("Reconnecting…")
    second = person(open_table, "/", own_server)
    _search(second, "Ben")
    for who in (first, second):
        expect(who.sub).to_contain_text("You play ")
        expect(who.page.get_by_role("dialog")).to_be_hidden()


def test_a_friend_comes_by_a_code_and_a_rude_name_is_reported_in_one_click(
    open_table: OpenTable, hasty: TableServer
) -> None:
    host, friend = (person(open_table, "/", hasty) for _ in range(2))
    host.menu("Play a friend")
    sheet = host.page.get_by_role("dialog")
    name = sheet.get_by_label("Your name, if you like")
    name.fill("Rudolf")
    name.press("Enter")
    code = re.search(r": ([A-Z]{5})$", sheet.get_by_text("Or say this code").inner_text())
    assert code is not None
    friend.menu("Enter a code")
    field = friend.page.get_by_label("Do you have a code from a friend?")
    expect(field).to_be_focused()
    assert violations(friend.page, DIALOG) == []
    field.fill("BBB-BB")
    field.press("Enter")
    expect(friend.page.get_by_role("dialog").get_by_role("alert").last).to_have_text(
        "No game has this code now; please ask for the code again."
    )
    card = friend.page.request.get(sheet.get_by_label("Link").input_value()).text()
    assert 'og:title" content="Rudolf invites you to a game of Connect Four"' in card
    field.fill(code[1].lower())
    field.press("Enter")
    expect(friend.page).to_have_url(re.compile("/game/"))
    expect(friend.seat(0)).to_contain_text("Rudolf, here")
    expect(friend.sub).to_have_text("You play Yellow. Rudolf begins.")
    expect(host.page.get_by_role("button", name="Report the name")).to_have_count(0)
    report = friend.button("Report the name Rudolf")
    expect(report).to_be_hidden()  # no sign stands in the seat
    friend.page.get_by_label("Say something").click()
    report.click()
    expect(friend.seat(0).locator(".person__word")).to_have_text("Your opponent, here")
    expect(friend.sub).to_have_text("Thank you. You do not see this name any more.")
    friend.page.reload()
    expect(friend.seat(0).locator(".person__word")).to_have_text("Your opponent, here")
    expect(host.seat(0)).to_contain_text("Rudolf, you")

    # Who wants no reactions gets none.
    friend.page.get_by_label("Say something").click()
    friend.page.get_by_role("switch", name="Hide reactions").check(force=True)
    friend.page.keyboard.press("Escape")
    host.page.get_by_label("Say something").click()
    host.button("Oops!").click()
    expect(host.seat(0).locator(".said__words")).to_have_text("Oops!")
    friend.page.wait_for_function(TWO_FRAMES)
    expect(friend.seat(0).locator(".said__words")).to_have_text("")


_AT_ONCE = """async () => {
  document.querySelector("#invite").click();
  while (!document.querySelector("dialog[open] .invite__others a")) await new Promise((go) => setTimeout(go));
  document.querySelector(".invite__others a[href$='#watch']").click();
}"""
"""Asks for other people before the game for a friend is made."""


@pytest.mark.long
def test_who_asks_for_other_people_at_once_is_led_to_them(open_table: OpenTable, hasty: TableServer) -> None:
    page = person(open_table, "/", hasty).page
    page.evaluate(_AT_ONCE)
    expect(page.get_by_role("dialog", name="Watch others play")).to_be_visible()
