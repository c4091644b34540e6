"""Tests of which moves the table makes puzzles: own moves of a game of Connect Four that is over."""

from typing import Any

import pytest

from engine.puzzles.puzzle import Found, Puzzle, Theme
from tests.webapp.play.acts import Move, Resign
from tests.webapp.room import HUMAN, Room, begun, engine
from tests.webapp.sockets.desk import Desk
from webapp.play.game.refusals import Refusal
from webapp.play.table.questions import mistake

FOUR = (1, 2, 1, 2, 1, 2, 1)
PEOPLE = [{"kind": "human"}, {"kind": "human"}]


def play_four(desk: Desk, **more: Any) -> tuple[Any, str]:
    """Lets one person play both sides to a four; returns the person and the game."""
    person = desk.person(REMOTE_ADDR="10.0.0.7")
    game = person.call("new_game", game="connect4", seats=PEOPLE, **more)["game_id"]
    for ply, move in enumerate(FOUR):
        assert person.call("move", game_id=game, ply=ply, move=move, request_id=f"m{ply}")["ok"]
    return person, game


def test_the_puzzle_of_an_own_move_comes_as_a_row() -> None:
    desk = Desk(hint_seconds=10.0)
    engine_ = desk.room.engine
    engine_.held = False
    person, game = play_four(desk)
    puzzle = Puzzle((1, 2, 1, 2), 3, (1, 2, 1), (), Theme.DOUBLE_THREAT, 0, 0)
    engine_.found = Found(True, puzzle)
    assert person.call("mistake", game_id=game, ply=4) == {"ok": True, "ply": 4, "puzzle": puzzle.row()}
    engine_.found = Found(True)
    assert person.call("mistake", game_id=game, ply=6)["puzzle"] is None
    engine_.found = Found(False)
    assert person.call("mistake", game_id=game, ply=5)["error"]["code"] == "not_ready"
    assert engine_.mistakes == [
        ((1, 2, 1, 2), 1, "10.0.0.7"), ((1, 2, 1, 2, 1, 2), 1, "10.0.0.7"), ((1, 2, 1, 2, 1), 2, "10.0.0.7"),
    ]  # fmt: skip
    engine_.held = True


def test_a_search_that_ends_too_late_is_refused_in_words() -> None:
    desk = Desk()
    person, game = play_four(desk)
    answer = person.call("mistake", game_id=game, ply=4)
    assert answer["error"] == {
        "code": "not_ready",
        "message": "The engine is busy; ask for this puzzle again in a moment.",
    }


def test_nobody_else_learns_the_better_move() -> None:
    desk = Desk()
    person, game = play_four(desk)
    stranger = desk.person()
    stranger.call("join", game_id=game)
    assert stranger.call("mistake", game_id=game, ply=4)["error"]["code"] == "not_your_seat"
    assert desk.room.engine.mistakes == []
    for ply in (7, 10_000):
        assert person.call("mistake", game_id=game, ply=ply)["error"]["code"] == "bad_request"
    assert person.call("mistake", game_id="a" * 12, ply=0)["error"]["code"] == "no_such_game"


def test_an_analysis_is_no_game() -> None:
    person, game = play_four(Desk(), analysis=True)
    assert person.call("mistake", game_id=game, ply=4)["error"]["code"] == "not_over"


def asked(room: Room, game_id: str, ply: int, tokens: tuple[str, ...]) -> str:
    """Returns "asked", or the code of the refusal."""
    try:
        mistake(room.tables.open(game_id), room.engine, ply, tokens, lambda _: None)
    except Refusal as no:
        return no.code
    return "asked"


def test_while_the_game_goes_on_nothing_is_told() -> None:
    room, table, tokens = begun(HUMAN, HUMAN, held=True)
    table.perform(Move(0, 4), tokens)
    assert asked(room, table.state.game_id, 0, tokens) == "not_over"
    table.perform(Resign(), tokens[:1])
    assert asked(room, table.state.game_id, 0, tokens) == "asked"


def test_the_moves_of_the_start_and_of_engines_are_nobody_s() -> None:
    room, table, tokens = begun(HUMAN, engine(), moves="44")
    table.perform(Move(2, 3), tokens)
    room.timers.advance(1.0)
    assert table.state.ply == 4
    table.perform(Resign(), tokens)
    codes = [asked(room, table.state.game_id, ply, tokens) for ply in range(4)]
    assert codes == ["bad_request", "bad_request", "asked", "not_your_seat"]


@pytest.mark.parametrize(("game", "code"), [("tictactoe", "bad_request"), ("connect4", "asked")])
def test_other_games_have_no_puzzles(game: str, code: str) -> None:
    room, table, tokens = begun(HUMAN, HUMAN, game=game, held=True)
    table.perform(Move(0, 1), tokens)
    table.perform(Resign(), tokens[:1])
    assert asked(room, table.state.game_id, 0, tokens) == code
