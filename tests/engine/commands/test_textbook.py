"""Tests the textbook at the command line, in the hands of a person and of a program."""

import json

import pytest
from click.testing import CliRunner

from engine.commands import textbook
from engine.games import find
from engine.search.catalogue import CATALOGUE, algorithms_for
from engine.search.parts import trace
from tests.profiles import by_day
from webapp.cli import main


@pytest.fixture
def cli():
    def call(*arguments: str, text: str | None = None):
        return CliRunner().invoke(main, arguments, input=text, prog_name="fourthought")

    return call


def refused(result) -> str:
    """Returns the only sentence of a refusal."""
    assert (result.exit_code, result.stdout) == (2, "")
    assert isinstance(result.exception, SystemExit)
    lines = result.stderr.strip().split("\n")
    assert len(lines) == 1
    assert lines[0].startswith("Error: ")
    said = lines[0].removeprefix("Error: ")
    assert said.endswith(".")
    assert not said[0].islower()
    return said.removesuffix(".")


def begun(sentence: str) -> str:
    """Returns words as they begin a sentence."""
    return sentence[:1].upper() + sentence[1:]


# --- leaves ---


@pytest.mark.parametrize(("arguments", "best"), [
    (["-2", "3", "5", "12", "9", "8", "-7", "-3"], "3"),
    (["[[3,5],[2,9]]"], "3"),
    (["[[3,", "5],", "[2,9]]"], "3"),
    (["7"], "7"),
    (["-7"], "-7"),
    (["1", "2", "3", "4", "5", "6", "7", "8", "9", "--branching", "3"], "7"),
    (["[{1/4: 8, 3/4: 0}, 1]"], "2"),
    (["2.5", "1e3"], "1000"),
])  # fmt: skip
def test_leaves(cli, arguments, best) -> None:
    result = cli("textbook", "leaves", *arguments)
    assert result.stderr == ""
    assert (result.exit_code, result.stdout) == (0, f"Best the Maximizer can get: {best}\n")


@pytest.mark.parametrize(("text", "best"), [
    ("-2 3 5 12 9 8 -7 -3\n", "3"), ("8\n-2 3 5 12 9 8 -7 -3\n", "3"), ("8\n-2\n3\n5\n12\n9\n8\n-7\n-3", "3"),
    ("[[3,5],\n [2,9]]\n", "3"), ("4\n3\n", "4"), ("1\n6\n", "6"),
])  # fmt: skip
def test_leaves_from_a_pipe(cli, text, best) -> None:
    assert cli("textbook", "leaves", text=text).stdout == f"Best the Maximizer can get: {best}\n"


def test_leaves_are_asked_for_at_a_terminal(cli, monkeypatch) -> None:
    monkeypatch.setattr(textbook, "_at_a_terminal", lambda: True)
    result = cli("textbook", "leaves", text="0\nfour\n4\n3\nx\n5\n2\n9\n")
    assert result.exit_code == 0
    assert "Number of leaves: " in result.stdout
    assert "'0' is no number of leaves; it is a whole number from 1 to 10,000" in result.output
    assert "'four' is no number of leaves; it is a whole number from 1 to 10,000" in result.output
    assert "Leaf 1: " in result.stdout
    assert "'x' is not a number; leaves are numbers such as 3 or -2.5" in result.output
    assert "Leaf 4: " in result.stdout
    assert result.stdout.endswith("Best the Maximizer can get: 3\n")


def test_leaves_with_a_trace(cli) -> None:
    lines = cli("textbook", "leaves", "--trace", "[[3,5],[2,9]]").stdout.splitlines()
    assert lines[0] == "Max to move, value 3, alpha -∞, beta ∞"
    assert "   └─ cut: branch 2; branch 1 refutes this (2 ≤ alpha 3: Max has better" in lines
    assert lines[-2] == "nodes 6, leaves 3, bounds met 1, cuts 1, table hits 0, depth 2"
    assert lines[-1] == "Best the Maximizer can get: 3"


