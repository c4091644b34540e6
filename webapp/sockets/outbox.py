"""What waits to be sent to one client: bounded, and of the engine's thoughts only the latest.

engineio's own queue has no end: a client that reads slowly, or not at all but answers pings, makes it grow.
"""

from __future__ import annotations

import queue
from collections.abc import Callable
from typing import Any

BYTES_AT_MOST = 1_000_000
THOUGHTS_AT_MOST = 4
_THOUGHT = '2["thinking"'


class Outbox(queue.Queue[Any]):
    """A queue of Engine.IO packets; None, the last, ends its writer.

    ``overflow`` is called once when a client is too far behind; from then on nothing waits but the end.
    """

    def __init__(self) -> None:
        super().__init__()
        self.overflow: Callable[[], None] = lambda: None
        self._bytes = 0
        self._over = False

    def _put(self, item: Any) -> None:  # under the queue's lock
        if self._over:
            item = None
        elif _is_thought(item):
            self._forget_thoughts()
        self._bytes += _size(item)
        if self._bytes > BYTES_AT_MOST:
            self._over, item = True, None
            self._drop(lambda _: True)
            self.overflow()
        super()._put(item)

    def _get(self) -> Any:
        item = super()._get()
        self._bytes -= _size(item)
        return item

    def _forget_thoughts(self) -> None:
        """Before one more is added: if some wait already, the client is behind, and the old ones are of no use."""
        if sum(map(_is_thought, self.queue)) >= THOUGHTS_AT_MOST:
            self._drop(_is_thought)

    def _drop(self, unwanted: Callable[[Any], bool]) -> None:
        kept = [item for item in self.queue if not unwanted(item)]
        self.unfinished_tasks -= len(self.queue) - len(kept)
        self.queue.clear()
        self.queue.extend(kept)
        self._bytes = sum(map(_size, kept))


def _is_thought(item: Any) -> bool:
    data = getattr(item, "data", None)
    return isinstance(data, str) and data.startswith(_THOUGHT)


def _size(item: Any) -> int:
    data = getattr(item, "data", None)
    return len(data) if isinstance(data, str) else 0
