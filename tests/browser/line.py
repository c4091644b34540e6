"""Stands between a page and its server, so that tests hold frames back, lose them, or change them."""

import re

from playwright.sync_api import WebSocketRoute

from tests.browser.table_page import TablePage, until


class Line:
    """Loads a page again, and passes all frames on. Classes of tests replace ``ask`` and ``tell``.

    Attributes:
        asked: the name of each request of the page.
        told: the frames that the page has got.
        waiting: the frames that wait on the way to the page.
        held: whether frames wait, those with ``holds`` in them.
        route: the page's end of the newest connection.
    """

    holds = ""

    def __init__(self, table: TablePage, *, clock: bool = False) -> None:
        self.page, self.held = table.page, False
        self.asked, self.told, self.waiting = list[str](), list[str](), list[str]()
        self.page.route_web_socket("**/socket.io/**", self._open)
        if clock:
            self.page.clock.install()
        self.page.reload()

    def ask(self, number: str, event: str, frame: str) -> bool:
        """Tells whether a request may reach the server."""
        return True

    def tell(self, frame: str) -> str | None:
        """Returns what the page gets in place of a frame of the server, or None for nothing."""
        return frame

    def wait_until_joined(self) -> None:
        """Waits for the first answer: a page's first request is to join its game."""
        until(self.page, lambda: any(frame.startswith("43") for frame in self.told))

    def wait_for(self, text: str) -> None:
        until(self.page, lambda: any(text in frame for frame in self.waiting))

    def release(self) -> None:
        """Passes on the frames that wait, in their order."""
        self.held = False
        while self.waiting:
            self.send(self.waiting.pop(0))

    def send(self, frame: str) -> None:
        self.told.append(frame)
        self.route.send(frame)

    def _open(self, page: WebSocketRoute) -> None:
        self.route, server = page, page.connect_to_server()

        def asks(frame: str | bytes) -> None:
            found = re.match(r'42(\d+)\["(\w+)"', str(frame))
            self.asked += [found[2]] if found else []
            if not found or self.ask(found[1], found[2], str(frame)):
                server.send(frame)

        def tells(frame: str | bytes) -> None:
            text = self.tell(str(frame))
            if text is not None and self.held and self.holds in text:
                self.waiting.append(text)
            elif text is not None:
                self.send(text)

        page.on_message(asks)
        server.on_message(tells)