def test_a_mean_of_random_games_is_not_called_the_best(cli) -> None:
    told = cli("textbook", "leaves", "[[3,5],[2,9]]", "--algorithm", "uct").stdout
    assert told.startswith("Mean of the games by the branch visited most: ")
    told = cli("textbook", "leaves", "[[3,5],[2,9]]", "--algorithm", "expectimax").stdout
    assert told == "Expected against an opponent who errs: 3.75\n"
    drawn = cli("textbook", "explain", "tictactoe", "5", "--algorithm", "uct").stdout.splitlines()
    assert "(only the last round is drawn)" in drawn
    assert "(the search passed them over)" in " ".join(line.strip("│├└─ ") for line in drawn)


def test_leaves_as_json(cli) -> None:
    data = json.loads(cli("textbook", "leaves", "--json", "3", "5", "2", "9").stdout)
    assert (data["value"], data["move"], data["pv"], data["counts"]["nodes"]) == (3, 1, [1, 1], 6)
    assert data["tree"]["branches"][1]["refuted_by"] == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["3", "x"], "'x' is not a number; leaves are numbers such as 3 or -2.5"),
        (
            ["-x"],
            "column 1: '-x' is not a number; leaves are numbers such as 3 or -2.5, "
            "and a letter or ? for an unknown one",
        ),
        ([""], "there is no leaf; give numbers such as 3 5 2 9, or nested lists such as [[3,5],[2,9]]"),
        (["[]"], "column 2: there is no leaf in an empty list; give it numbers or lists"),
        (["["], "column 2: a bracket is open at the end; close every [ with ], every ( with ) and every { with }"),
        (["]"], "column 1: ']' stands alone: a number or a list should stand in its place"),
        (["[{1/2: 3, 1/3: 5}]"], "column 11: the probabilities of a chance state must sum to one, not to 0.833333"),
        (["3", "--tarce"], "there is no option --tarce; fourthought textbook leaves --help lists those there are"),
        (["1", "2", "--branching", "1"], "a branching of 1 makes no tree; it must be at least 2"),
        (
            ["[{1/2: 3, 1/2: 5}, 4]", "--algorithm", "minimax"],
            "A tree of leaves: this algorithm knows no chance; take expectiminimax, star1 or star2",
        ),
    ],
)
def test_leaves_that_are_none(cli, arguments, sentence) -> None:
    assert refused(cli("textbook", "leaves", *arguments)) == begun(sentence)


def test_an_empty_pipe_is_no_leaf(cli) -> None:
    assert refused(cli("textbook", "leaves", text="")).startswith("There is no leaf")


# --- explain ---


def test_explain(cli) -> None:
    result = cli("textbook", "explain", "tictactoe", "1425", "--depth", "1")
    lines = result.stdout.splitlines()
    assert lines[0] == "X to move, value X wins in 1 move, alpha -∞, beta ∞"
    assert "├─ square 3: X wins in 1 move" in lines
    assert lines[-2] == "Best for X: square 3, value X wins in 1 move"


@pytest.mark.parametrize("name", sorted(set(CATALOGUE) - {"expectiminimax", "star1", "star2", "uct"}))
def test_explain_by_every_algorithm_as_json(cli, name) -> None:
    result = cli("textbook", "explain", "connect4", "4453", "--algorithm", name, "--depth", "2", "--json")
    data = json.loads(result.stdout)
    assert (data["game"], data["algorithm"], data["complete"]) == ("connect4", name, True)
    assert (data["tree"]["to_move"], data["tree"]["value"]) == ("Red", data["value"])
    assert {branch["move"] for branch in data["tree"]["branches"]} <= set(range(1, 8))
    assert data["move"] in {branch["move"] for branch in data["tree"]["branches"]}


