"""The host of every request is checked once. What leads back to the server is made from the checked host alone."""

import pytest
import websocket
from flask.testing import FlaskClient

from tests.conftest import LiveServer, StartServer
from tests.webapp.client import HUMANS, Client
from tests.webapp.fakes import FakeEngine
from webapp.common.qr import qr_data, qr_svg
from webapp.common.seldom import Seldom
from webapp.http.hosts import LONGEST_HOST, host_name
from webapp.settings import SettingError, Settings

OVERLONG = ".".join(["a" * 60] * 40)
WORDS = "This server does not answer to that host name; please use the address that was given to you.\n"
MALFORMED = [
    OVERLONG, "", "a b", 'a"><x', "a/b", "a@b", "a..b", ".a", "-a", "a,b", "a:", "a:x", "a:65536", "[::1", "::1",
    "é", "a\tb", "a" * 64, "a" * 5000,
]  # fmt: skip


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("localhost", "localhost"),
        ("Example.ORG:8000", "example.org"),
        ("example.org.", "example.org"),
        ("my_server-1.lan", "my_server-1.lan"),
        ("127.0.0.1:1", "127.0.0.1"),
        ("[::1]:8000", "[::1]"),
        (".".join(["a" * 49] * 5)[:LONGEST_HOST], ".".join(["a" * 49] * 5)),
    ],
)
def test_a_host_is_known_by_its_name(host: str, name: str) -> None:
    assert host_name(host) == name


@pytest.mark.parametrize("path", ["/", "/healthz", "/game/aaaaaaaaaaaa/invitation.svg", "/socket.io/?EIO=4"])
def test_a_malformed_host_is_refused_in_a_sentence_at_every_door(browser: FlaskClient, path: str) -> None:
    for host in MALFORMED:
        answer = browser.get(path, environ_overrides={"HTTP_HOST": host})
        assert (answer.status_code, answer.text) == (400, WORDS), host
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Content-Security-Policy"]
        assert browser.head(path, environ_overrides={"HTTP_HOST": host}).data == b""


def test_the_longest_host_has_a_picture_and_a_longer_one_is_refused(start_server: StartServer) -> None:
    host = ".".join(["a" * 62] * 4)
    server = start_server(engine=FakeEngine, host="0.0.0.0")
    browser = server.app.test_client()
    with Client(server.url) as client:
        game = client.call("new_game", game="connect4", seats=HUMANS)["game_id"]
    path = f"/game/{game}/invitation.svg"
    assert browser.get(path, environ_overrides={"HTTP_HOST": host}).data == qr_svg(f"http://{host}{path[:-15]}")
    assert browser.get(path, environ_overrides={"HTTP_HOST": OVERLONG}).status_code == 400


def test_only_the_hosts_of_the_setting_are_answered(start_server: StartServer) -> None:
    server = start_server(engine=FakeEngine, hosts="Play.example.org, 127.0.0.1 ,[::1]")
    browser = server.app.test_client()
    for host in ("play.example.org", "PLAY.example.org:8000", "play.example.org.", "127.0.0.1:1", "[::1]"):
        assert browser.get("/healthz", environ_overrides={"HTTP_HOST": host}).status_code == 200, host
    for host in ("example.org", "evil.play.example.org", "127.0.0.2", "localhost"):
        assert browser.get("/healthz", environ_overrides={"HTTP_HOST": host}).status_code == 400, host
    Client(server.url).close()
    with pytest.raises(websocket.WebSocketBadStatusException, match="400"):
        Client(server.url, host="evil.example")


LOCAL = ["localhost", "LOCALHOST:8000", "127.0.0.1:1", "127.8.9.1", "[::1]:80", "fourthought.localhost"]
FOREIGN = [
    "evil.example",
    "localhost.evil.example",
    "192.168.0.2",
    "[2001:db8::1]",
    "127.0.0.1.evil.example",
    "0.0.0.0",
]


ORIGINS = ["http://evil.example", "null", "http://127.0.0.1:1", "http://127.0.0.1.evil"]


