"""Brings pages into every state that a person can meet, in every language: for axe-core, for pictures, for sizes."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from tests.browser.states import people, rooms, table
from tests.browser.states.state import State
from tests.browser.table_page import TablePage

STATES: dict[str, State] = {**table.STATES, **people.STATES, **rooms.STATES}


@contextmanager
def brought(page: TablePage, name: str) -> Iterator[None]:
    """Brings an open page into the named state. At the end other people leave, and a lost line is back."""
    with STATES[name].prepare(page) or ExitStack():
        yield
