"""Tests that every request has a turn: a websocket's first steps, pages, and questions about the health."""

from __future__ import annotations

from typing import Any

import pytest

from webapp.http.turn_gate import TurnGate
from webapp.process.serving.upgrades import SOCKET
from webapp.process.turns import Rank, Turns


class Noted(Turns):
    """Notes every turn that is asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[tuple[str, Rank]] = []

    def begin(self, visitor: str, rank: Rank) -> None:
        self.noted.append((visitor, rank))
        super().begin(visitor, rank)


@pytest.mark.parametrize(
    ("environ", "rank"),
    [
        ({"PATH_INFO": "/"}, Rank.PAGE),
        ({"PATH_INFO": "/healthz"}, Rank.EVENT),
        ({"PATH_INFO": "/socket.io/"}, Rank.PAGE),
        ({"PATH_INFO": "/socket.io/", SOCKET: object()}, Rank.ARRIVAL),
    ],
)
def test_a_request_is_answered_in_a_turn_of_its_visitor(environ: dict[str, Any], rank: Rank) -> None:
    turns, taken = Noted(), []

    def app(_environ: dict[str, Any], _start: Any) -> list[bytes]:
        taken.append(turns.taken())
        return [b"answer"]

    assert list(TurnGate(app, turns)({**environ, "REMOTE_ADDR": "::ffff:192.0.2.1"}, None)) == [b"answer"]
    assert turns.noted == [("192.0.2.1", rank)]
    assert (taken, turns.taken()) == ([1], 0)


def test_after_an_error_the_turn_ends() -> None:
    turns = Turns()

    def app(_environ: dict[str, Any], _start: Any) -> list[bytes]:
        raise RuntimeError("broken")

    with pytest.raises(RuntimeError):
        TurnGate(app, turns)({"PATH_INFO": "/", "REMOTE_ADDR": "192.0.2.1"}, None)
    assert turns.taken() == 0
