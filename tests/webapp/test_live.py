"""Tests whole games over real websockets, with a fake engine and the real one: reconnecting, restarting, watching."""

import random
from typing import Any

import pytest

from engine.games import find, replay
from tests.conftest import LiveServer, StartServer
from tests.games import each_game
from tests.waiting import run_together
from tests.webapp.client import Client
from tests.webapp.fakes import FakeEngine
from tests.webapp.play.lines import plain
from webapp.play.game.wire import Readiness

HUMAN = {"kind": "human"}
ACTS: list[tuple[str, dict[str, Any]]] = [
    ("move", {"ply": 0, "move": 4, "request_id": "a"}),
    ("move", {"ply": 0, "move": 4, "request_id": "b", "token": "y" * 43}),
    ("undo", {"ply": 0, "request_id": "c"}),
    ("redo", {"ply": 0, "request_id": "d"}),
    ("swap", {"ply": 0, "request_id": "g"}),
    ("return", {"ply": 0, "branch": 0, "request_id": "h"}),
    ("set_level", {"seat": 1, "level": 1}),
    ("set_seat", {"seat": 0, "kind": "engine", "level": 1}),
    ("resign", {"request_id": "e"}),
    ("rematch", {"request_id": "f"}),
    ("pace", {"paused": True}),
    ("hint", {"ply": 0}),
]
"""What only players may do."""


def engine(level: int) -> dict[str, Any]:
    return {"kind": "engine", "level": level}


@pytest.fixture
def fake_server(shared_server: LiveServer) -> LiveServer:
    return shared_server


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
def test_a_full_game_of_every_kind_against_an_engine(fake_server: LiveServer, game: str, seat: int) -> None:
    with Client(fake_server.url) as client:
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
        answer = "expected seconds nodes kept pruned proven words why slip depth share foreseen dropped better waited"
        assert reply["event"]["answer"].keys() == set(answer.split())


def test_a_hint_from_the_real_engine_takes_the_win(live_server: LiveServer) -> None:
    with Client(live_server.url) as client:
        game = client.call("new_game", game="tictactoe", seats=[HUMAN, HUMAN], moves=[1, 4, 2, 5])["game_id"]
        hint = client.call("hint", game_id=game, ply=4)
        assert (hint["ok"], hint["move"], hint["words"]) == (True, 3, "square 3")


@pytest.mark.slow
def test_two_real_engines_play_to_the_end(patient_server: LiveServer) -> None:
    with Client(patient_server.url) as client:
        opened = client.call("new_game", game="tictactoe", seats=[engine(3), engine(10)])
        assert opened["seat_tokens"] == [None, None]
        assert client.call("pace", game_id=opened["game_id"], per_minute=0)["ok"]
        last = client.until("game", lambda payload: payload["outcome"] is not None)
        assert last["outcome"]["winner"] != 0


def test_everybody_at_the_table_sees_every_event_once_and_in_order(fake_server: LiveServer) -> None:
    with Client(fake_server.url) as client, Client(fake_server.url) as watcher:
        opened = client.call("new_game", game="connect4", seats=[HUMAN, engine(5)])
        game = opened["game_id"]
        joined = watcher.call("join", game_id=game)
        assert joined["you"] == {"seats": [], "controls": False}
        last = play_out(client, game, opened["state"], 0)
        watcher.until("game", lambda payload: payload["version"] == last["version"])
        assert watcher.call("join", game_id=game)["state"] == client.call("join", game_id=game)["state"]


def test_a_watcher_can_do_nothing(fake_server: LiveServer) -> None:
    with Client(fake_server.url) as client, Client(fake_server.url) as watcher:
        game = client.call("new_game", game="connect4", seats=[HUMAN, engine(5)])["game_id"]
        before = watcher.call("join", game_id=game, token="x" * 43)["state"]
        for event, payload in ACTS:
            assert watcher.call(event, game_id=game, **payload)["error"]["code"] == "not_your_seat", event
        assert watcher.call("join", game_id=game)["state"] == before