@pytest.mark.parametrize("setting", [{}, {"host": "localhost"}, {"host": "::1"}], ids=str)
def test_a_server_for_this_machine_alone_answers_to_its_names_alone(
    start_server: StartServer, setting: dict[str, str]
) -> None:
    server = start_server(engine=FakeEngine, **setting)
    browser = server.app.test_client()
    for path in ("/", "/healthz", "/metrics"):
        assert {browser.get(path, environ_overrides={"HTTP_HOST": one}).status_code for one in LOCAL} == {200}
        assert {browser.get(path, environ_overrides={"HTTP_HOST": host}).status_code for host in FOREIGN} == {400}
    for host, origin in [("evil.example", "http://evil.example"), *((None, origin) for origin in ORIGINS)]:
        with pytest.raises(websocket.WebSocketBadStatusException, match="400"):
            Client(server.url, host=host, origin=origin)
    Client(server.url).close()


@pytest.mark.parametrize(
    ("setting", "host", "status"),
    [
        ({"host": "0.0.0.0"}, "evil.example", 403),
        ({"host": "0.0.0.0"}, "192.168.0.2", 403),
        ({"host": "0.0.0.0"}, "localhost", 200),
        ({"host": "0.0.0.0", "hosts": "play.example.org"}, "play.example.org", 200),
        ({"proxies": 1}, "evil.example", 403),
    ],
)
def test_metrics_are_read_by_known_names_alone(
    start_server: StartServer, setting: dict[str, object], host: str, status: int
) -> None:
    browser = start_server(engine=FakeEngine, **setting).app.test_client()
    assert browser.get("/metrics", environ_overrides={"HTTP_HOST": host}).status_code == status
    assert browser.get("/healthz", environ_overrides={"HTTP_HOST": host}).status_code == 200


@pytest.mark.parametrize("hosts", ["example.org:80", "http://example.org", "*.example.org", ".example.org", "a b"])
def test_a_setting_that_is_no_host_is_refused_in_words(hosts: str) -> None:
    with pytest.raises(SettingError, match=r"FOURTHOUGHT_HOSTS names .* it must be host names without ports"):
        _ = Settings.from_env({"FOURTHOUGHT_HOSTS": hosts}).host_names


def test_headers_of_strangers_reach_neither_cards_nor_links_nor_websockets(
    server: LiveServer, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Seldom, "warning", lambda self, words, *values: self._log.warning(words, *values))
    headers = {"X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https", "X-Forwarded-Prefix": "/evil"}
    page = server.app.test_client().get("/", headers=headers)
    assert '<meta property="og:image" content="http://localhost/connect4/picture.png' in page.text
    assert "evil" not in page.text
    with pytest.raises(websocket.WebSocketBadStatusException, match="400"):
        Client(server.url, header=headers, origin="https://evil.example")
    assert server.app.test_client().get("/metrics", headers={"X-Forwarded-For": "192.0.2.1"}).status_code == 403
    assert server.app.test_client().get("/", headers={"Host": "evil.example"}).status_code == 400
    for setting in ("PROXIES", "METRICS_TOKEN", "HOSTS"):
        assert f"FOURTHOUGHT_{setting}" in caplog.text, "a refusal names its setting in the log"
    assert "evil" not in caplog.text


def test_behind_a_proxy_the_last_headers_count_and_are_checked_as_well(start_server: StartServer) -> None:
    server = start_server(engine=FakeEngine, proxies=1, hosts="play.example.org")
    browser = server.app.test_client()
    good = {"X-Forwarded-Host": "evil.example, play.example.org", "X-Forwarded-Proto": "https"}
    assert "https://play.example.org/connect4/picture.png" in browser.get("/", headers=good).text
    for bad in ({"X-Forwarded-Host": "evil.example"}, {**good, "X-Forwarded-Proto": "javascript"}):
        assert browser.get("/", headers=bad).status_code == 400
    with pytest.raises(websocket.WebSocketBadStatusException, match="400"):
        Client(server.url, header=good, origin="https://evil.example")
    with Client(server.url, header=good, origin="https://play.example.org") as client:
        game = client.call("new_game", game="connect4", seats=HUMANS)["game_id"]
        answer = client.call("hand_over", game_id=game, seat=0, code="c" * 43, request_id="h")
    assert answer["qr"] == qr_data(f"https://play.example.org/game/{game}#{'c' * 43}")
