"""Tests that whatever the server refuses because of its settings leaves a line in the log, which names the setting."""

import contextlib
import urllib.error
import urllib.request

import pytest
import websocket

from tests.conftest import StartServer
from tests.webapp.client import HUMANS, Client
from tests.webapp.fakes import FakeEngine
from webapp.common.seldom import Seldom


@pytest.fixture
def said(caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch) -> pytest.LogCaptureFixture:
    """Returns the log, in which no kind of line was written before."""
    monkeypatch.setattr(Seldom, "warning", lambda self, words, *values: self._log.warning(words, *values))
    return caplog


def refuse(url: str, **headers: str) -> int:
    request = urllib.request.Request(url, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=120):
            return 200
    except urllib.error.HTTPError as error:
        return error.code


@pytest.mark.parametrize(
    ("settings", "setting"),
    [
        ({"connections": 1}, "FOURTHOUGHT_CONNECTIONS"),
        ({"connections": 4, "address_share": 0.25}, "FOURTHOUGHT_ADDRESS_SHARE"),
        ({"connect_rate": "1 per 1 hour"}, "FOURTHOUGHT_CONNECT_RATE"),
    ],
)
def test_a_page_that_finds_no_place(
    start_server: StartServer, said: pytest.LogCaptureFixture, settings: dict[str, object], setting: str
) -> None:
    server = start_server(engine=FakeEngine, **settings)
    with (
        Client(server.url),
        contextlib.suppress(websocket.WebSocketBadStatusException),  # 429, where words would take too much time
        Client(server.url) as refused,
    ):
        assert refused.welcome.startswith("44")
    assert setting in said.text


@pytest.mark.parametrize(
    ("settings", "setting"),
    [
        ({"game_rate": "1 per 1 hour"}, "FOURTHOUGHT_GAME_RATE"),
        ({"event_rate": "1 per 1 hour"}, "FOURTHOUGHT_EVENT_RATE"),
        ({"address_rate": "1 per 1 hour"}, "FOURTHOUGHT_ADDRESS_RATE"),
    ],
)
def test_an_event_above_a_rate(
    start_server: StartServer, said: pytest.LogCaptureFixture, settings: dict[str, object], setting: str
) -> None:
    server = start_server(engine=FakeEngine, **settings)
    with Client(server.url) as client:
        answers = [client.call("new_game", game="connect4", seats=HUMANS) for _ in range(2)]
    assert answers[1]["error"]["code"] == "rate_limited"
    assert setting in said.text


def test_a_page_of_another_origin_another_host_and_a_reader_of_metrics(
    start_server: StartServer, said: pytest.LogCaptureFixture
) -> None:
    server = start_server(engine=FakeEngine)
    with pytest.raises(websocket.WebSocketBadStatusException, match="400"):
        Client(server.url, origin="https://elsewhere.example")
    assert "FOURTHOUGHT_PROXIES" in said.text
    assert refuse(f"{server.url}/", Host="elsewhere.example") == 400
    assert "FOURTHOUGHT_HOSTS" in said.text
    assert refuse(f"{server.url}/metrics", **{"X-Forwarded-For": "192.0.2.1"}) == 403
    assert "FOURTHOUGHT_METRICS_TOKEN" in said.text
    assert "elsewhere" not in said.text