def test_tokens_of_one_game_open_no_other(fake_server: LiveServer) -> None:
    with Client(fake_server.url) as one, Client(fake_server.url) as two:
        mine = one.call("new_game", game="connect4", seats=[HUMAN, HUMAN])
        theirs = two.call("new_game", game="connect4", seats=[HUMAN, HUMAN])["game_id"]
        assert one.call("join", game_id=theirs, tokens=mine["seat_tokens"])["you"]["seats"] == []
        refused = one.call("move", game_id=theirs, ply=0, move=4, request_id="r", token=mine["seat_tokens"][0])
        assert refused["error"]["code"] == "not_your_seat"


def test_a_game_that_does_not_exist_is_refused_by_every_event(fake_server: LiveServer) -> None:
    with Client(fake_server.url) as client:
        for event, payload in [*ACTS, ("join", {}), ("watch_thinking", {"on": True})]:
            assert client.call(event, game_id="a" * 12, **payload)["error"]["code"] == "no_such_game", event


def test_a_move_sent_many_times_counts_once(fake_server: LiveServer) -> None:
    with Client(fake_server.url) as client:
        opened = client.call("new_game", game="connect4", seats=[HUMAN, HUMAN])
        game, tokens = opened["game_id"], opened["seat_tokens"]
        move = {"game_id": game, "ply": 0, "move": 4, "request_id": "once"}
        answers = [client.call("move", **move) for _ in range(4)]
        with Client(fake_server.url) as again:
            again.call("join", game_id=game, tokens=tokens)
            answers.append(again.call("move", **move))
        assert answers == [{"ok": True, "version": 2}] * 5
        assert client.call("join", game_id=game)["state"]["moves"] == [4]


def test_of_many_who_move_at_once_one_wins_each_ply(fake_server: LiveServer) -> None:
    with Client(fake_server.url) as owner:
        opened = owner.call("new_game", game="connect4", seats=[HUMAN, HUMAN])
        game, verdicts = opened["game_id"], list[tuple[int, Any]]()

        def fire(who: int) -> None:
            with Client(fake_server.url) as client:
                client.call("join", game_id=game, tokens=opened["seat_tokens"])
                for ply in range(12):
                    answer = client.call("move", game_id=game, ply=ply, move=1 + ply % 7, request_id=f"{who}.{ply}")
                    verdicts.append((ply, answer["ok"] or answer["error"]["code"]))

        run_together(fire, range(6))
        state = owner.call("join", game_id=game)["state"]
        won = [ply for ply, verdict in verdicts if verdict is True]
        assert sorted(won) == list(range(state["ply"]))
        assert {verdict for _, verdict in verdicts} <= {True, "stale", "game_over"}


def test_whoever_comes_back_gets_what_was_missed(fake_server: LiveServer) -> None:
    client = Client(fake_server.url)
    opened = client.call("new_game", game="connect4", seats=[HUMAN, HUMAN])
    game, tokens = opened["game_id"], opened["seat_tokens"]
    client.call("move", game_id=game, ply=0, move=4, request_id="a")
    client.close()
    with Client(fake_server.url) as back:
        assert back.call("move", game_id=game, ply=1, move=4, request_id="b")["error"]["code"] == "not_your_seat"
        joined = back.call("join", game_id=game, tokens=tokens, version=1)
        assert joined["you"] == {"seats": [0, 1], "controls": True}
        assert [event["kind"] for event in joined["events"]] == ["moved"]
        assert (joined["version"], joined["state"]["moves"]) == (2, [4])
        assert back.call("join", game_id=game, version=2)["events"] == []
        assert "events" not in back.call("join", game_id=game)
        assert back.call("move", game_id=game, ply=1, move=4, request_id="b")["ok"]


