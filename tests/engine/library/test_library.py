"""Holds the library of one line a question, as a user's program sees it."""

import doctest
import pickle
import re
import subprocess
import sys
import xml.dom.minidom
from pathlib import Path

import fourthought as ft
import pytest

from engine.games import LineGame, all_games

ROOT = Path(__file__).parents[3]
WON, LOST = "327142333222656", "44455554221"


def test_the_examples_run() -> None:
    assert doctest.testmod(ft) == (0, 8)


@pytest.mark.parametrize("position", [WON, LOST, "4453", ""])
def test_every_column_is_judged_as_the_solver_does(position: str) -> None:
    analysis = ft.analyse(position)
    assert [one.move for one in analysis.moves] == list(analysis.board.legal_moves)
    assert analysis.score == {WON: 6, LOST: -15, "4453": -2, "": 1}[position]
    for one in analysis.moves:
        after = analysis.board.copy()
        after.push(one.move)
        if not after.is_over:
            assert one.score == -(ft.analyse(after).score or 0)
    assert ft.best_move(position) in analysis.best


def test_many_positions_are_judged_in_order_by_threads() -> None:
    lines = [WON, LOST, "4453\n", "44"] * 20
    found = list(ft.analyse_many(lines, threads=2))
    assert [one.board.position for one in found] == [line.strip() for line in lines]
    assert [one.moves for one in found] == [one.moves for one in found[:4]] * 20
    assert found[0].moves == ft.analyse(WON).moves


def test_a_game_without_a_solver_is_judged_by_search() -> None:
    analysis = ft.analyse("512", "tictactoe")
    assert analysis.best == (8,)
    assert analysis[8].words
    assert "<table>" in analysis._repr_html_()
    assert [one.moves for one in ft.analyse_many(["512", "5127"], "tictactoe", threads=2)] == [
        analysis.moves,
        ft.analyse("5127", "tictactoe").moves,
    ]


@pytest.mark.parametrize("name", all_games())
def test_a_board_of_every_game_prints_pictures_pickles_and_takes_back(name: str) -> None:
    board = ft.Board(game=name)
    for _ in range(4):
        board.push(board.legal_moves[-1])
    again = pickle.loads(pickle.dumps(board))
    assert again == board == ft.Board(board.position, name) == ft.Board(board.moves, name)
    assert eval(repr(board), {"Board": ft.Board}) == board
    xml.dom.minidom.parseString(board.svg())
    last = board.pop()
    assert board != again
    board.push(last)
    assert board == again


def test_the_end_of_a_game() -> None:
    board = ft.Board("1212121")
    assert (board.is_over, board.winner, board.turn, board.legal_moves) == (True, ft.Player.FIRST, None, ())
    assert (board.result, board.svg().count("stroke=")) == ("Red has won", 4)
    for question in (ft.analyse, ft.best_move, ft.why, lambda of: list(ft.analyse_many([of]))):
        with pytest.raises(ft.GameOverError, match="Red has won"):
            question(board)
    with pytest.raises(ft.IllegalMoveError, match="game is over"):
        board.push(3)


@pytest.mark.parametrize(("ask", "words"), [
    (lambda: ft.Board("448"), "move 3"),
    (lambda: ft.Board("44x"), "is no move"),
    (lambda: ft.Board("", "chess"), "there is no game called"),
    (lambda: ft.why("5", "tictactoe"), "no exact solver"),
    (lambda: ft.analyse("5", "slippery-tictactoe"), "a lot is to be drawn"),
    (lambda: list(ft.analyse_many(["4", "49"])), "position 2"),
    (lambda: ft.Limit(seconds=0), "no limit"),
    (lambda: ft.Limit(nodes=float("nan")), "no limit"),
    (lambda: ft.Limit(nodes=10**400), "no limit"),
    (lambda: ft.Mind(level=11), "level"),
    (lambda: ft.Mind(level=10**5000), "not a number of thousands of digits"),
    (lambda: ft.Mind(memory_mb="4" * 100), r"memory_mb is a number of MiB above 0, not '4{39}\.\.\.$"),
    (lambda: list(ft.read_games([4453])), "line 1: a line is a text, not 4453"),
])  # fmt: skip
def test_a_wrong_question_is_answered_in_words(ask: object, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        ask()  # type: ignore[operator]


def test_a_board_without_machine_code_is_an_error_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.kernels.library.has_compiler", lambda: False)
    game = LineGame(4, 5, 3, True, name="three", title="Three in a row")
    for ask in (ft.analyse, ft.why, lambda position, game: list(ft.analyse_many([position], game))):
        with pytest.raises(ft.NoSolverError, match="ships for a board of 4x5 with 3 in a row, and there is"):
            ask("22", game)


def test_a_proof_is_told_in_words_and_best_play_where_there_is_none() -> None:
    proof = ft.why(WON)
    assert proof
    assert str(proof).splitlines()[0] == "Yellow wins with column 4."
    counted = ft.why("")
    assert not counted
    assert "Best play: " in str(counted)


def test_a_mind_keeps_its_tree_and_ponders_in_a_thread() -> None:
    with ft.Mind("connect4-5x4", seed=1) as mind:
        mind.played(mind.choose(ft.Limit(nodes=3000)))
        mind.ponder()
        mind.played(mind.board.legal_moves[0])
        assert 0 < mind.kept <= 1
        mind.rest()
        assert mind.choose() in ft.analyse(mind.board).best


def test_a_seed_and_a_limit_of_nodes_repeat_a_choice() -> None:
    limit = ft.Limit(nodes=5000)
    assert len({ft.best_move("44", level=5, limit=limit, seed=7) for _ in range(3)}) == 1


def test_the_module_runs_as_the_command() -> None:
    run = subprocess.run([sys.executable, "-m", "fourthought", "--version"], capture_output=True, text=True, check=True)
    assert ft.__version__ in run.stdout


@pytest.mark.slow
def test_the_programs_of_users_have_types(tmp_path: Path) -> None:
    """Checks the README's example and another program as a user of the installed package does, by the types that the
    package ships: in one run, with a cache of its own, because the types of NumPy alone take ten seconds."""
    (example,) = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    (tmp_path / "example.py").write_text(example + "reveal_type(mind.choose())\n")
    (tmp_path / "mine.py").write_text(
        "import fourthought as ft\n"
        "move: int = ft.best_move('4453', limit=ft.Limit(seconds=0.1))\n"
        "scores: dict[int, int | None] = {one.move: one.score for one in ft.analyse('4453').moves}\n"
        "lines: list[str] = [str(ft.why(one.board)) for one in ft.analyse_many(['4453'], threads=2)]\n"
    )
    cache = ROOT / ".mypy_cache" / "outside"
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(cache), "example.py", "mine.py"]
    run = subprocess.run(command, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert run.returncode == 0, run.stdout
    assert '"builtins.int"' in run.stdout or '"int"' in run.stdout, run.stdout
