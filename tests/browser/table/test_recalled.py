"""Looks for the sentence about a proof of another day, and at the page of what a server has learnt."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from engine.games import find, replay
from engine.solver.proof_log.file import ProofFile
from engine.solver.proof_log.log import ProofLog, today
from engine.solver.proof_log.rows import Board
from engine.solver.solver import Solver
from tests.browser.conftest import OpenTable
from tests.browser.table_page import PATIENCE_MS, TablePage
from tests.server import TableServer

GAME, WIDE = "connect4-6x5", "connect4-9x9"


def prove(folder: Path, name: str, line: str, plies: int, tag: int) -> None:
    """Keeps the results of all positions up to so many moves after ``line``, as proved yesterday in the game of a
    tag."""
    game = find(name)
    width, height = game.board_size() or (0, 0)
    states = {replay(game, map(int, line))}
    kept, board = list(states), Board(width, height, 4)
    for _ in range(plies):
        states = {game.play(state, move) for state in states for move in game.moves(state)}
        kept += states
    rows, solved = board.rows_of(kept), Solver(width, height, 4, table_mb=16).solve_many(kept)
    for row, state, one in zip(rows, kept, solved, strict=True):
        bounds = (one.score + 128) * 0x10100
        row[2:4] = state.ply | bounds | (today() - 1) << 32 | tag << 48, 1_000_000 - state.ply
    log = ProofLog(ProofFile(folder, board, 1 << 20))
    log._put(board.canonical(rows))
    log.sync()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    """Starts a server that proved openings yesterday."""
    folder = tmp_path_factory.mktemp("learnt")
    prove(folder / "proofs", GAME, "", 2, 7)
    for line in ("82837", "828374"):  # Yellow wins by a double threat
        prove(folder / "proofs", WIDE, line, 0, 7)
    server = TableServer(folder, proofs=folder / "proofs")
    server.wait_until_ready()
    yield server
    server.stop()


def _is_said(table: TablePage, words: str, move: int = 3, discs: int = 2) -> bool:
    """Plays a move against level 10. One game in fifty has the tag of the proofs, and so says nothing."""
    table.think()
    table.set_level(1, 10)
    table.click(move)
    table.wait_for_discs(discs)
    state = table.page.locator(".figures__state")
    try:
        expect(state).to_have_text(words, timeout=PATIENCE_MS / 2)
    except AssertionError:
        return False
    return True


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("de", "Das habe ich gestern in einer anderen Partie bewiesen."),
        *(
            pytest.param(language, words, marks=pytest.mark.long)
            for language, words in (
                ("en", "I proved this yesterday, in another game."),
                ("fr", "Je l’ai prouvé hier, dans une autre partie."),
                ("es", "Esto lo demostré ayer, en otra partida."),
                ("pt", "Provei isto ontem, noutra partida."),
            )
        ),
    ],
)
def test_a_proof_of_yesterday_is_said_in_the_readers_words(open_table: OpenTable, language: str, words: str) -> None:
    assert any(_is_said(open_table(f"/{GAME}", locale=language), words) for _ in range(4))


@pytest.mark.long
def test_a_board_of_two_words_remembers_too(open_table: OpenTable) -> None:
    words = "I proved this yesterday, in another game."
    assert any(_is_said(open_table(f"/{WIDE}/8283?against=10"), words, 7, 6) for _ in range(4))


@pytest.mark.parametrize("width", [320, pytest.param(1366, marks=pytest.mark.long)])
def test_the_page_of_what_was_learnt_fits_and_leads_to_the_board(
    open_table: OpenTable, server: TableServer, width: int
) -> None:
    table = open_table(f"/{GAME}", width, 800)
    table.page.goto(f"{server.url}/learnt/{GAME}")
    tree = table.page.locator(".learnt__tree a")
    expect(tree).to_have_count(16)
    assert table.page.evaluate("document.documentElement.scrollWidth") <= width
    tree.nth(1).click()
    table.page.wait_for_url(f"**/{GAME}/*")
    expect(table.discs).to_have_count(1)