@pytest.mark.slow
@pytest.mark.parametrize("real", [False, True], ids=["fake", "real"])
def test_a_restart_in_mid_game_loses_nothing_and_the_engine_goes_on(start_server: StartServer, real: bool) -> None:
    server = start_server(engine=None if real else FakeEngine, minimum_reply=0.3)
    with Client(server.url) as client:
        opened = client.call("new_game", game="tictactoe", seats=[HUMAN, engine(10)])
        game, token = opened["game_id"], opened["seat_tokens"][0]
        assert client.call("move", game_id=game, ply=0, move=5, request_id="a")["ok"]
        server.restart()
    with Client(server.url) as client:
        state = client.call("join", game_id=game, token=token)["state"]
        assert state["moves"][:1] == [5]
        assert client.call("move", game_id=game, ply=0, move=5, request_id="a") == {"ok": True, "version": 2}
        if state["ply"] == 1:
            state = client.until("game", lambda payload: payload["ply"] == 2)
        last = play_out(client, game, state, 0)
        assert last["outcome"]["winner"] != 0 or not real


def test_undo_redo_level_and_seats_over_the_wire(fake_server: LiveServer) -> None:
    with Client(fake_server.url) as client:
        opened = client.call("new_game", game="connect4", seats=[HUMAN, engine(5)])
        game = opened["game_id"]
        client.call("move", game_id=game, ply=0, move=4, request_id="a")
        assert client.until("game", lambda payload: payload["ply"] == 2)["can_undo"]
        assert client.call("undo", game_id=game, ply=2, request_id="b")["ok"]
        back = client.until("game", lambda payload: payload["event"]["kind"] == "undone")
        assert (back["ply"], back["can_undo"], back["can_redo"]) == (0, False, True)
        assert client.call("redo", game_id=game, ply=0, request_id="c")["ok"]
        assert client.until("game")["moves"] == [4, 1]
        assert client.call("set_level", game_id=game, seat=1, level=9)["ok"]
        assert client.until("game")["seats"][1] == {"kind": "engine", "level": 9}
        taken = client.call("set_seat", game_id=game, seat=1, kind="human")
        assert taken["seat_tokens"] == [opened["seat_tokens"][0]] * 2
        assert client.call("join", game_id=game)["you"]["seats"] == [0, 1]
        assert client.call("resign", game_id=game, request_id="d")["ok"]
        over = client.until("game", lambda payload: payload["outcome"] is not None)
        said = {
            "text": "{loser} resigns; {winner} wins.",
            "values": {"loser": {"side": "red"}, "winner": {"side": "yellow"}},
        }
        assert over["outcome"] == {"winner": 1, "line": [], "words": "Red resigns; Yellow wins.", "said": said}
        again = client.call("rematch", game_id=game, request_id="e")
        assert again["seat_tokens"] == [opened["seat_tokens"][0]] * 2
        assert client.call("join", game_id=again["game_id"])["state"]["ply"] == 0


def test_engines_are_held_stepped_and_let_go_over_the_wire(fake_server: LiveServer) -> None:
    with Client(fake_server.url) as client:
        opened = client.call("new_game", game="connect4", seats=[engine(2), engine(8)])
        game = opened["game_id"]
        assert client.call("pace", game_id=game, paused=True, per_minute=100)["ok"]
        held = client.call("join", game_id=game)["state"]
        assert (held["paused"], held["pace"]) == (True, 100)
        assert client.call("pace", game_id=game, step=True)["ok"]
        assert client.until("game", lambda payload: payload["ply"] > held["ply"])["ply"] == held["ply"] + 1
        assert client.call("pace", game_id=game, paused=False, per_minute=0)["ok"]
        assert client.until("game", lambda payload: payload["outcome"])["ply"] > 6
    with Client(fake_server.url) as back:
        joined = back.call("join", game_id=game, table_token=opened["table_token"])
        assert joined["you"] == {"seats": [], "controls": True}


def test_everybody_hears_when_the_engine_becomes_ready(start_server: StartServer) -> None:
    fake = FakeEngine()
    fake.ready = Readiness(False, "The engine is starting.")
    server = start_server(engine=lambda: fake)
    with Client(server.url) as client:
        assert client.call("new_game", game="connect4", seats=[HUMAN, HUMAN])["state"]["engine"] == plain(fake.ready)
        fake.ready = {"ready": True, "stage": "The engine is ready."}
        assert client.until("engine", lambda payload: payload["ready"])["stage"] == "The engine is ready."
