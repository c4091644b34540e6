"""Tests that visitors leave nothing behind: everything kept by client, game, address or request is bounded."""

import dataclasses
import time
from collections import Counter, deque
from collections.abc import Iterator
from typing import Any

import pytest
from limits import parse

from tests.conftest import LiveServer, StartServer
from tests.waiting import wait_until
from tests.webapp.client import Client

OURS = ("webapp.", "engine.mind.schedule", "socketio.", "engineio.", "limits.")
ANY_SIZE = ("settings", "database", "metrics.registry", "process.loop.slow")
"""Names containers without entries of visitors, by the beginning of the path: settings, connections, metrics, and the
names of the acts that were slow, of which a busy machine has more."""


def containers(found: Any, path: str = "", seen: set[int] | None = None) -> Iterator[tuple[str, int]]:
    """Yields the path and size of every container within an object of the server, once each."""
    seen = set() if seen is None else seen
    if id(found) in seen or path.startswith(ANY_SIZE):
        return
    seen.add(id(found))
    if isinstance(found, dict | list | set | deque | tuple):
        if not isinstance(found, tuple):
            yield path, len(found)
        for one in list(found.values() if isinstance(found, dict) else found):
            yield from containers(one, f"{path}[]", seen)
    elif type(found).__module__.startswith(OURS):
        names = [
            *getattr(found, "__dict__", {}),
            *(s for c in type(found).__mro__ for s in getattr(c, "__slots__", ())),
        ]
        for name in names:
            try:
                value = getattr(found, name, None)
            except ReferenceError:
                continue
            yield from containers(value, f"{path}.{name}".lstrip("."), seen)


def sizes(server: LiveServer) -> Counter[str]:
    total: Counter[str] = Counter()
    services, seen = server.services, set[int]()
    for field in dataclasses.fields(services):
        for path, size in containers(getattr(services, field.name), field.name, seen):
            total[path] += size
    return total


def visit(server: LiveServer, number: int) -> None:
    """Comes, plays a few moves, asks all kinds of questions, and leaves."""
    with Client(server.url) as client:
        seats = [{"kind": "human"}, {"kind": "engine", "level": 1}]
        request = {"request_id": f"game.{number}", "secret": f"{number:043}"}
        clock = {"seconds": 600, "increment": 1}
        opened = client.call("new_game", game="tictactoe", seats=seats, clock=clock, **request)
        assert opened["ok"], opened
        game = {"game_id": opened["game_id"]}
        client.call("watch_thinking", **game, on=True, tree=True)
        client.call("look", **game, on=False)
        for ply in (0, 2):
            state = client.call("join", **game)["state"]
            move = {"ply": ply, "move": state["legal"][0], "request_id": f"{number}.{ply}"}
            assert client.call("move", **game, **move)["ok"]
            client.until("game", lambda payload, ply=ply: payload["ply"] == ply + 2)
        client.call("hint", **game, ply=4)
        client.call("review", **game)
        client.call("resign", **game, request_id=f"{number}.r")
        assert client.call("rematch", **game, request_id=f"{number}.m")["ok"]


def settle(server: LiveServer, later: float) -> Counter[str]:
    """Returns the sizes after all visitors have left, and as if ``later`` seconds had passed since."""
    services = server.services
    for windows in (services.front.namespace.gate._windows, services.owner.desk._shares._windows):
        windows._clock = lambda: time.monotonic() + later

    def is_empty() -> bool:
        owner = services.owner
        owner.tables.tidy()
        if services.front.namespace.connected() or owner.tables.live() or owner.engine.load().pondering:
            return False
        return len(owner.engine._open) <= 3  # of the three reviews kept, some analyses may never have been begun

    wait_until(is_empty)
    with Client(server.url) as client:  # counted, so that old counts are looked for
        client.call("join", game_id="nosuchgame12")
    services.owner.desk._shares._windows.hit(parse("1 per 1 second"), "an event of a player")
    wait_until(is_empty)
    services.process.loop.ask(services.process.loop._drop_cancelled)
    return sizes(server)


@pytest.mark.slow
def test_after_visitors_have_gone_nothing_kept_by_client_game_address_or_request_has_grown(
    start_server: StartServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.play.audience.reviews._KEPT", 3)
    server = start_server(minimum_reply=0.0, grace=0.0, forget=0.0, hint_seconds=0.1)
    for number in range(4):
        visit(server, number)
    before = settle(server, 10_000.0)
    for number in range(4, 16):
        visit(server, number)
    after = settle(server, 20_000.0)
    # The three reviews kept hold an analysis a ply.
    room = {path: 15 if path.endswith(".analyses") else 3 for path in after}
    grown = {path: (before[path], size) for path, size in after.items() if size > before[path] + room[path]}
    assert grown == {}
    assert any("_connections" in path for path in after)
    assert any("_windows" in path for path in after)
