"""Measures what the thoughts of a mind weigh on the cluster's line, whole and as differences:
``python -m tests.load.thoughts``.

A mind ponders over Connect Four, with 20 slices of search (a quarter of a second of one core) from digest to digest.
"""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

import msgspec

import engine
from engine.games import find, parse
from webapp.cluster.news import Thoughts
from webapp.play.table.views import tree_view

POSITION, DIGESTS, SLICES = "44444", 40, 20
encode = msgspec.msgpack.encode


def thoughts() -> list[dict[str, Any]]:
    """Returns the messages of ten seconds; those with a tree have it only where it has changed, as on the line."""
    engine.warm_up()
    game = find("connect4")
    mind = engine.Mind(game, level=10, seed=1)
    mind.follow(parse(game, POSITION)[0])
    messages, last = [], None
    for _ in range(DIGESTS):
        for _ in range(SLICES):
            mind.work(engine.Purpose.PONDER)
        message = {"game_id": "g" * 12, **asdict(mind.digest(pondering=True, busy=True, seat=1)), "falls": []}
        tree = tree_view(mind.top())
        if tree != last:
            message["branches"] = last = tree
        messages.append(msgspec.msgpack.decode(encode(message)))
    mind.close()
    return messages


def main() -> None:
    messages = thoughts()
    for name, chosen in (
        ("digests", [{key: value for key, value in each.items() if key != "branches"} for each in messages]),
        ("digests with trees", messages),
    ):
        here, before = Thoughts(), time.process_time()
        shortened = [here.shorten("g" * 12, message) for message in chosen]
        middle = time.process_time()
        there = Thoughts()
        assert [there.restore(thought) for thought in shortened] == chosen
        after = time.process_time()
        whole = sum(len(encode(message)) for message in chosen) / len(chosen)
        short = sum(len(encode(thought)) for thought in shortened[1:]) / (len(chosen) - 1)
        print(
            f"{name}: {whole:.0f} bytes whole, {short:.0f} as differences ({short / whole:.0%});"
            f" {(middle - before) / len(chosen) * 1e3:.3f} ms to take apart, {(after - middle) / len(chosen) * 1e3:.3f}"
            " to put together"
        )


if __name__ == "__main__":
    main()
