"""Gives the library what is not meant, and is told in one sentence what would be right."""

import copy
import itertools
import pickle
from collections.abc import Callable
from typing import Any

import fourthought as ft
import numpy as np
import pytest
from fourthought.bot.players import FunctionPlayer, LevelPlayer
from fourthought.errors import RefusedError

POSITIONS: list[Any] = [
    *(4453, None, 4.5, b"44", {4: 1}, {4, 5}, object(), True, -1),
    *(["4", "4"], [4.5], [None], [[4]], [4, True]),
]


def refuses(act: Callable[[], Any], words: str) -> None:
    with pytest.raises(ft.GameError, match=words) as refused:
        act()
    assert isinstance(refused.value, TypeError)
    assert "\n" not in str(refused.value)
    assert "object is not" not in str(refused.value)


@pytest.mark.parametrize("given", POSITIONS, ids=repr)
def test_what_is_no_position_is_told_by_every_function(given: Any) -> None:
    words = r"^a position is a text such as '4453', or a list of moves, not |^a move is a whole number, not "
    mind = ft.Mind("tictactoe", 1)
    for act in (
        lambda: ft.Board(given),
        lambda: ft.analyse(given),
        lambda: ft.best_move(given),
        lambda: ft.why(given),
        lambda: mind.follow(given),
    ):
        refuses(act, words)
    refuses(lambda: list(ft.analyse_many(["44", given])), "^position 2: a (position|move) is ")
    if given is not None:
        refuses(lambda: mind.analyse(given), words)
    mind.close()


@pytest.mark.parametrize("given", ["4453", 4453, None, b"44", ft.Board("44"), {"44": 1}, {"44"}], ids=repr)
def test_many_positions_are_a_list(given: Any) -> None:
    refuses(lambda: ft.analyse_many(given), "^positions are a list such as")


@pytest.mark.parametrize("given", ["4", 4.0, None, True, [4], np.float64(4)], ids=repr)
def test_a_move_is_a_whole_number(given: Any) -> None:
    with ft.Mind("tictactoe", 1) as mind:
        refuses(lambda: ft.Board().push(given), "^a move is a whole number, not ")
        refuses(lambda: mind.played(given), "^a move is a whole number, not ")
    refuses(
        lambda: FunctionPlayer(ft.games()["tictactoe"], lambda _: given).move([]), "^a move is a whole number, not "
    )


def test_a_list_without_end_is_read_to_its_first_illegal_move() -> None:
    with pytest.raises(ft.IllegalMoveError, match=r"^move 7: column 4 is full$"):
        ft.Board(itertools.repeat(4))
    with pytest.raises(ft.IllegalMoveError, match=r"^move 8: the game is over: Red has won$"):
        ft.best_move(itertools.cycle([4, 5]))
    with pytest.raises(ft.GameError, match="a move is a whole number"):
        ft.Board(itertools.chain([4], itertools.repeat("4")))  # type: ignore[arg-type]


@pytest.mark.parametrize("error", [RefusedError("Too many.", "rate_limited"), ft.IllegalMoveError("full", 7)])
def test_errors_go_from_process_to_process(error: ft.GameError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (str(again), vars(again)) == (str(error), vars(error))


def test_numbers_of_other_libraries_are_numbers() -> None:
    board = ft.Board(np.array([4, 4, 5]))
    board.push(np.int8(3))  # type: ignore[arg-type]
    assert board == ft.Board("4453")
    assert all(type(move) is int for move in board.moves)
    assert next(ft.analyse_many(np.array([[4, 4], [4, 5]]))).board == ft.Board("44")  # type: ignore[arg-type]
    assert ft.Limit(np.float32(0.5)).seconds == 0.5  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("act", "words"),
    [
        *[(lambda given=given: ft.Board("", given), "a game is a name such as") for given in (5, None, ["connect4"])],
        *[(lambda given=given: ft.check_game(given), "a game is a name such as") for given in (5, None)],
        *[(lambda given=given: ft.Mind("tictactoe", given), "a level is .* from 1 to 10")
          for given in (0, 11, "3", True)],
        *[(lambda given=given: ft.Mind("tictactoe", 1, seed=given), "a seed is") for given in ("x", 1.5)],
        *[(lambda given=given: ft.Mind("tictactoe", 1, memory_mb=given), "memory_mb is a number of MiB above 0")
          for given in (0, -1, "x", None, float("nan"), float("inf"), True)],
        *[(lambda given=given: ft.best_move("5", "tictactoe", limit=given), "a limit is such as")
          for given in (2, "1", {}, 0)],
        *[(lambda given=given: ft.analyse_many(["44"], threads=given), "threads is .* from 1 to 256")
          for given in (0, -1, 257, "2", 1.5, None)],
        *[(lambda given=given: ft.why("44", side=given), "a side is Player") for given in (5, "red", 2, True, 1.0)],
        (lambda: ft.Board().svg("x"), "a size is a whole number"),  # type: ignore[arg-type]
        (lambda: ft.Board().svg(10**5000), "a size is a whole number from 1 to 100,000"),
        (lambda: ft.check_game("tictactoe", 0), "games is a whole number"),
        (lambda: ft.Bot(5), "choose is a function"),  # type: ignore[arg-type]
        (lambda: list(ft.analyse_many([ft.Board("5", "tictactoe")])), "position 1: a board of tictactoe"),
        (lambda: ft.Mind("tictactoe", 1).follow(ft.Board("4")), "the mind plays tictactoe, not connect4"),
    ],
)  # fmt: skip
def test_other_arguments_are_told_as_well(act: Callable[[], Any], words: str) -> None:
    refuses(act, words)


