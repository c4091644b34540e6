"""Tests the QR code of a game's address."""

import urllib.error
import urllib.request
from xml.etree import ElementTree

import pytest

from tests.conftest import LiveServer
from tests.webapp.client import Client
from webapp.common.qr import qr_svg


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
