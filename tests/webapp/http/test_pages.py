"""Tests the pages: the data in each page, the words for a wrong address, and the headers of every answer."""

import base64
import hashlib
import re
import time
from collections import Counter

import pytest
from flask.testing import FlaskClient
from sqlalchemy import text

from engine import nearest_level
from engine.games import all_games
from engine.version import __version__
from tests.conftest import LiveServer, StartServer
from tests.waiting import wait_until
from tests.webapp.client import Client
from tests.webapp.fakes import FakeEngine
from tests.webapp.http.boot import boot
from tests.webapp.storage.test_games import CREATED
from webapp.common.speech import LANGUAGES
from webapp.http.busy import busy_page
from webapp.play.archive import Archive
from webapp.play.game.refusals import Refusal
from webapp.play.game.wire import Readiness
from webapp.serving.wsgi import RETRY_SECONDS
from webapp.storage.forgetting import DAY, Forgetting
from webapp.storage.games import GameStore


def test_the_first_page_is_a_fresh_connect_four(browser: FlaskClient) -> None:
    data = boot(browser, "/")
    assert data.keys() == {"game", "game_id", "moves", "games", "levels", "state", "ready", "version"}
    assert (data["game"], data["game_id"], data["moves"], data["ready"]) == ("connect4", None, [], True)
    assert "game_id" not in data["state"]
    assert data["state"]["seats"] == [{"kind": "human"}, {"kind": "engine", "level": 5}]
    assert data["state"]["legal"] == [1, 2, 3, 4, 5, 6, 7]
    assert data["state"]["can_undo"] is False


def test_every_game_is_described_and_has_levels(browser: FlaskClient) -> None:
    data = boot(browser, "/")
    games = {game["name"]: game for game in data["games"]}
    assert games.keys() == all_games().keys()
    assert games["connect4"] == {
        "name": "connect4", "title": "Connect Four", "board": [7, 6], "connect": 4, "gravity": True,
        "players": ["red", "yellow"], "chance": False, "goal": "Four in a row wins.",
    }  # fmt: skip
    assert (games["slippery-connect4"]["chance"], games["slippery-connect4"]["gravity"]) == (True, True)
    assert games["nim"]["board"] is None
    for name in all_games():
        page = boot(browser, f"/{name}")
        assert [level["number"] for level in page["levels"]] == list(range(1, 11))
        assert (page["state"]["game"], bool(page["state"]["text"])) == (name, games[name]["board"] is None)


@pytest.mark.parametrize("address", ["/connect4/4453", "/connect4?pos=4453", "/?pos=4453", "/connect4/4,4,5,3"])
def test_a_position_in_the_address_is_shown(browser: FlaskClient, address: str) -> None:
    data = boot(browser, address)
    assert data["moves"] == [4, 4, 5, 3]
    assert data["state"]["discs"] == [[4, 1, 0], [4, 2, 1], [5, 1, 0], [3, 1, 1]]
    assert data["state"]["ply"] == 4


def test_a_position_is_to_be_analysed_unless_it_shall_be_played(browser: FlaskClient) -> None:
    state = boot(browser, "/?pos=4453")["state"]
    assert (state["analysis"], state["notation"]) == (True, "4453")
    assert state["seats"] == [{"kind": "human"}, {"kind": "human"}]
    for moves, seats in (("44", ["human", "engine"]), ("445", ["engine", "human"])):
        state = boot(browser, f"/connect4/{moves}?against=7")["state"]
        assert state["analysis"] is False
        assert [seat["kind"] for seat in state["seats"]] == seats
        assert {seat.get("level") for seat in state["seats"]} == {None, 7}
    fewer = boot(browser, "/tictactoe?against=7")["state"]  # which it leaves out: the nearest that it has
    assert fewer["seats"][1]["level"] == nearest_level("tictactoe", 7) != 7
    answer = browser.get("/connect4/44?against=11")
    assert answer.status_code == 400
    assert "levels are 1 to 10" in answer.text


def test_a_finished_position_is_shown_as_finished(browser: FlaskClient) -> None:
    state = boot(browser, "/connect4/1212121")["state"]
    said = {"text": "{winner} wins.", "values": {"winner": {"side": "red"}}}
    line = [[1, 1], [1, 2], [1, 3], [1, 4]]
    assert state["outcome"] == {"winner": 0, "line": line, "words": "Red wins.", "said": said}
    assert state["legal"] == []


def test_a_game_without_a_board_has_text_and_words(browser: FlaskClient) -> None:
    state = boot(browser, "/nim")["state"]
    assert state["text"]
    assert state["move_words"].keys() == {str(move) for move in state["legal"]}
    assert state["discs"] == []


