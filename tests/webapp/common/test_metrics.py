"""Tests the figures: each event is counted, and only permitted requests see the counts."""

from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from tests.conftest import LiveServer, StartServer
from tests.waiting import wait_until
from tests.webapp.client import Client
from tests.webapp.fakes import FakeEngine
from webapp.common.metrics import EngineAnswer, Metrics

HUMAN = {"kind": "human"}


def figures(text: bytes) -> dict[str, float]:
    """Returns every sample by name and labels, as in 'fourthought_events_total event=move verdict=ok'."""
    found = {}
    for family in text_string_to_metric_families(text.decode()):
        for sample in family.samples:
            labels = " ".join(f"{name}={value}" for name, value in sorted(sample.labels.items()))
            found[f"{sample.name} {labels}".strip()] = sample.value
    return found


def read(server: LiveServer, **headers: str) -> Any:
    return server.app.test_client().get("/metrics", headers=headers)


def test_what_clients_do_is_counted_by_verdict(start_server: StartServer) -> None:
    server = start_server(engine=FakeEngine, connections=1)
    with Client(server.url) as client:
        game = client.call("new_game", game="connect4", seats=[HUMAN, HUMAN])["game_id"]
        for request in ("a", "a", "b"):
            client.call("move", game_id=game, ply=0, move=4, request_id=request)
        client.call("no such event \n{}")
        with Client(server.url) as other:
            assert other.welcome.startswith("44")
        now = figures(read(server).data)
    assert now["fourthought_events_total event=new_game verdict=ok"] == 1
    assert now["fourthought_events_total event=move verdict=ok"] == 2
    assert now["fourthought_events_total event=move verdict=stale"] == 1
    assert now["fourthought_events_total event=unknown verdict=bad_request"] == 1
    assert now["fourthought_acknowledgement_seconds_count event=move"] == 3
    assert now["fourthought_store_seconds_count operation=create"] == 1
    assert now["fourthought_store_seconds_count operation=append"] == 1
    assert now["fourthought_connections"] == 1
    assert now["fourthought_connections_refused_total reason=server_full"] == 1
    assert now["fourthought_tables"] == 1


def test_what_the_engine_does_is_counted(live_server: LiveServer) -> None:
    with Client(live_server.url) as client:
        seats = [HUMAN, {"kind": "engine", "level": 3}]
        opened = client.call("new_game", game="tictactoe", seats=seats)
        state = opened["state"]
        while state["outcome"] is None:
            ply, move = state["ply"], state["legal"][0]
            client.call("move", game_id=opened["game_id"], ply=ply, move=move, request_id=str(ply))
            state = client.until("game", lambda game, ply=ply: game["ply"] == ply + 2 or game["outcome"] is not None)
        wait_until(lambda: figures(read(live_server).data)["fourthought_searched_nodes_total"])  # told every moment
        now = figures(read(live_server).data)
    answers = now["fourthought_engine_answer_seconds_count"]
    assert answers == state["ply"] // 2
    assert 0 <= now["fourthought_expected_replies_total"] <= now["fourthought_replies_total"] <= answers
    assert now["fourthought_tree_nodes_total fate=kept"] > 0
    assert now["fourthought_searched_nodes_total"] > 0
    assert now["fourthought_searching_seconds_total"] > 0
    assert {"due", "hint", "ponder"} == {name.split("kind=")[1] for name in now if "engine_queue" in name}


def test_hits_are_counted_among_replies_with_an_opinion() -> None:
    metrics = Metrics()
    for hit in (True, False, None):
        metrics.engine_answered(EngineAnswer(0.1, hit, 30, 70))
    now = figures(metrics.text())
    assert (now["fourthought_expected_replies_total"], now["fourthought_replies_total"]) == (1, 2)
    assert now["fourthought_tree_nodes_total fate=kept"] == 90


def test_a_store_that_fails_is_counted() -> None:
    metrics = Metrics()
    metrics.stored("append", 0.1, True)
    metrics.stored("append", 0.1, False)
    assert b'fourthought_store_failures_total{operation="append"} 1.0' in metrics.text()
    assert b'fourthought_store_seconds_count{operation="append"} 2.0' in metrics.text()


def test_only_this_machine_may_read_them(start_server: StartServer) -> None:
    server = start_server(engine=FakeEngine)
    assert read(server).status_code == 200
    refused = server.app.test_client().get("/metrics", environ_base={"REMOTE_ADDR": "192.0.2.7"})
    assert refused.status_code == 403
    assert "Only this machine" in refused.text
    assert read(server, **{"X-Forwarded-For": "127.0.0.1"}).status_code == 403
    assert read(server, Forwarded="for=127.0.0.1").status_code == 403


def test_with_a_token_only_who_shows_it_may(start_server: StartServer) -> None:
    server = start_server(engine=FakeEngine, metrics_token="open sesame")
    for headers in (
        {},
        {"Authorization": "Bearer wrong"},
        {"Authorization": "open sesame"},
        {"Authorization": "Bearer é"},
    ):
        assert read(server, **headers).status_code == 403
    assert read(server, Authorization="Bearer open sesame").status_code == 200
