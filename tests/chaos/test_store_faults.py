"""Tests C5: another process locks the database; moves are refused in words, later moves are stored.

A full disk is tried by ``tests.hostile`` and by worlds.
"""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.conftest import LiveServer
from tests.webapp.client import Client
from tests.webapp.fakes import FakeEngine
from webapp.storage import sqlite

HUMAN = {"kind": "human"}


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Holds the database locked, as another process would."""
    other = sqlite3.connect(file)
    other.execute("BEGIN IMMEDIATE")
    yield
    other.rollback()
    other.close()


def test_what_cannot_be_stored_is_refused_in_words_and_later_goes_on(
    start_server: Callable[..., LiveServer],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(sqlite, "_BUSY_MILLISECONDS", 50)
    server = start_server(engine=FakeEngine, minimum_reply=0.0)
    ready = server.app.test_client()
    begun = {"game": "connect4", "seats": [HUMAN, HUMAN], "moves": "44444411111"}
    with Client(server.url) as client:
        first = client.call("new_game", **begun)
        game = first["game_id"]
        move = {"game_id": game, "ply": 11, "move": 2, "request_id": "r", "token": first["seat_tokens"][1]}
        with locked(tmp_path / "games.sqlite3"):
            refused = client.call("new_game", **begun)["error"]
            assert refused["code"] == "not_saved"
            assert "nothing has changed" in refused["message"]
            assert client.call("move", **move)["error"]["code"] == "not_saved"
            assert ready.get("/readyz").status_code == 503
            assert client.call("join", game_id=game)["version"] == 1
            assert ready.get("/healthz").status_code == 200
        assert client.call("new_game", **begun)["ok"]
        assert client.call("move", **move) == {"ok": True, "version": 2}
        assert ready.get("/readyz").status_code == 200
    assert "Traceback" not in caplog.text