def test_explain_says_when_the_tree_is_too_large_to_draw(cli, monkeypatch) -> None:
    monkeypatch.setattr(trace, "LIMIT", 50)
    result = cli("textbook", "explain", "connect4", "", "--depth", "3")
    assert "(the tree is larger: only its first 50 states are drawn)" in result.stdout


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["chess", ""], "there is no game called 'chess'; there are connect4, "),
    (["connect4", "44444444"], "move 7: column 4 is full"),
    (["connect4", "48"], "move 2: there is no column 8; columns are 1 to 7"),
    (["connect4", "4x"], "'x' is no move; a position is a list of moves such as 4453"),
    (["connect4", "1212121"], "the game is over: there is no move to look for"),
    (["slippery-connect4", "4", "--algorithm", "star1"], "a lot is to be drawn here: there is no move to look for"),
    (["connect4", "", "--depth", "-1"], "a depth of -1 is below zero; it is a number of plies, 0 or more"),
    (["connect4", "", "--levels", "-1"], "-1 levels cannot be drawn; it must be 0 or more"),
    (["connect4", "", "--algorithm", "magic"], "there is no algorithm called 'magic'; there are minimax, "),
    (["slippery-connect4", "", "--algorithm", "alphabeta"], "Slippery Connect Four: this algorithm knows no chance"),
])  # fmt: skip
def test_what_cannot_be_explained(cli, arguments, sentence) -> None:
    assert refused(cli("textbook", "explain", *arguments)).startswith(begun(sentence))


@pytest.mark.parametrize("name", by_day(sorted(set(CATALOGUE) - {"expectiminimax", "star1", "star2"}), 4))
def test_a_drawing_is_80_columns_wide(cli, name) -> None:
    drawing = cli("textbook", "explain", "tictactoe", "5", "--algorithm", name, "--depth", "4").stdout.splitlines()
    assert max(map(len, drawing)) <= 80
    assert all(len(line.lstrip("│ ")) > 2 for line in drawing)


def test_levels_drawn_may_be_none_at_all(cli) -> None:
    result = cli("textbook", "explain", "connect4", "--levels", "0")
    assert result.stdout.splitlines()[1] == "└─ … 48 more states below"


# --- compare ---


def test_compare(cli) -> None:
    result = cli("textbook", "compare", "tictactoe", "51", "--depth", "3")
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["algorithm", "value", "move", "nodes", "leaves", "cutoffs", "table", "hits", "seconds"]
    assert [line.split()[0] for line in lines[1:-1]] == [one.name for one in algorithms_for(find("tictactoe"))]
    exact = {one.name for one in CATALOGUE.values() if one.exact}
    assert len({line.split()[1] for line in lines[1:-1] if line.split()[0] in exact}) == 1
    assert lines[-1] == ("In an even tree of as many leaves (5.9 moves a state) the best order would see 40 of them.")


def test_compare_as_json(cli) -> None:
    lines = cli("textbook", "compare", "connect4", "44", "--depth", "2", "--json").stdout.splitlines()
    rows = {row["algorithm"]: row for row in map(json.loads, lines)}
    assert rows["minimax"]["nodes"] == 1 + 7 + 49
    assert rows["alphabeta"]["nodes"] < 57
    assert rows["best"]["leaves"] <= rows["alphabeta"]["leaves"]
    assert rows["minimax"]["cutoffs"] == rows["minimax"]["table_hits"] == 0


def test_compare_some_only(cli) -> None:
    chosen = ["--algorithm", "expectiminimax", "--algorithm", "star1"]
    result = cli("textbook", "compare", "slippery-tictactoe", "5-51-19-9", *chosen)
    lines = result.stdout.splitlines()
    assert [line.split()[0] for line in lines[1:]] == ["expectiminimax", "star1"]
    assert lines[1].split()[1] == lines[2].split()[1]


@pytest.mark.parametrize("depth", ["0", "1"])
def test_compare_to_almost_no_depth(cli, depth) -> None:
    for game in ("tictactoe", "slippery-connect4", "nim"):
        assert cli("textbook", "compare", game, "", "--depth", depth).exit_code == 0


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["connect4", "", "--depth", "-2"], "A depth of -2 is below zero"),
    (["connect4", "9", "--depth", "2"], "Move 1: there is no column 9"),
    (["connect4", "", "--algorithm", "x"], "There is no algorithm called 'x'"),
    (["slippery-connect4", "", "--algorithm", "negamax"], "Slippery Connect Four"),
])  # fmt: skip
def test_compare_refuses_before_it_prints(cli, arguments, sentence) -> None:
    assert refused(cli("textbook", "compare", *arguments)).startswith(sentence)
