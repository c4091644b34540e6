"""Tests what a web process loads, and a game on Flask-SocketIO's own server: the way out for a debugger."""

import subprocess
import sys
from pathlib import Path

from tests.server import TableServer
from tests.webapp.client import HUMANS, Client

_LOADS = """
import os, sys
import webapp.cli
from webapp.app import create_app
from webapp.http.page_app import prepare
from webapp.settings import Settings
app = create_app(Settings.from_env(database=sys.argv[1]))
prepare(app)
assert app.test_client().get("/offline.json", base_url="http://127.0.0.1").status_code == 200
print(sorted({"numpy", "engine.lab.api", "engine.lab.exercises", "engine.workshop"}.intersection(sys.modules)))
sys.stdout.flush()
os._exit(0)
"""


def test_a_server_loads_neither_numpy_nor_lab_nor_workshop_before_they_are_asked_for(tmp_path: Path) -> None:
    run = [sys.executable, "-c", _LOADS, str(tmp_path / "games.db")]
    done = subprocess.run(run, capture_output=True, text=True, timeout=120, check=True)
    assert done.stdout == "[]\n"  # together they take some 15 MB of each process, and a seventh of the start


def test_a_game_is_played_on_the_plain_server(tmp_path: Path) -> None:
    server = TableServer(tmp_path, server="plain")
    try:
        with Client(server.url) as player, Client(server.url) as watcher:
            opened = player.call("new_game", game="tictactoe", seats=HUMANS)
            assert opened["ok"], opened
            game = opened["game_id"]
            assert watcher.call("join", game_id=game)["state"]["moves"] == []
            for ply, move in enumerate((1, 4, 2, 5)):
                assert player.call("move", game_id=game, ply=ply, move=move, request_id=f"r{ply}")["ok"]
            assert player.call("move", game_id=game, ply=4, move=4, request_id="r4")["error"]["code"] == "illegal_move"
            assert player.call("move", game_id=game, ply=4, move=3, request_id="r5") == {"ok": True, "version": 6}
            over = watcher.until("game", lambda state: state["outcome"] is not None)
            assert over["outcome"]["winner"] == 0
            mine = player.call("new_game", game="tictactoe", seats=[HUMANS[0], {"kind": "engine", "level": 10}])
            assert player.call("move", game_id=mine["game_id"], ply=0, move=5, request_id="r6")["ok"]
            reply = player.until("game", lambda state: state["game_id"] == mine["game_id"] and state["ply"] == 2)
            assert reply["to_move"] == 0
    finally:
        server.stop()
