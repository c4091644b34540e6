"""Notes every answered request by route, status and time, and tells the way of an event through the server."""

import logging
import re
import time
import urllib.error
import urllib.request
from functools import partial
from types import SimpleNamespace

import pytest

from engine.version import __version__
from tests.conftest import StartServer
from tests.waiting import wait_until
from tests.webapp.client import HUMANS, Client
from tests.webapp.fakes import FakeEngine
from webapp.common.metrics import Metrics
from webapp.http.hosts import note_requests
from webapp.process.service_threads import ServiceThreads
from webapp.serving import loop as loops
from webapp.serving.loop import Loop
from webapp.serving.wsgi import Served


def counts(metrics: str) -> dict[tuple[str, str], float]:
    found = re.findall(r'^fourthought_requests_total{route="([^"]*)",status="([^"]*)"} (\S+)$', metrics, re.MULTILINE)
    return {(route, status): float(count) for route, status, count in found}


def status_of(url: str) -> int:
    try:
        with urllib.request.urlopen(url) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code


def test_requests_are_counted_by_route_and_status(start_server: StartServer) -> None:
    server = start_server(engine=FakeEngine)
    assert [status_of(server.url + path) for path in ("/connect4/44", "/connect4/9", "/x/y/z", "/healthz")] == [
        200,
        400,
        404,
        200,
    ]
    Client(server.url).close()
    metrics = server.services.process.metrics
    wait_until(lambda: len(counts(metrics.text().decode())) == 5)
    assert counts(metrics.text().decode()) == {
        ("/<name>/<moves>", "200"): 1,
        ("/<name>/<moves>", "400"): 1,
        ("none", "404"): 1,
        ("/healthz", "200"): 1,
        ("/socket.io/", "101"): 1,
    }
    assert "fourthought_build_info{python=" in metrics.text().decode()
    assert f'version="{__version__}"' in metrics.text().decode()


def test_a_line_for_each_request_only_if_asked_for(caplog: pytest.LogCaptureFixture) -> None:
    served = Served("192.0.2.7", "GET", "/game/abc", "/game/<game_id>", 429, 0.25, 17)
    note_requests(Metrics(), logged=False)(served)
    assert caplog.records == []
    note_requests(Metrics(), logged=True)(served)
    assert [record.getMessage() for record in caplog.records] == ["request"]
    logging.getLogger("webapp.access").setLevel(logging.NOTSET)


def test_a_slow_act_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]  # on a busy machine the second act takes long as well
    monkeypatch.setattr(loops, "time", SimpleNamespace(monotonic=time.monotonic, perf_counter=lambda: now[0]))
    loop = Loop(ServiceThreads())
    loop.call(partial(now.append, 1.0))
    loop.call(partial(now.__setitem__, 0, 1.0))
    loop.turn()
    loop.stop()
    assert loop.slow == {"list.__setitem__": 1}


def test_the_way_of_one_game_is_told_in_words(start_server: StartServer, caplog: pytest.LogCaptureFixture) -> None:
    server = start_server(engine=FakeEngine, trace="all")
    with Client(server.url) as client:
        game = client.call("new_game", game="connect4", seats=HUMANS)
        caplog.clear()
        assert client.call("move", game_id=game["game_id"], ply=0, move=4, request_id="a")["ok"]
    said = [record.getMessage() for record in caplog.records if record.name == "webapp.trace"]
    steps = [line.split(" ms: ", 1)[1] for line in said if game["game_id"] in line]
    assert steps == [
        "move from a page: not too many, and its form is right",
        "Moved: decided by the rules, and waits for the database",
        "Moved: stored",
        "the news go to every page at the table",
        "the page is answered: yes",
    ]
    logging.getLogger("webapp.trace").setLevel(logging.NOTSET)


def test_without_the_setting_nothing_is_wrapped(start_server: StartServer) -> None:
    assert "Traced" not in repr(start_server(engine=FakeEngine).services.front.namespace.__dict__)
