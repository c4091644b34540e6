"""Tests the promises of every registered game on random walks, so that a new file is tested."""

import random
import subprocess
import sys
from typing import Any

import pytest

from engine.games import (
    CHANCE,
    Game,
    GameError,
    IllegalMoveError,
    Player,
    Side,
    all_games,
    find,
    parse,
    register,
    replay,
    write,
)
from tests.engine.library.test_check_game import RACE
from tests.games import each_game

GAMES = list(all_games().values())


def walks(game: Game[Any], count: int, seed: int = 1):
    """Returns random games: for each the moves and all states."""
    rng = random.Random(seed)
    for _ in range(count):
        state, moves, states = game.initial(), [], [game.initial()]
        while game.outcome(state) is None:
            moves.append(rng.choice(list(game.moves(state))))
            state = game.play(state, moves[-1])
            states.append(state)
        yield moves, states


def check_unfinished(game: Game[Any], state: Any) -> None:
    mover, legal = game.to_move(state), game.moves(state)
    assert legal
    assert len(set(legal)) == len(legal)
    assert all(isinstance(move, int) and move >= 1 for move in legal)
    for move in {0, -1, 1, max(legal) + 1, 99} - set(legal):
        with pytest.raises(IllegalMoveError) as caught:
            game.play(state, move)
        assert str(caught.value)
    if mover is CHANCE:
        assert game.has_chance
        lots = dict(game.outcomes(state))
        assert set(lots) == set(legal)
        assert all(chance > 0 for chance in lots.values())
        assert sum(lots.values()) == pytest.approx(1, abs=1e-12)
        return
    assert game.outcomes(state) == ()
    value = game.evaluate(state, mover)
    assert -1 < value < 1
    assert game.evaluate(state, mover.other) == pytest.approx(-value)
    forced = game.forced_moves(state)
    assert set(forced) <= set(legal)
    assert forced or game.is_quiet(state)


@pytest.mark.slow
@pytest.mark.parametrize("name", each_game())
def test_random_games(name: str) -> None:
    game = find(name)
    for moves, states in walks(game, 20):
        turns = 0
        for ply, state in enumerate(states):
            assert {state: 1}[state] == 1
            assert game.describe(state)
            hash(game.key(state))
            last = ply == len(states) - 1
            assert (game.outcome(state) is not None) is last
            if not last:
                check_unfinished(game, state)
                turns += game.to_move(state) is not CHANCE
                assert game.move_words(moves[ply])
            assert parse(game, write(game, moves[:ply])) == (moves[:ply], state)
            assert replay(game, moves[:ply]) == state
        assert turns <= game.max_plies
        assert list(game.moves(states[-1])) == []
        with pytest.raises(IllegalMoveError):
            game.play(states[-1], 1)
        outcome = game.outcome(states[-1])
        values = [outcome.value(player) for player in (Player.FIRST, Player.SECOND)]
        assert values in ([1, -1], [-1, 1], [0, 0])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_board_shows_all_its_cells(game) -> None:
    size = game.board_size()
    for _, states in walks(game, 10):
        for state in states:
            cells = dict(game.cells(state))
            if size is None:
                assert cells == {}
            assert all(1 <= c <= size[0] and 1 <= r <= size[1] for c, r in cells)
            assert set(cells.values()) <= {Player.FIRST, Player.SECOND}
        if size is not None:
            outcome = game.outcome(states[-1])
            assert {dict(game.cells(states[-1]))[cell] for cell in outcome.line} <= {outcome.winner}


def test_names_and_order() -> None:
    names = list(all_games())
    assert names[:2] == ["connect4", "tictactoe"]
    assert {"connect4", "tictactoe", "slippery-connect4", "slippery-tictactoe", "nim"} <= set(names)
    assert all(find(name).name == name and find(name).title for name in names)


def test_an_unknown_game_is_refused_with_those_there_are() -> None:
    with pytest.raises(GameError, match="no game called 'chess'; there are connect4, tictactoe"):
        find("chess")


def test_a_name_is_given_once() -> None:
    with pytest.raises(ValueError, match="two games are called connect4"):
        register(find("connect4"))


def test_a_file_in_the_folder_is_a_game_everywhere(tmp_path) -> None:
    """Starts a fresh process with one more file among the games."""
    (tmp_path / "race.py").write_text(RACE, encoding="utf-8")
    code = (
        "import sys, engine.games; engine.games.__path__.append(sys.argv[1]);"
        "from engine.games import find, parse;"
        "from engine.search.deepening import deepening, run;"
        "game = find('race'); print(parse(game, '1212')[1], run(deepening(game, game.initial())).score(game))"
    )
    shown = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True, timeout=120
    )
    assert shown.stdout == "(2, 4, 0) First wins in 5 moves\n"


class Named(type(find("nim"))):  # type: ignore[misc]
    """Plays Nim under the given name, with the given names of the sides."""

    def __init__(self, name, sides):
        super().__init__(7, 3)
        self.name, self.player_names = name, sides


def test_the_sides_of_an_added_game_may_be_plain_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.games.registry._games", dict(all_games()))
    register(Named("north-south", ("South", "North")))
    names = find("north-south").player_names
    assert [(type(one), str(one), one.id) for one in names] == [(Side, "South", "South"), (Side, "North", "North")]
    assert [one.id for one in find("connect4").player_names] == ["red", "yellow"]


@pytest.mark.parametrize(("sides", "sentence"), [
    (("South",), "player_names should hold two names such as"),
    ("SN", "player_names should hold two names such as"),
    (("South", 2), "player_names should hold two names such as"),
    (("South", " "), "player_names should hold two names such as"),
    (("South", "south"), "both sides are called South; give them different names"),
])  # fmt: skip
def test_names_that_name_no_two_sides_are_refused(sides, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        register(Named("north-south", sides))
    assert "north-south" not in all_games()
