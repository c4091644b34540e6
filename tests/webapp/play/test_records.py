"""Turns games of the server into records and back, as files hold them."""

import random

import pytest

from engine.games import Player, find, parse
from engine.games.formats.records import GameRecord, read_games
from engine.games.openings import draw_move
from webapp.play.game import events as e
from webapp.play.game.fold import fold
from webapp.play.records import events_of, record_of


def finished(name: str, seed: int) -> tuple[int, ...]:
    """Returns the moves of a whole random game, with lots drawn."""
    game, rng, moves = find(name), random.Random(seed), list[int]()
    state = game.initial()
    while game.outcome(state) is None:
        moves.append(draw_move(game, state, rng))
        state = game.play(state, moves[-1])
    return tuple(moves)


@pytest.mark.parametrize("name", ["connect4", "tictactoe", "nim", "slippery-connect4", "connect5"])
def test_whole_games_come_back_from_both_forms(name: str) -> None:
    for seed in range(5):
        state = fold("g", events_of(GameRecord(name, finished(name, seed), ("Ada", "level 3"))))
        record = record_of(state)
        assert (record.players, record.forfeit) == (("Ada", "level 3"), "")
        for line in (record.as_json(), record.as_text()):
            (read,) = read_games([line])
            assert read == record
            again = fold("h", events_of(read))
            assert (again.moves, again.outcome, again.seats) == (state.moves, state.outcome, state.seats)
        assert again.outcome is not None
        assert not again.free


@pytest.mark.parametrize(
    ("ending", "winner", "words"),
    [
        (e.Resigned(0), Player.SECOND, "Red resigns; Yellow wins."),
        (e.Flagged(1), Player.FIRST, "Yellow’s time is up; Red wins."),
        (e.Claimed(1), Player.SECOND, "Red has left; Yellow wins."),
        (e.Drawn(), None, "A draw by agreement."),
    ],
)
def test_a_game_that_was_given_up_keeps_its_result(ending: e.Ending, winner: Player | None, words: str) -> None:
    people = (e.Seat("human", name="Bo"), e.Seat("human"))
    events = [e.Created("connect4", people, (), 0, ("k", "l"), (), 0.0), e.Moved(0, 0, 4), e.Moved(1, 1, 4), ending]
    record = record_of(fold("g", events))
    assert record == GameRecord("connect4", (4, 4), ("Bo", "person"), winner, words)
    for line in (record.as_json(), record.as_text()):
        (read,) = read_games([line])
        again = fold("h", events_of(read))
        assert again.outcome is not None
        assert (again.outcome.winner, again.seats, read.is_over) == (winner, people, True)


def test_an_unfinished_game_is_a_position_to_analyse() -> None:
    moves = tuple(parse(find("connect4"), "4453")[0])
    state = fold("g", events_of(GameRecord("connect4", moves)))
    assert (state.moves, state.analysis, state.outcome) == (moves, True, None)
    (read,) = read_games([record_of(state).as_text()])
    assert (read.moves, read.is_over, read.players) == (moves, False, ("person", "person"))
