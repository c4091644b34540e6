"""Tests the page of what a server has learnt, the command that prints it, and the settings behind both."""

import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from engine import kept_proofs
from engine.games import find, replay
from engine.solver.proof_log.file import ProofFile
from engine.solver.proof_log.log import ProofLog
from engine.solver.proof_log.rows import Board
from engine.solver.solver import Solver
from tests.conftest import StartServer
from tests.webapp.fakes import FakeEngine
from webapp.cli import main
from webapp.settings import Settings

GAME = "connect4-5x4"


def prove(folder: Path, name: str = GAME, line: str = "", least: int = 50) -> None:
    """Keeps what a search of the position after ``line`` proves."""
    game = find(name)
    width, height = game.board_size() or (0, 0)
    log = ProofLog(ProofFile(folder, Board(width, height, 4), 1 << 20), least)
    state = replay(game, map(int, line))
    search = Solver(width, height, 4, table_mb=1).begin(*state, report=least, log_rows=1 << 14)
    search.run()
    log.add(search.log[: search.logged], 7)
    log.sync()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    prove(tmp_path / "proofs")
    return tmp_path / "proofs"


@pytest.fixture
def learnt(start_server: StartServer, folder: Path) -> FlaskClient:
    return start_server(engine=FakeEngine, proofs=str(folder)).app.test_client()


def test_the_tree_holds_true_results_and_leads_from_proof_to_proof(folder: Path) -> None:
    (kept,) = kept_proofs(folder, 16, 8, exact=True)
    solver, game = Solver(5, 4, 4, table_mb=1), find(GAME)
    assert 1 < len(kept.dearest) <= 16
    assert kept.count > len(kept.dearest)
    for one in kept.dearest:
        assert replay(game, one.moves) == one.state
        above = kept.dearest[one.parent].moves if one.parent >= 0 else ()
        assert one.moves[: len(above)] == above
        exact = solver.solve(*one.state).score
        assert one.score is not None
        assert one.score.sign == (exact > 0) - (exact < 0)
        assert len(one.moves) <= 8


def test_boards_of_two_words_are_in_the_tree(tmp_path: Path, start_server: StartServer) -> None:
    prove(tmp_path, "connect4-9x9", "2233", 1)
    (kept,) = kept_proofs(tmp_path, 16, 8, exact=True)
    one = kept.dearest[0]
    assert replay(find("connect4-9x9"), one.moves) == one.state
    assert one.score is not None
    assert one.score.sign == 1
    client = start_server(engine=FakeEngine, proofs=str(tmp_path)).app.test_client()
    assert client.get("/learnt/connect4-9x9").text.count("<svg") >= len(kept.dearest)


def test_the_page_shows_the_tree_without_prices_and_days(learnt: FlaskClient, folder: Path) -> None:
    (kept,) = kept_proofs(folder, 16, 8, exact=True)
    for page in (learnt.get("/learnt"), learnt.get(f"/learnt/{GAME}")):
        assert page.status_code == 200
        assert page.text.count("<svg") >= len(kept.dearest)
        for one in kept.dearest[:5]:
            address = f"/{GAME}/{''.join(map(str, one.moves))}" if one.moves else f"/{GAME}"
            assert f'href="{address}"' in page.text
            assert f"{one.price:,}" not in page.text.replace(f"{kept.count:,}", "")
        assert learnt.get(address).status_code == 200
    assert "/learnt" in learnt.get("/learn").text
    assert "Was dieser Server gelernt hat" in learnt.get("/learnt", headers={"Accept-Language": "de"}).text
    assert "Nothing yet." in learnt.get("/learnt/connect4").text
    assert learnt.get("/learnt/nothing").status_code == 404


def test_a_server_that_keeps_nothing_has_no_such_page(start_server: StartServer) -> None:
    client = start_server(engine=FakeEngine, proofs="off").app.test_client()
    assert client.get("/learnt").status_code == 404
    assert 'href="/learnt"' not in client.get("/learn").text


def test_a_new_server_has_learnt_nothing_yet(start_server: StartServer) -> None:
    assert "Nothing yet" in start_server(engine=FakeEngine).app.test_client().get("/learnt").text


def test_a_damaged_file_shows_nothing(start_server: StartServer, folder: Path) -> None:
    file = next(folder.glob("*.proofs"))
    file.write_bytes(os.urandom(320))
    client = start_server(engine=FakeEngine, proofs=str(folder)).app.test_client()
    assert "Nothing yet" in client.get("/learnt").text


def test_the_command_prints_counts_bytes_and_the_dearest(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FOURTHOUGHT_PROOFS", str(folder))
    said = CliRunner().invoke(main, ["database", "proofs", "--most", "3"])
    assert said.exit_code == 0
    lines = said.output.splitlines()
    size = next(folder.glob("*.proofs")).stat().st_size
    assert f"{size:,} bytes" in lines[0]
    prices = [int(line.split()[0].replace(",", "")) for line in lines[1:]]
    assert len(prices) == 3
    assert prices == sorted(prices, reverse=True)
    monkeypatch.setenv("FOURTHOUGHT_PROOFS", "off")
    assert CliRunner().invoke(main, ["database", "proofs"]).output == "No proofs are kept here.\n"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"database": "/x/games.sqlite3"}, "/x/games.sqlite3.proofs"),
        ({"database": "/x/games.sqlite3", "proofs": "/y"}, "/y"),
        ({"database": "/x/games.sqlite3", "proofs": "off"}, ""),
        ({"database": "postgresql://a/b"}, ""),
        ({"database": "postgresql://a/b", "proofs": "/y"}, "/y"),
    ],
)
def test_the_folder_lies_beside_the_database(given: dict[str, str], expected: str) -> None:
    assert Settings.from_env({}, **given).proofs_folder == expected
