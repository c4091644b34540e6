"""Tests the pictures of positions: true PNG files whose colours show every disc, and the cards of all addresses."""

import re
import struct
import zlib

import numpy as np
import pytest
from flask.testing import FlaskClient
from numpy.typing import NDArray

from engine.games import all_games, find, parse
from tests.conftest import LiveServer
from tests.webapp.client import Client
from webapp.http.pictures.canvas import Canvas
from webapp.http.pictures.drawing import SIZE, DrawnBoard, draw, tokens
from webapp.http.pictures.samples import sample, small_board
from webapp.play.game import events as e
from webapp.play.game.fold import begin
from webapp.play.game.state import GameState, discs_of


def read_png(body: bytes) -> NDArray[np.uint8]:
    """Returns rows of pixels, after a check of every chunk's sum. Only unfiltered rows are read."""
    assert body.startswith(b"\x89PNG\r\n\x1a\n")
    place, chunks = 8, dict[bytes, bytes]()
    while place < len(body):
        (length,) = struct.unpack(">I", body[place : place + 4])
        kind, data = body[place + 4 : place + 8], body[place + 8 : place + 8 + length]
        (total,) = struct.unpack(">I", body[place + 8 + length : place + 12 + length])
        assert zlib.crc32(kind + data) == total
        chunks[kind], place = data, place + 12 + length
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, 1 + 3 * width)
    assert not rows[:, 0].any()
    return rows[:, 1:].reshape(height, width, 3)


def picture(browser: FlaskClient, address: str) -> NDArray[np.uint8]:
    answer = browser.get(address)
    assert (answer.status_code, answer.mimetype) == (200, "image/png")
    pixels = read_png(answer.data)
    assert pixels.shape == (SIZE[1], SIZE[0], 3)
    return pixels


def position(moves: str) -> GameState:
    people = (e.Seat("human"), e.Seat("human"))
    played = tuple(parse(find("connect4"), moves)[0])
    return begin("", e.Created("connect4", people, played, 0, (None, None), (), 0.0, analysis=True))


@pytest.mark.parametrize("moves", ["", "4", "445", "1212121"])
def test_each_disc_has_its_colour_and_its_place(browser: FlaskClient, moves: str) -> None:
    game = find("connect4")
    pixels = picture(browser, f"/connect4/{moves}/picture.png") if moves else read_png(draw(position("")))
    board = DrawnBoard(Canvas(*SIZE, (0, 0, 0)), game, 7, 6)
    lying = {(column, row): seat for column, row, seat in discs_of(game, parse(game, moves)[0])}
    won = moves == "1212121"
    for column in range(1, 8):
        for row in range(1, 7):
            x, y = board.centre(column, row)
            seen = tuple(int(part) for part in pixels[int(y), int(x)])
            name = ("first", "second-mark", "ground")[lying.get((column, row), 2)]
            assert seen == tokens()["mark" if won and column == 1 and row <= 4 else name], (column, row)
    above = pixels[: int(board.top - board.cell / 4)]
    hands = [bool((above == tokens()[side]).all(axis=2).any()) for side in ("first", "second")]
    assert hands == [not won and len(moves) % 2 == seat for seat in (0, 1)]  # the disc of the side to move


@pytest.mark.slow
def test_every_game_has_a_picture_and_a_small_board(browser: FlaskClient) -> None:
    for name, game in all_games().items():
        picture(browser, f"/{name}/picture.png")
        small = small_board(game)
        assert game.outcome(parse(game, "")[1]) is None
        assert len(small["discs"]) >= 3 or game.board_size() is None, name
        assert sample(game), name
    assert find("nim").describe(find("nim").initial()).count("|") == 21


@pytest.mark.slow
def test_the_card_of_an_address_shows_its_position(browser: FlaskClient, server: LiveServer) -> None:
    with Client(server.url) as client:
        seats = [{"kind": "human"}, {"kind": "human"}]
        game = client.call("new_game", game="connect4", seats=seats, moves=[4, 4, 5])["game_id"]
    pages = {
        "/": "/connect4/picture.png",
        "/tictactoe": "/tictactoe/picture.png",
        "/connect4/4453": "/connect4/4453/picture.png",
        "/?pos=4453": "/connect4/4453/picture.png",
        "/gomoku7/25,24": "/gomoku7/25,24/picture.png",
        f"/game/{game}": f"/game/{game}/picture.png",
        "/coach": "/connect4/picture.png",
    }
    for address, card in pages.items():
        found = re.search(r'<meta property="og:image" content="http://localhost([^"]+)">', browser.get(address).text)
        assert found, address
        assert found[1] == card
        assert browser.get(card).mimetype == "image/png"
    assert (picture(browser, f"/game/{game}/picture.png") == picture(browser, "/connect4/445/picture.png")).all()
    assert 'og:image:alt" content="Connect Four after the moves 4453"' in browser.get("/connect4/4453").text
    assert 'og:title" content="Nim after 2 moves"' in browser.get("/nim/3,1").text


def test_a_picture_is_kept_and_a_wrong_address_is_told_in_words(browser: FlaskClient) -> None:
    answer = browser.get("/connect4/44/picture.png")
    assert answer.headers["Cache-Control"] == "public, max-age=86400"
    again = browser.get("/connect4/44/picture.png", headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    for address, words in (
        ("/connect4/4444444/picture.png", "Move 7: column 4 is full."),
        ("/chess/picture.png", "There is no game called"),
        ("/game/abcdefghijkl/picture.png", "There is no such game"),
    ):
        answer = browser.get(address)
        assert (answer.status_code, answer.mimetype) == (404, "text/plain")
        assert words in answer.text