@pytest.mark.parametrize("given", ["a", None, [1], -1, 0, True, float("nan")], ids=repr)
def test_what_is_no_limit(given: Any) -> None:
    with pytest.raises(ValueError, match="is no limit; give a number above 0"):
        ft.Limit(seconds=given)


def test_a_text_of_games_and_what_is_no_game() -> None:
    (record,) = ft.read_games('{"game": "tictactoe", "moves": [5, 1, 9]}')  # type: ignore[arg-type]
    assert record.moves == (5, 1, 9)
    with pytest.raises(ft.GameError, match="games are read from"):
        list(ft.read_games(5))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a class below Game"):
        ft.register(5)  # type: ignore[arg-type]


def test_an_analysis_is_iterated_and_says_its_columns() -> None:
    analysis = ft.analyse("4" * 6)
    assert analysis.columns == (1, 2, 3, 5, 6, 7)
    assert [one.move for one in analysis] == [*analysis.columns]
    assert len(analysis) == 6
    assert [*analysis] == [analysis[move] for move in analysis.columns]
    with pytest.raises(KeyError, match="4 is not judged; 1, 2, 3, 5, 6, 7 are"):
        analysis[4]


def test_a_board_is_a_key() -> None:
    seen = {ft.Board("1324"): "a", ft.Board("44", "connect4-8x7"): "b"}
    assert seen[ft.Board("2314")] == "a"
    assert ft.Board("44") not in seen
    assert len({ft.Board(text) for text in ("1324", "2314", "12", "21", "")}) == 4


def test_a_closed_mind_is_closed() -> None:
    mind = ft.Mind("tictactoe", 1)
    assert repr(mind) == "Mind(Board('', 'tictactoe'), level=1)"
    mind.ponder()
    mind.close()
    mind.close()
    mind.rest()
    assert repr(mind).startswith("closed Mind(")
    acts: list[Callable[[], Any]] = [
        *(mind.choose, mind.think, mind.analyse, mind.ponder, mind.__enter__),
        *(lambda: mind.played(5), lambda: mind.follow("5"), lambda: mind.kept),
    ]
    for act in acts:
        with pytest.raises(ft.ClosedError, match="the mind is closed"):
            act()
    for copied in (copy.deepcopy, copy.copy, pickle.dumps):
        with pytest.raises(TypeError, match="a mind cannot be copied"):
            copied(mind)


def test_every_object_has_a_repr() -> None:
    from fourthought.rl.boards import Boards
    from fourthought.rl.tictactoe import Learner

    mind = ft.Mind("tictactoe", 1)
    game = ft.games()["connect4"]
    made: list[Any] = [
        *(mind, ft.Board(), ft.analyse("44"), ft.analyse("44")[4], ft.why("327142333222656"), ft.Limit(seconds=1)),
        *(ft.Bot(lambda board: 1), FunctionPlayer(game, lambda board: 1), LevelPlayer(game, 1), Boards("tictactoe", 2)),
        *(ft.check_game("tictactoe", 1), *ft.games().values(), ft.Player.FIRST, Learner(2)),
    ]
    for one in made:
        assert " object at 0x" not in repr(one), repr(one)
        assert "\n" not in repr(one)
    mind.close()


def test_every_environment_has_a_repr() -> None:
    pytest.importorskip("gymnasium")
    pytest.importorskip("pettingzoo")
    from fourthought.rl.environment import GameEnvironment
    from fourthought.rl.level_env import LevelEnv
    from fourthought.rl.vector_env import BoardsEnv

    made = (GameEnvironment("tictactoe"), LevelEnv("tictactoe", 1), BoardsEnv("tictactoe", 2))
    assert [repr(one).partition("(")[0] for one in made] == ["GameEnvironment", "LevelEnv", "BoardsEnv"]
    with pytest.raises(ft.GameError, match="an action is a whole number"):
        made[1].step("1")  # type: ignore[arg-type]


def test_an_estimate_of_nearly_nothing_has_no_sign() -> None:
    analysis = ft.Analysis(
        ft.Board(), tuple(ft.MoveResult(move, None, value, "") for move, value in ((1, -0.001), (2, 0.004)))
    )
    assert "-0.00" not in str(analysis)
    assert str(analysis).count("+0.00") == 2
