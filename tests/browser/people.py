"""Brings several people to one table, each in a separate browser context."""

import re

from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenTable
from tests.browser.table_page import TablePage
from tests.conftest import LiveServer
from tests.server import TableServer


class Person(TablePage):
    """Drives the page of one of several people."""

    @property
    def card(self) -> Locator:
        return self.page.locator(".offer")

    def decide(self, label: str) -> None:
        self.card.get_by_role("button", name=label, exact=True).click()

    @property
    def path(self) -> str:
        return "/" + self.page.url.split("/", 3)[3]

    def give_name(self, name: str) -> None:
        self.menu("Your name")
        self.page.get_by_role("dialog", name="Your name").get_by_role("textbox").fill(name)
        self.page.get_by_role("dialog").get_by_role("button", name="Save").click()

    def resign(self) -> None:
        """Resigns, and says yes to the one question."""
        self.menu("Resign")
        self.decide("Resign")


def person(open_table: OpenTable, path: str, at: TableServer | LiveServer, **options: object) -> Person:
    table = open_table(path, at=at, **options)
    table.__class__ = Person
    return table  # type: ignore[return-value]


def invite(
    open_table: OpenTable,
    at: TableServer,
    clock: str | None = None,
    pie: bool = False,
    with_help: bool = False,
    **options: object,
) -> tuple[Person, Person]:
    """Returns two people at a table, the one who invites and plays Red first.

    ``clock`` is the clock's label in the sheet, as in "3 min + 2 s". ``with_help``: both may ask the engine.
    """
    host = person(open_table, "/", at, **options)
    host.menu("Play a friend")
    sheet = host.page.get_by_role("dialog")
    if clock or pie or with_help:
        sheet.get_by_text("Options").click()
    if clock:
        sheet.get_by_text(clock, exact=True).click()
    if pie:
        sheet.get_by_text("Yes", exact=True).click()
    if with_help:
        sheet.get_by_text("With help for both").click()
    link = sheet.get_by_label("Link")
    expect(link).to_have_value(re.compile("/game/"))
    if clock or pie or with_help:
        first = link.input_value()
        expect(link).to_be_hidden()  # it leads to a game of other rules
        sheet.get_by_role("button", name="Make the link").click()
        expect(link).not_to_have_value(first)
        expect(link).to_be_visible()
    expect(sheet.locator("img")).to_have_js_property("complete", True)
    assert sheet.locator("img").evaluate("image => image.naturalWidth") > 0
    guest = person(open_table, "/" + link.input_value().split("/", 3)[3], at, **options)
    expect(sheet).to_be_hidden()
    expect(guest.seat(1)).to_contain_text("you")
    return host, guest


def moves(*turns: tuple[Person, int]) -> None:
    lying = turns[0][0].discs.count()
    for number, (mover, move) in enumerate(turns, start=1):
        expect(mover.head).to_have_text("Your turn.")
        mover.click(move)
        for page in {page for page, _ in turns}:
            page.wait_for_discs(lying + number)
