"""Holds the server's frames back, so that a test clicks between a move and the confirmation of the move."""

from collections.abc import Callable
from functools import partial

from playwright.sync_api import WebSocketRoute

from tests.browser.table_page import TablePage, until

_ANSWER = "43"
"""Begins every frame that answers a request; the page's first request is to join."""


class SlowLine:
    """Loads the page of a game again, and stands between server and page from the moment at which the page has joined.

    Attributes:
        held: whether the server's frames wait on the way to the page.
    """

    def __init__(self, table: TablePage) -> None:
        self.held, self._joined = False, False
        self._page = table.page
        self._waiting: list[tuple[str, Callable[[], None]]] = []
        table.page.route_web_socket("**/socket.io/**", self._connect)
        table.page.reload()
        until(self._page, lambda: self._joined)

    def wait_for(self, text: str) -> None:
        """Waits until a frame with ``text`` waits."""
        until(self._page, lambda: any(text in frame for frame, _ in self._waiting))

    def release(self) -> None:
        """Passes the frames on, in their order."""
        self.held = False
        while self._waiting:
            self._waiting.pop(0)[1]()

    def _connect(self, page: WebSocketRoute) -> None:
        def passes(frame: str | bytes) -> None:
            if self.held:
                self._waiting.append((str(frame), partial(page.send, frame)))
            else:
                page.send(frame)
                self._joined |= str(frame).startswith(_ANSWER)

        page.connect_to_server().on_message(passes)
