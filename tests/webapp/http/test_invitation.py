"""Tests the QR codes of a game's address, and of a link to another device, which is drawn in a page thread."""

import threading
import urllib.error
import urllib.request
from xml.etree import ElementTree

import pytest

from tests.conftest import LiveServer, StartServer
from tests.webapp.client import HUMANS, Client
from tests.webapp.fakes import FakeEngine
from tests.webapp.sockets.desk import Desk, Person
from webapp.common.qr import qr_svg
from webapp.play.game.access import new_token
from webapp.play.handlers import game_events


def test_a_game_has_a_drawing_of_its_address(server: LiveServer) -> None:
    with Client(server.url) as client:
        seats = [{"kind": "human"}, {"kind": "human", "open": True}]
        game = client.call("new_game", game="connect4", seats=seats)["game_id"]
    with urllib.request.urlopen(f"{server.url}/game/{game}/invitation.svg", timeout=120) as answer:
        assert answer.headers["Content-Type"].startswith("image/svg+xml")
        assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'")
        drawing = answer.read()
    assert drawing == qr_svg(f"{server.url}/game/{game}")
    assert ElementTree.fromstring(drawing).tag.endswith("svg")


def test_no_game_no_drawing(server: LiveServer) -> None:
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(f"{server.url}/game/{'a' * 12}/invitation.svg", timeout=120)
    assert error.value.code == 404
    error.value.close()


HERE = {"HTTP_HOST": "localhost:8000", "wsgi.url_scheme": "http"}


def begin(person: Person) -> str:
    game_id: str = person.call("new_game", game="connect4", seats=HUMANS)["game_id"]
    return game_id


def test_with_much_to_draw_the_link_comes_without_a_picture() -> None:
    desk = Desk()
    person = desk.person(**HERE)
    given = {"game_id": begin(person), "seat": 0}
    drawn = person.call("hand_over", **given, code=new_token(), request_id="a")
    assert drawn["qr"].startswith("data:image/svg+xml")
    desk.room.workers.full = True
    plain = person.call("hand_over", **given, code=new_token(), request_id="b")
    assert (plain["ok"], "qr" in plain) == (True, False)


def test_the_loop_draws_nothing(start_server: StartServer, monkeypatch: pytest.MonkeyPatch) -> None:
    threads, draw = list[str](), game_events.qr_data

    def drawn(text: str) -> str:
        threads.append(threading.current_thread().name)
        return draw(text)

    monkeypatch.setattr(game_events, "qr_data", drawn)
    server = start_server(engine=FakeEngine)
    with Client(server.url) as client:
        game_id = client.call("new_game", game="connect4", seats=HUMANS)["game_id"]
        assert "qr" in client.call("hand_over", game_id=game_id, seat=0, code=new_token(), request_id="a")
    assert threads == ["pages"]
