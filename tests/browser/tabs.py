"""Lends tabs of the browser to tests. A used tab costs a third of a new one: the process and the caches are there.

Each lent tab belongs to a new person: no cookies, nothing stored, the media of a plain screen.
"""

from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, CDPSession, Error, Page

from tests.browser.chromium import new_context

MEDIA = {"color_scheme": "light", "contrast": "no-preference", "forced_colors": "none", "reduced_motion": "reduce"}
"""The media of a plain screen, where nothing moves: a move costs half as much. Other options, as ``has_touch``, can be
set only for new tabs."""
MOVING = {"reduced_motion": "no-preference"}
"""For tests of motion, and for whole games among falling discs."""

MET = """if (location.protocol === "http:" && !localStorage.length) {
  localStorage.setItem("fourthought.met", "yes");
  if (!%s) localStorage.setItem("fourthought.offline", "free");
}"""
"""Runs before each page: somebody who has played here before. ``%s`` says whether the browser keeps the site."""


@dataclass
class Tab:
    """Holds one tab in a context of its own, the addresses of the servers visited, and the context's options."""

    page: Page
    options: frozenset[tuple[str, Any]]
    wire: CDPSession = field(init=False)
    visited: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.wire = self.page.context.new_cdp_session(self.page)

    def become_new(self, rest: str, *, wiped: bool = False) -> None:
        """Forgets the last person: leaves the page for the address ``rest``, and deletes all stored by the person.

        With ``wiped`` also routes, other pages of the person, and what databases and caches hold.
        """
        if wiped:
            self._unravel()
        self.page.goto(rest)
        self.page.mouse.move(0, 0)
        kinds = "all" if wiped else "cookies,local_storage"
        for origin in self.visited:
            self.wire.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": kinds})
        self.page.evaluate("sessionStorage.clear()")
        self.page.context.clear_cookies()
        self.page.context.clear_permissions()
        self.visited.clear()

    def _unravel(self) -> None:
        self.page.unroute_all(behavior="ignoreErrors")
        self.page.context.unroute_all(behavior="ignoreErrors")
        for other in self.page.context.pages:
            if other != self.page:
                other.close()


class Tabs:
    """Lends tabs and takes them back."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: dict[frozenset[tuple[str, Any]], list[Tab]] = {}

    def lend(
        self,
        origin: str,
        width: int,
        height: int,
        *,
        permissions: tuple[str, ...] = (),
        first: bool = False,
        keeps: bool = False,
        **options: Any,
    ) -> Tab:
        """Returns a tab of a new person.

        Args:
            origin: the address of the server to visit.
            permissions: granted to pages of the server.
            first: the person has never been here; others have made a move before, and see who plays from the first.
            keeps: the browser keeps the site for times without a server, which costs a hundred requests.
            options: media, or options of a browser context.
        """
        media = {name: options.pop(name, usual) for name, usual in MEDIA.items()}
        key = frozenset({**options, "first": first, "keeps": keeps}.items())
        free = self._free.get(key)
        tab = free.pop() if free else self._open(width, height, key)
        tab.page.set_viewport_size({"width": width, "height": height})
        tab.page.emulate_media(**media)
        if permissions:
            tab.page.context.grant_permissions([*permissions], origin=origin)
        tab.visited.add(origin)
        return tab

    def take_back(self, tab: Tab, rest: str, *, wiped: bool = False) -> None:
        """Keeps the tab for the next person, on the page at ``rest``; a tab without an answer there is closed."""
        try:
            tab.become_new(rest, wiped=wiped)
        except Error:
            tab.page.context.close()
        else:
            self._free.setdefault(tab.options, []).append(tab)

    def _open(self, width: int, height: int, options: frozenset[tuple[str, Any]]) -> Tab:
        given = dict(options)
        first, keeps = given.pop("first"), given.pop("keeps")
        known = keeps or not first  # for somebody who has been here the script below says whether the site is kept
        context = new_context(self._browser, keeps=known, viewport={"width": width, "height": height}, **given)
        if not first:
            context.add_init_script(MET % str(keeps).lower())
        return Tab(context.new_page(), options)
