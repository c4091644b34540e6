"""Tests that clients and games leave nothing that refers to itself, and would wait for a collection of all objects."""

import gc
import urllib.error
import urllib.request
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest

from tests.conftest import StartServer
from tests.waiting import wait_until
from tests.webapp.client import Client

_GAMES = 8
_OURS = ("webapp.", "engine.games", "engine.text", "socketio", "engineio", "h11")
"""The modules of the server's process; the engine, which runs inside here, has a process of its own and a collector."""
_SEATS = [{"kind": "human"}, {"kind": "human", "open": True}]


def _play(url: str) -> None:
    """Plays a game between two people and one against an engine, asks and errs, and leaves."""
    with Client(url) as host, Client(url) as guest:
        game = host.call("new_game", game="connect4", seats=_SEATS, clock={"seconds": 100})["game_id"]
        guest.call("join", game_id=game)
        assert guest.call("sit", game_id=game, token="t" * 43, request_id="s")["ok"]
        for ply, move in enumerate((4, 4, 3, 3, 2, 2, 1)):
            assert (host, guest)[ply % 2].call("move", game_id=game, ply=ply, move=move, request_id=f"m{ply}")["ok"]
        for event in ("review", "answers", "rematch", "unknown"):
            host.call(event, game_id=game, request_id="r")
        other = host.call(
            "new_game", game="connect4", seats=[{"kind": "human"}, {"kind": "engine", "level": 1}], move=4
        )
        host.until("game", lambda state: state["ply"] > 1)
        host.call("hint", game_id=other["game_id"], ply=2)
        for path in (f"/game/{game}", "/game/nobody", "/connect4/99"):
            with suppress(urllib.error.HTTPError), urllib.request.urlopen(url + path, timeout=60) as answer:
                answer.read()


@pytest.fixture
def knots() -> Iterator[list[Any]]:
    """Lists the objects that only the garbage collector frees. No other collection runs in between."""
    gc.collect()
    gc.freeze()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    yield gc.garbage
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


@pytest.mark.slow
def test_a_game_leaves_no_knots(
    start_server: StartServer, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.setattr("webapp.app.schedule_collections", lambda *_: None)
    server = start_server(minimum_reply=0.0, forget=1.0, grace=0.5)
    _play(server.url)  # what is made once, and kept, is made
    found: list[Any] = request.getfixturevalue("knots")
    for _ in range(_GAMES):
        _play(server.url)
    wait_until(lambda: not server.services.owner.tables.live() and not server.held())
    gc.collect()
    kinds = Counter(_kind(one) for one in found if _module(one).startswith(_OURS))
    assert {kind: count for kind, count in kinds.items() if count >= _GAMES} == {}, "each game leaves these"


def _kind(found: Any) -> str:
    return f"{_module(found)}.{getattr(found, '__qualname__', type(found).__qualname__)}"


def _module(found: Any) -> str:
    return str(getattr(found, "__module__", None) or type(found).__module__)
