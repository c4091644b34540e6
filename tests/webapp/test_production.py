"""Tests the command for others, as in the README: games, health, the cap, SIGTERM, the log."""

import json
import signal
import urllib.request
from pathlib import Path

import pytest

from engine.version import __version__
from tests.conftest import StartServer
from tests.server import serving
from tests.webapp.client import HUMANS, Client
from tests.webapp.fakes import FakeEngine

LOGGED = {"log": "json", "log_level": "info"}


@pytest.mark.slow
def test_games_are_played_full_is_said_and_sigterm_loses_nothing(tmp_path: Path, start_server: StartServer) -> None:
    options = ("--port", "0", "--database", str(tmp_path / "new" / "games.sqlite3"))  # they count more than variables
    settings = {**LOGGED, "port": 1, "connections": 3, "address_share": 1.0}
    with serving(tmp_path, *options, **settings) as (process, url):  # noqa: SIM117  # the clients need its address
        with Client(url) as client, Client(url) as other, Client(url) as third, Client(url) as fourth:
            assert (other.welcome[:2], third.welcome[:2]) == ("40", "40")
            assert fourth.welcome.startswith("44")
            assert "All tables are taken" in fourth.welcome
            with urllib.request.urlopen(f"{url}/healthz", timeout=120) as answer:
                assert json.load(answer) == {"ok": True, "version": __version__}
            opened = client.call("new_game", game="connect4", seats=HUMANS)
            game = opened["game_id"]
            assert other.call("join", game_id=game)["ok"]
            assert client.call("move", game_id=game, ply=0, move=4, request_id="r")["ok"]
            assert client.call("move", game_id=game, ply=0, move=4, request_id="r") == {"ok": True, "version": 2}
            assert other.until("game")["moves"] == [4]
            process.send_signal(signal.SIGTERM)
            for page in (client, other):
                assert page.until("notice")["kind"] == "draining"
                page.until_closed()
            assert process.wait(timeout=120) == 0
    last = json.loads((tmp_path / "log").read_text().splitlines()[-1])
    assert last["event"] == "Goodbye."
    with Client(start_server(engine=FakeEngine, database=options[-1]).url) as client:
        joined = client.call("join", game_id=game, tokens=opened["seat_tokens"])
        assert joined["state"]["moves"] == [4]
        assert client.call("move", game_id=game, ply=1, move=4, request_id="s")["ok"]
    said = (tmp_path / "log").read_text()
    assert "Traceback" not in said
    for line in said.splitlines():
        assert json.loads(line)["level"] in ("info", "warning"), line
