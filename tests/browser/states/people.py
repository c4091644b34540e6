"""Brings the table into the states with other people, who have no page here: clients of the socket play for them."""

import re
import secrets
from contextlib import ExitStack
from typing import Any

from playwright.sync_api import expect

from tests.browser.states.state import State, sheet
from tests.browser.states.table import DIALOG
from tests.browser.table_page import TablePage
from tests.webapp.client import Client

_CLOCK = {"seconds": 180, "increment": 2}


class Other:
    """Plays for a person afar."""

    def __init__(self, origin: str) -> None:
        self.client, self.game_id, self._sent = Client(origin), "", 0
        self._own = secrets.token_hex(4)

    def act(self, event: str, **fields: Any) -> dict[str, Any]:
        """Sends an event about the game, and returns the acknowledgement."""
        if "request_id" in fields:  # two people of a game must not use the same
            fields["request_id"] += self._own
        answer: dict[str, Any] = self.client.call(event, game_id=self.game_id, **fields)
        assert answer["ok"], answer
        return answer

    def move(self, ply: int, move: int) -> None:
        self._sent += 1
        self.act("move", ply=ply, move=move, request_id=f"m{self._sent}")

    def begin(self, *, seats: int = 1, **wishes: Any) -> None:
        """Begins a game in which this person has so many seats. The others are free."""
        chosen = [{"kind": "human", "open": seat >= seats} for seat in (0, 1)]
        opened = self.client.call("new_game", game="connect4", seats=chosen, **wishes)
        self.game_id = opened["game_id"]

    def sit(self, game_id: str) -> None:
        self.game_id = game_id
        self.act("join")
        self.act("sit", token=secrets.token_urlsafe(32), request_id="sit")


def _origin(table: TablePage) -> str:
    return re.sub(r"(?<![:/])/.*", "", table.page.url)


def _stay(*others: Other) -> ExitStack:
    stack = ExitStack()
    for other in others:
        stack.callback(other.client.close)
    return stack


def _against(table: TablePage, **wishes: Any) -> Other:
    """Brings the page to the game of another person, who plays Red under a name, with two moves made."""
    other = Other(_origin(table))
    other.begin(**wishes)
    table.page.goto(f"{_origin(table)}/game/{other.game_id}")
    expect(table.seat(1)).to_have_attribute("data-me", "")
    other.act("name", name="Annabelle", request_id="name")
    other.move(0, 4)
    table.wait_for_discs(1)
    table.wait_for_turn()
    table.click(4)
    table.wait_for_discs(2)
    other.client.until("game", lambda game: game["ply"] == 2)  # the page shows a move before the server has it
    return other


def _clocks(table: TablePage) -> ExitStack:
    other = _against(table, clock=_CLOCK)
    other.move(2, 5)
    table.wait_for_discs(3)
    return _stay(other)


def _reactions(table: TablePage) -> ExitStack:
    other = _against(table, with_help=True)
    table.page.get_by_label(table.said("Say something")).click()
    other.act("react", reaction="well_played")
    expect(table.seat(0).locator(".said__words")).to_have_text(table.said("Well played!"))
    return _stay(other)


def _asked(table: TablePage) -> ExitStack:
    other = _against(table)
    other.act("ask", what="takeback", ply=2)
    expect(table.page.locator(".offer button").first).to_be_visible()
    return _stay(other)


def _gone(table: TablePage) -> None:
    _against(table, clock=_CLOCK).client.close()
    expect(table.page.locator(".offer button").first).to_be_visible()


def _won(table: TablePage) -> ExitStack:
    other = _against(table, clock=_CLOCK)
    other.act("resign", request_id="resign")
    expect(table.button("Rematch")).to_be_visible()
    return _stay(other)


def _watching(table: TablePage) -> ExitStack:
    other = Other(_origin(table))
    other.begin(seats=2)
    for ply, move in enumerate((4, 4, 5, 3)):
        other.move(ply, move)
    table.page.goto(f"{_origin(table)}/game/{other.game_id}")
    expect(table.sub).to_contain_text(table.said("You are watching."))
    return _stay(other)


def _invitation(table: TablePage) -> None:
    table.reply(4)  # while a game is played, the sheet asks first
    sheet(table, "Play a friend")


def _waiting(table: TablePage) -> None:
    opened = sheet(table, "Play a friend")
    expect(opened.locator("img")).to_be_visible()
    expect(opened.locator(".invite__code")).to_be_visible()


def _name(table: TablePage) -> ExitStack:
    other = _against(table)
    sheet(table, "Your name")
    return _stay(other)


def _find(table: TablePage) -> None:
    sheet(table, "Find somebody")


def _searching(table: TablePage) -> None:
    table.page.goto(f"{_origin(table)}/connect4-5x4")  # a game for which no one else waits
    opened = sheet(table, "Find somebody")
    opened.get_by_role("button", name=table.said("Find somebody")).click()
    expect(table.button("Stop")).to_be_visible()


def _tables(table: TablePage) -> ExitStack:
    first, second = (Other(_origin(table)) for _ in range(2))
    first.begin(clock=_CLOCK)
    second.sit(first.game_id)
    for other, name in ((first, "Annabelle"), (second, "Benjamin")):
        other.act("name", name=name, request_id="name")
        other.act("show", on=True)
    first.move(0, 4)
    second.move(1, 4)
    opened = sheet(table, "Watch others play")
    expect(opened.get_by_role("link").first).to_be_visible()
    return _stay(first, second)


STATES: dict[str, State] = {
    "invitation": State("/", _invitation, DIALOG),
    "waiting": State("/", _waiting, DIALOG),
    "find": State("/", _find, DIALOG),
    "searching": State("/", _searching, DIALOG),
    "tables": State("/", _tables, DIALOG),
    "clocks": State("/", _clocks),
    "reactions": State("/", _reactions),
    "asked": State("/", _asked, ".offer"),
    "gone": State("/", _gone, ".offer"),
    "people won": State("/", _won),
    "your name": State("/", _name, DIALOG),
    "watching": State("/", _watching),
}
