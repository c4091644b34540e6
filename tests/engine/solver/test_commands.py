"""Tests the solver at the command line."""

import json
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from engine.commands.solve import COMMANDS
from engine.games import LineGame, parse
from engine.games.game import number_of
from engine.solver.analysis import Analysis
from engine.solver.solver import Solver
from tests.profiles import by_day


def run(*args: str, lines: str | None = None) -> Result:
    group = click.Group("fourthought", commands=COMMANDS)
    return CliRunner().invoke(group, list(args), input=lines)


def test_scores_of_arguments_and_lines() -> None:
    assert run("solve", "4455", "44455554221", "7422341735647741166133573473242566").output == "+18\n-15\n+1\n"
    assert run("solve", lines="4455 18\n\n44455554221 -15\n").output == "+18\n-15\n"
    assert run("solve", "--threads", "2", "--cold", "--table-mb", "1", "4455").output == "+18\n"


def test_json_has_one_object_a_line() -> None:
    result = run("solve", "--json", "4455", "1212124")
    first, second = (json.loads(line) for line in result.output.splitlines())
    assert (first["position"], first["score"], first["move"]) == ("4455", 18, 3)
    assert set(second) == {"position", "score", "move", "nodes", "seconds"}


@pytest.mark.parametrize(("args", "lines", "sentence"), [
    (["solve"], "4455\n44444443\n", "line 2: move 7: column 4 is full"),
    (["solve", "48"], None, "move 2: there is no column 8; columns are 1 to 7"),
    (["solve", "4x"], None, "'x' is no move"),
    (["solve", "4455", "4141414"], None, "position 2: the game is over after move 7: Red has won"),
    (["solve", "41414141"], None, "move 8: the game is over"),
    (["analyse", "4141414"], None, "the game is over"),
    (["solve", "--game", "chess", "4"], None, "there is no game called 'chess'"),
    (["solve", "--game", "tictactoe", "4"], None, "tictactoe has no exact solver"),
    (["solve", "--table-mb", "0", "4"], None, "0"),
])  # fmt: skip
def test_bad_input_is_one_sentence(args: list[str], lines: str | None, sentence: str) -> None:
    result = run(*args, lines=lines)
    assert result.exit_code == 2
    assert sentence in result.stderr
    assert "Traceback" not in result.stderr


def test_analyse_shows_every_column() -> None:
    result = run("analyse", "--json", "4455")
    rows = [json.loads(line) for line in result.output.splitlines()]
    assert [row["move"] for row in rows] == [1, 2, 3, 4, 5, 6, 7]
    assert [row["move"] for row in rows if row["best"]] == [3, 6]
    assert rows[2]["words"] == "Red wins in 2 moves"
    table = run("analyse", "4455").output
    assert "Red wins in 2 moves" in table
    assert "+18" in table


def test_another_board() -> None:
    assert run("solve", "--game", "connect4-5x4", "").output == "0\n"


GAME = LineGame(7, 6, 4, True)


def test_bounds_tighten_to_the_scores_of_the_children() -> None:
    state = parse(GAME, "32751571231557")[1]
    solver = Solver(table_mb=4)
    analysis = Analysis(solver, GAME, state)
    last = {bounds.move: bounds for bounds in analysis.moves}
    while not analysis.step(5_000):
        for bounds in analysis.moves:
            assert last[bounds.move].low <= bounds.low <= bounds.high <= last[bounds.move].high
            last[bounds.move] = bounds
    scores = analysis.scores()
    assert list(scores) == list(GAME.moves(state))
    for move, score in scores.items():
        assert number_of(GAME, score, state.ply) == -solver.solve(*GAME.play(state, move)).score
    assert max(number_of(GAME, score, state.ply) for score in scores.values()) == -3


FILES = sorted((Path(__file__).parent / "positions").glob("*.txt"))


def check_scores(path: Path, table_mb: float, most: int = 10) -> None:
    game = LineGame(7, 6, 4, True)
    lines = [line.split() for line in path.read_text().splitlines()[:most]]
    solved = Solver(table_mb=table_mb).solve_many([parse(game, text)[1] for text, _ in lines])
    assert [result.score for result in solved] == [int(score) for _, score in lines]


def test_every_file_is_there() -> None:
    assert len(FILES) == 6


@pytest.mark.parametrize("path", by_day(FILES, 3, lambda path: path.stem))
@pytest.mark.parametrize("most", [3, pytest.param(10, marks=pytest.mark.long)])
def test_scores(path: Path, most: int) -> None:
    check_scores(path, table_mb=16, most=most)
