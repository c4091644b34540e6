"""Runs the product with the lab's work in the server itself: what the process apart is compared with."""

from typing import Any

import msgspec

from webapp import cli
from webapp.http.lab import worker
from webapp.http.lab.helper import Answer, Question
from webapp.http.rooms import lab


class Inside:
    """Computes in the thread that asks, in place of ``webapp.http.lab.helper.Helper``."""

    def __init__(self, *_: Any) -> None:
        pass

    def ask(self, question: Question) -> Answer:
        """Returns the answer without the limit of time, which needs the main thread."""
        return msgspec.msgpack.decode(worker.reply_to(msgspec.msgpack.encode(question)), type=Answer)

    def close(self) -> None:
        """Ends nothing."""


if __name__ == "__main__":
    lab.Helper = Inside  # type: ignore[assignment, misc]
    worker._in_time = worker.answer
    cli.main()