@pytest.mark.parametrize(
    ("address", "status", "words"),
    [
        ("/connect4/44444444", 400, "Move 7: column 4 is full."),
        ("/connect4/48", 400, "Move 2: there is no column 8; columns are 1 to 7."),
        ("/connect4/4x", 400, "&#39;x&#39; is no move; a position is a list of moves such as 4453."),
        ("/connect4?pos=0", 400, "Move 1: there is no column 0"),
        ("/tictactoe/11", 400, "Move 2: square 1 is taken."),
        ("/connect4/" + "4" * 2000, 400, "is too long"),
        ("/connect4/%F0%9F%92%A5", 400, "is no move"),
        ("/chess", 404, "There is no game called “chess”"),
        ("/chess", 404, 'href="/slippery-connect4"'),  # as to every game that there is
        ("/chess/e4", 404, "There is no game called"),
        ("/conect4", 404, "Did you mean this one?"),
        ("/game/abcdefghijkl", 404, "There is no such game"),
        ("/game/%00", 404, "There is no such game"),
        ("/connect4/44/55", 404, "There is no page at this address."),
        ("/static/nothing.js", 404, "There is no page at this address."),
    ],
)
def test_a_wrong_address_is_one_clear_sentence(browser: FlaskClient, address: str, status: int, words: str) -> None:
    answer = browser.get(address)
    assert answer.status_code == status
    assert words in answer.text
    assert 'href="/"' in answer.text
    assert "Traceback" not in answer.text


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("/connect4/44444444", "Zug 7: Spalte 4 ist voll."),
        ("/tictactoe/11", "Zug 2: Feld 1 ist besetzt."),
        ("/connect4/4x", "&#39;x&#39; ist kein Zug"),
        ("/conect4", "Meinst du dieses?"),
    ],
)
def test_a_wrong_address_is_told_in_the_reader_s_language(browser: FlaskClient, address: str, words: str) -> None:
    assert words in browser.get(address, headers={"Accept-Language": "de"}).text


@pytest.mark.parametrize(
    ("address", "target"),
    [
        ("/connect-four", "/connect4"),
        ("/Connect4/4453", "/connect4/4453"),
        ("/tic-tac-toe?against=3", "/tictactoe?against=3"),
        ("/Slippery_Connect_Four", "/slippery-connect4"),
    ],
)
def test_a_game_is_found_under_other_spellings(browser: FlaskClient, address: str, target: str) -> None:
    answer = browser.get(address)
    assert (answer.status_code, answer.headers["Location"]) == (301, target)


def test_an_address_cannot_put_markup_into_a_page(browser: FlaskClient) -> None:
    for address in ("/<script>alert(1)</script>", "/connect4?pos=<script>alert(1)</script>"):
        assert "<script>alert" not in browser.get(address).text


def test_the_page_of_a_game_shows_it_where_it_stands(server: LiveServer, browser: FlaskClient) -> None:
    with Client(server.url) as client:
        game = client.call("new_game", game="connect4", seats=[{"kind": "human"}] * 2)["game_id"]
        client.call("move", game_id=game, ply=0, move=4, request_id="r")
        live = client.call("join", game_id=game)["state"]
    data = boot(browser, f"/game/{game}")
    assert (data["game_id"], data["moves"]) == (game, [4])
    assert data["state"] == live


def test_no_page_tells_a_secret(server: LiveServer, browser: FlaskClient) -> None:
    with Client(server.url) as client:
        opened = client.call("new_game", game="connect4", seats=[{"kind": "human"}] * 2)
    page = browser.get(f"/game/{opened['game_id']}").text
    state = server.services.owner.tables.state_of(opened["game_id"])
    assert state is not None
    for secret in (*opened["seat_tokens"], *state.controls, str(state.seed)):
        assert secret not in page


@pytest.mark.parametrize("address", ["/", "/connect4/9", "/game/x", "/healthz", "/static/img/icon.svg"])
def test_every_document_has_the_headers(browser: FlaskClient, address: str) -> None:
    with browser.get(address) as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "script-src 'self'" in policy
        assert "require-trusted-types-for 'script'" in policy
        assert "unsafe" not in policy
        if answer.mimetype == "text/html":  # the one script in the page is the one whose hash the policy names
            (script,) = re.findall(r"<script>(.*?)</script>", answer.text, re.DOTALL)
            hashed = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
            assert f"script-src 'self' 'sha256-{hashed}'" in policy
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["X-Frame-Options"] == "DENY"
        assert answer.headers["Referrer-Policy"] == "no-referrer"


