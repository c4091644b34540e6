"""Tests the log: each event with its game, and never a secret."""

import json
import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields

import pytest

from tests.conftest import StartServer
from tests.webapp.client import Client
from tests.webapp.fakes import FakeEngine
from webapp.process import logs
from webapp.settings import Settings


@contextmanager
def event(game: str, key: str | None, request: str | None) -> Iterator[None]:
    """Gives the lines inside the facts of an event. In the product each event has another context."""
    before = logs._bound.set({})
    logs.note_event(game, key, request)
    yield
    logs._bound.reset(before)


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def test_json_has_one_object_a_line_with_what_is_bound(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("json", "info")
    log = logging.getLogger("webapp.somewhere")
    with event("abc", "0123456789abcdef", "r1"):
        log.info("moved %d", 4)
    log.debug("not shown")
    try:
        raise ValueError("a\nb")
    except ValueError:
        log.exception("broken")
    first, second = (json.loads(line) for line in capsys.readouterr().err.splitlines())
    assert first.pop("timestamp").endswith("Z")
    assert first == {
        "event": "moved 4", "game": "abc", "level": "info", "logger": "webapp.somewhere", "player": "01234567",
        "request": "r1",
    }  # fmt: skip
    assert "ValueError: a" in second["exception"]
    assert "game" not in second


def test_text_is_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    logs.configure("text", "warning")
    with event("abc", None, None):
        logging.getLogger("webapp.somewhere").warning("the disk is full")
    logging.getLogger("webapp.somewhere").info("not shown")
    assert capsys.readouterr().err == "WARNING webapp.somewhere: the disk is full (game=abc)\n"


def test_what_is_bound_stays_in_its_thread() -> None:
    seen: list[dict[str, object]] = []
    with event("abc", None, "r"):
        other = threading.Thread(target=lambda: seen.append(dict(logs.bound_facts())))
        other.start()
        other.join()
    assert seen == [{}]
    assert dict(logs.bound_facts()) == {}


def test_every_level_that_the_setting_takes_is_one_of_the_log() -> None:
    (levels,) = (one.metadata["choices"] for one in fields(Settings) if one.name == "log_level")
    for level in levels:
        logs.configure("text", level)
        assert logging.getLevelName(logging.getLogger().level) == level.upper()


def test_a_game_is_logged_with_its_game_player_and_request_but_without_its_tokens(
    start_server: StartServer, capfd: pytest.CaptureFixture[str]
) -> None:
    logs.configure("json", "debug")
    server = start_server(engine=FakeEngine)
    human = {"kind": "human"}
    with Client(server.url) as client:
        opened = client.call("new_game", game="connect4", seats=[human, human])
        game, tokens = opened["game_id"], opened["seat_tokens"]
        assert client.call("join", game_id=game, tokens=tokens)["ok"]
        assert client.call("move", game_id=game, ply=0, move=4, request_id="req1", token=tokens[0])["ok"]
        client.call("move", game_id=game, ply=1, move="x", request_id="req2", token=tokens[1])
        client.call("join", game_id=game, token=tokens[0] + "\n")
        client.send(f'421["move",{{"token":"{tokens[0]}"}}')
        assert client.call("nope")["ok"] is False
    said = "".join(capfd.readouterr())
    lines = [json.loads(line) for line in said.splitlines() if line.startswith("{")]
    (moved,) = [line for line in lines if line.get("request") == "req1"]
    assert (moved["game"], moved["event"], len(moved["player"])) == (game, "move: ok", 8)
    for token in tokens:
        assert token not in said
        assert token[:12] not in said
