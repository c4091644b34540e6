"""Describes a state: the address, what a person does there, and the acts that many states share."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass

from playwright.sync_api import Locator, expect

from tests.browser.table_page import TablePage

Prepare = Callable[[TablePage], ExitStack | None]
"""Brings a page into the state; returns what is to be ended with the state: other people, a lost line."""


@dataclass(frozen=True)
class State:
    """Names an address and the acts that lead into a state.

    Args:
        prepare: brings the page into the state.
        part: where the state differs from others, as a selector: axe-core looks there where all else has been seen.
        fault: whether the server answers with an error, which the console tells.
    """

    path: str
    prepare: Prepare = lambda _table: None
    part: str | None = None
    fault: bool = False


def menu(table: TablePage, name: str | None = None) -> None:
    table.menu(name)


def sheet(table: TablePage, name: str) -> Locator:
    menu(table, name)
    opened = table.page.get_by_role("dialog")
    expect(opened).to_be_visible()
    return opened


def people(*moves: int) -> Prepare:
    """Returns the act of two people at one screen who make these moves."""

    def play(table: TablePage) -> None:
        table.choose(1, "Person")
        table.play(*moves)

    return play
