"""Counts the work of two pages for one move between two people: the calls of the page's own functions.

``python -m tests.browser.trace`` plays the beginning of a game and prints for each move the calls of the page that
plays and of the other one, from the click until both have drawn it. ``--list`` names the functions called most. Times
depend on the machine, counts do not.
"""

import argparse
from collections import Counter
from dataclasses import dataclass

from playwright.sync_api import CDPSession

from tests.browser.chromium import started
from tests.browser.people import Person, invite
from tests.browser.table_page import TWO_FRAMES, TablePage

MOVES = (4, 4, 2, 5, 3, 1)


@dataclass(frozen=True, slots=True)
class Work:
    """Holds how often each own function was called, by file and name."""

    calls: Counter[tuple[str, str]]

    def row(self) -> str:
        files = len({file for file, _ in self.calls})
        return f"{self.calls.total():5} calls, {len(self.calls):3} functions, {files} files"


class Page:
    """Counts the calls of one page by the browser's precise coverage."""

    def __init__(self, table: TablePage) -> None:
        self.table = table
        self._wire: CDPSession = table.page.context.new_cdp_session(table.page)
        self._wire.send("Profiler.enable")
        self._wire.send("Profiler.startPreciseCoverage", {"callCount": True, "detailed": False})

    def take(self) -> Work:
        """Returns the calls since the last time."""
        self.table.page.wait_for_function(TWO_FRAMES)
        found = Counter[tuple[str, str]]()
        for script in self._wire.send("Profiler.takePreciseCoverage")["result"]:
            _, is_own, file = script["url"].partition("/js/")
            for function in script["functions"] if is_own else ():
                at = function["ranges"][0]
                found[file, function["functionName"] or f"({at['startOffset']})"] += at["count"]
        return Work(+found)


def trace(host: Person, guest: Person) -> list[tuple[Work, Work]]:
    """Plays the beginning of a game, and returns the work of the page that played and of the other one, by move. The
    first moves load scripts and are left out."""
    pages, found = (Page(host), Page(guest)), list[tuple[Work, Work]]()
    for ply, move in enumerate(MOVES):
        sender, other = pages[ply % 2], pages[1 - ply % 2]
        sender.take(), other.take()
        sender.table.click(move)
        for page in pages:
            page.table.wait_for_discs(ply + 1)
        found.append((sender.take(), other.take()))
    return found[2:]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--list", action="store_true", help="show the functions called most")
    with started(shell=True) as (server, browser):

        def open_table(path: str, **_: object) -> TablePage:
            context = browser.new_context(reduced_motion="reduce", service_workers="block")  # nor is the site kept
            return TablePage(context.new_page(), server.url + path)

        works = trace(*invite(open_table, server))
    for ply, (sender, other) in enumerate(works, start=len(MOVES) - len(works) + 1):
        print(f"move {ply}, the sender's page: {sender.row()}")
        print(f"move {ply}, the other page:    {other.row()}")
    if parser.parse_args().list:
        for work in works[-1]:
            print(*(f"{count:5} {file}: {name}" for (file, name), count in work.calls.most_common(60)), sep="\n")


if __name__ == "__main__":
    main()