@pytest.mark.parametrize("address", ["/", "/coach", "/lab", "/lab/class", "/lab/essay", "/lab/program", "/student"])
def test_no_page_has_two_elements_of_one_id(browser: FlaskClient, address: str) -> None:
    found = Counter(re.findall(r'\sid="([^"]+)"', browser.get(address).text))
    assert [name for name, n in found.items() if n > 1] == []
    assert found["language"] == 1


def test_what_is_no_document_has_the_headers_that_matter_for_it(browser: FlaskClient) -> None:
    with browser.get("/static/css/shared/base.css") as answer:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert "Content-Security-Policy" not in answer.headers


def test_health_and_readiness(start_server: StartServer) -> None:
    fake = FakeEngine()
    browser = start_server(engine=lambda: fake).app.test_client()
    assert browser.get("/healthz").json == {"ok": True, "version": __version__}
    assert browser.get("/readyz").json == {
        "ok": True,
        "database": "Games can be stored.",
        "engine": fake.ready.stage,
        "connections": "There is room.",
        "threads": "All service threads run.",
    }
    fake.ready = Readiness(False, "The engine is starting.")
    answer = browser.get("/readyz")
    assert answer.status_code == 503
    assert (answer.json["ok"], answer.json["engine"]) == (False, "The engine is starting.")
    fake.ready = Readiness(True, "The engine is ready.")
    fake.silent = 61.0
    answer = browser.get("/readyz")
    assert answer.status_code == 503
    assert answer.json["engine"] == "No search has been answered for 61 seconds."


def test_a_game_forgotten_by_age_is_unknown_in_words(server: LiveServer, browser: FlaskClient) -> None:
    services, human = server.services, {"kind": "human"}
    with Client(server.url) as client:
        game_id = client.call("new_game", game="tictactoe", seats=[human, human])["game_id"]
    job, later = Forgetting(services.database, 1, services.owner.tables.is_live), time.time_ns() // 1_000_000 + 2 * DAY
    job.turn(later)
    assert browser.get(f"/game/{game_id}").status_code == 200  # in memory
    services.process.loop.ask(services.owner.tables.close)
    while job.turn(later):  # other tests of the same server have left games
        pass
    with Client(server.url) as client:
        assert client.call("join", game_id=game_id, tokens=[])["error"]["code"] == "no_such_game"
    with pytest.raises(Refusal, match="no such game"):
        Archive(services.store).state(game_id)  # as a server does that has not shown the game before


def test_a_server_forgets_old_games_by_itself_if_told_so(
    start_server: StartServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("webapp.storage.forgetting._LATER", 0.01)
    database = start_server(engine=FakeEngine, keep_days=30).services.database
    GameStore(database).create("g", CREATED)
    with database.transaction() as connection:
        for table, column in (("game", "created_at"), ("game_event", "at")):
            connection.execute(text(f"UPDATE {table} SET {column} = {column} - {31 * DAY}"))
    wait_until(lambda: not GameStore(database).load("g"))


def test_our_own_fault_is_a_friendly_page(server: LiveServer, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Archive, _game_id: str) -> None:
        raise RuntimeError("secret detail")

    monkeypatch.setattr(Archive, "state", fail)
    answer = server.app.test_client().get("/game/abcdefghijkl")
    assert answer.status_code == 500
    assert "went wrong on our side" in answer.text
    assert "secret" not in answer.text


def test_the_engine_of_the_page_alone_may_compile_and_no_page_may(browser: FlaskClient) -> None:
    with browser.get("/static/js/engine/worker.js") as answer:
        policy = answer.headers["Content-Security-Policy"]
        assert policy == "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
    for address in ("/", "/connect4/4453"):
        with browser.get(address) as answer:
            policy = answer.headers["Content-Security-Policy"]
            assert "wasm-unsafe-eval" not in policy
            assert policy.endswith("trusted-types worker offline")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_page_says_when_it_tries_again_and_does(language: str) -> None:
    answer = busy_page({"HTTP_ACCEPT": "text/html,*/*;q=0.8", "HTTP_ACCEPT_LANGUAGE": language})
    headers, page = dict(answer.headers), answer.body.decode()
    assert (answer.status, headers["Retry-After"]) == (429, str(RETRY_SECONDS))
    assert f'<meta http-equiv="refresh" content="{RETRY_SECONDS}">' in page
    assert f'<html lang="{language}">' in page
    assert str(RETRY_SECONDS) in page.partition("<p>")[2]
    assert int(headers["Content-Length"]) == len(answer.body)
    assert ("at once" in page) == (language == "en")


def test_a_script_gets_one_sentence() -> None:
    answer = busy_page({"HTTP_ACCEPT": "*/*"})
    assert answer.status == 429
    assert dict(answer.headers)["Retry-After"] == str(RETRY_SECONDS)
    assert answer.body.count(b"\n") == 1
