"""Tests whole games over real websockets, with a fake engine and the real one: reconnecting, restarting, watching."""

import random
from typing import Any

import pytest

from engine.games import find, replay
from tests.conftest import LiveServer, StartServer
from tests.games import each_game
from tests.webapp.client import Client
from tests.webapp.fakes import FakeEngine
from tests.webapp.play.lines import plain
from webapp.play.game.wire import Readiness

HUMAN = {"kind": "human"}


def engine(level: int) -> dict[str, Any]:
    return {"kind": "engine", "level": level}


@pytest.fixture
def patient_server(start_server: StartServer) -> LiveServer:
    """Runs a server with the real engine, which searches till the result is proven, however busy the machine is."""
    return start_server(minimum_reply=0.05, think_seconds=60.0)


def play_out(client: Client, game_id: str, state: dict[str, Any], seat: int, seed: int = 1) -> dict[str, Any]:
    """Plays random legal moves for one seat until the game is over. Returns the last state."""
    rng = random.Random(seed)
    while state["outcome"] is None:
        if state["to_move"] == seat:
            move, ply = rng.choice(state["legal"]), state["ply"]
            answer = client.call("move", game_id=game_id, ply=ply, move=move, request_id=f"{seed}.{ply}")
            assert answer["ok"], answer
            version = answer["version"]
        else:
            version = state["version"] + 1
        state = client.until("game", lambda payload, version=version: payload["version"] >= version)
    return state


@pytest.mark.parametrize("game", each_game())
@pytest.mark.parametrize("seat", [0, 1])
def test_a_full_game_of_every_kind_against_an_engine(server: LiveServer, game: str, seat: int) -> None:
    with Client(server.url) as client:
        seats = [HUMAN, engine(5)] if seat == 0 else [engine(5), HUMAN]
        opened = client.call("new_game", game=game, seats=seats)
        assert opened["seat_tokens"][1 - seat] is None
        last = play_out(client, opened["game_id"], opened["state"], seat)
        rules = find(game)
        assert rules.outcome(replay(rules, last["moves"])) is not None
        assert last["legal"] == []
        assert last["to_move"] is None
        assert client.call("join", game_id=opened["game_id"])["state"]["moves"] == last["moves"]


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 10])
def test_a_full_game_against_the_real_engine(patient_server: LiveServer, level: int) -> None:
    with Client(patient_server.url) as client:
        opened = client.call("new_game", game="tictactoe", seats=[HUMAN, engine(level)])
        last = play_out(client, opened["game_id"], opened["state"], 0)
        assert last["outcome"] is not None
        if level == 10:
            assert last["outcome"]["winner"] != 0


def test_the_real_engine_is_watched_thinking(live_server: LiveServer) -> None:
    with Client(live_server.url) as client:
        game = client.call("new_game", game="tictactoe", seats=[HUMAN, engine(10)])["game_id"]
        assert client.call("watch_thinking", game_id=game, on=True)["ok"]
        assert client.call("move", game_id=game, ply=0, move=5, request_id="r")["ok"]
        thought = client.until("thinking", lambda payload: payload["seat"] == 1 and payload["moves"])
        fields = "ply seat pondering busy solved depth nodes nodes_per_second tree kept pruned expected pv moves"
        assert thought.keys() == {*fields.split(), "game_id", "recalled"}
        view = "move value low high proven words depth visits refutation"
        assert thought["moves"][0].keys() >= set(view.split())
        reply = client.until("game", lambda payload: payload["ply"] == 2)
        answer = "expected seconds nodes kept pruned proven words why slip depth share dropped better waited"
        assert reply["event"]["answer"].keys() == set(answer.split())


def test_a_hint_from_the_real_engine_takes_the_win(live_server: LiveServer) -> None:
    with Client(live_server.url) as client:
        game = client.call("new_game", game="tictactoe", seats=[HUMAN, HUMAN], moves=[1, 4, 2, 5])["game_id"]
        hint = client.call("hint", game_id=game, ply=4)
        assert (hint["ok"], hint["move"], hint["words"]) == (True, 3, "square 3")


def test_whoever_comes_back_gets_what_was_missed(server: LiveServer) -> None:
    client = Client(server.url)
    opened = client.call("new_game", game="connect4", seats=[HUMAN, HUMAN])
    game, tokens = opened["game_id"], opened["seat_tokens"]
    client.call("move", game_id=game, ply=0, move=4, request_id="a")
    client.close()
    with Client(server.url) as back:
        assert back.call("move", game_id=game, ply=1, move=4, request_id="b")["error"]["code"] == "not_your_seat"
        joined = back.call("join", game_id=game, tokens=tokens, version=1)
        assert joined["you"] == {"seats": [0, 1], "controls": True}
        assert [event["kind"] for event in joined["events"]] == ["moved"]
        assert (joined["version"], joined["state"]["moves"]) == (2, [4])
        assert back.call("join", game_id=game, version=2)["events"] == []
        assert "events" not in back.call("join", game_id=game)
        assert back.call("move", game_id=game, ply=1, move=4, request_id="b")["ok"]


def test_everybody_hears_when_the_engine_becomes_ready(start_server: StartServer) -> None:
    fake = FakeEngine()
    fake.ready = Readiness(False, "The engine is starting.")
    server = start_server(engine=lambda: fake)
    with Client(server.url) as client:
        assert client.call("new_game", game="connect4", seats=[HUMAN, HUMAN])["state"]["engine"] == plain(fake.ready)
        fake.ready = {"ready": True, "stage": "The engine is ready."}
        assert client.until("engine", lambda payload: payload["ready"])["stage"] == "The engine is ready."
