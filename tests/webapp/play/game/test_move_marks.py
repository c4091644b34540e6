"""Tests the worth of moves: marks and sentences, and the analyst, which goes through a game from the end."""

from typing import Any

import pytest

from engine.games import Player, Score, find
from tests.webapp.finished import Finished
from tests.webapp.play.acts import Move
from tests.webapp.room import HUMAN, Room, begun
from webapp.play.audience.reviews import Reviews
from webapp.play.game.move_marks import Analysis, mark_moves, prefixes

RED, YELLOW = Player.FIRST, Player.SECOND
CONNECT4 = find("connect4")


def _proven(best: int, winner: Player | None, plies: int, pov: Player, *, only: bool = False) -> Analysis:
    score = Score(winner, plies, pov)
    return Analysis(best, float(score.sign), score, only)


@pytest.mark.parametrize(
    ("before", "after", "mark", "words"),
    [
        (_proven(4, RED, 9, RED), _proven(3, None, 40, YELLOW), "mistake", "Column 1 draws. Column 4 would win in 5."),
        (
            _proven(4, RED, 9, RED), _proven(3, YELLOW, 7, YELLOW), "blunder",
            "Column 1 loses in 4: Yellow answers 3. Column 4 would win in 5.",
        ),
        (
            _proven(4, None, 41, RED), _proven(3, YELLOW, 7, YELLOW), "mistake",
            "Column 1 loses in 4: Yellow answers 3. Column 4 would draw.",
        ),
        (_proven(4, RED, 9, RED), _proven(3, RED, 18, YELLOW), "slow", "Column 1 wins in 10. Column 4 would win in 5."),
        (_proven(4, RED, 9, RED), _proven(3, RED, 10, YELLOW), "", "Column 1 wins in 6."),
        (_proven(4, YELLOW, 8, RED), _proven(3, YELLOW, 3, YELLOW), "", "Column 1 loses in 2."),
        (
            _proven(1, None, 41, RED, only=True), _proven(3, None, 40, YELLOW), "only",
            "Column 1 was the only move: all others lose.",
        ),
        (Analysis(4, 0.2, None), Analysis(3, 0.6, None), "doubtful", "Column 1 was played. Column 4 looks better."),
        (
            _proven(4, YELLOW, 18, RED), _proven(3, YELLOW, 3, YELLOW), "quick",
            "Column 1 loses in 2: Yellow answers 3. Column 4 would hold out for 9.",
        ),
        (Analysis(4, 0.2, None), Analysis(3, -0.19, None), "", "Column 1 is as good as any, as far as is known."),
        (Analysis(4, 0.2, None), Analysis(3, -0.15, None), "", "Column 1 looks a little worse than column 4."),
    ],
)  # fmt: skip
def test_marks_and_words(before: Analysis, after: Analysis, mark: str, words: str) -> None:
    (row,) = mark_moves(CONNECT4, (1,), {0: before, 1: after})
    assert (row.mark, row.words) == (mark, words)
    assert (row.loss > 0) is (mark in ("doubtful", "mistake", "blunder"))
    assert -1 <= row.value <= 1


def test_a_reply_without_a_place_is_told_in_its_own_words() -> None:
    (row,) = mark_moves(find("nim"), (3,), {0: _proven(1, RED, 9, RED), 1: _proven(2, YELLOW, 7, YELLOW)})
    assert row.words == "Take 3 loses in 4: Second answers “take 2”. Take 1 would win in 5."


@pytest.mark.parametrize(
    ("before", "after", "near"),
    [
        (_proven(4, RED, 9, RED), _proven(3, YELLOW, 31, YELLOW), True),  # a win in five was there
        (_proven(4, RED, 11, RED), _proven(3, YELLOW, 31, YELLOW), False),  # a win in six is too far to see
        (_proven(4, None, 38, RED), _proven(3, YELLOW, 1, YELLOW), True),  # a block was forgotten
        (_proven(4, RED, 29, RED), _proven(3, YELLOW, 9, YELLOW), True),
        (_proven(4, RED, 29, RED), _proven(3, YELLOW, 11, YELLOW), False),
        (_proven(1, RED, 7, RED, only=True), _proven(3, RED, 6, YELLOW), True),  # the only move was found
        (_proven(1, None, 31, RED, only=True), _proven(3, None, 30, YELLOW), False),
        (_proven(4, RED, 3, RED), _proven(3, RED, 18, YELLOW), True),  # slower: a win in two was there
        (_proven(4, RED, 13, RED), _proven(3, RED, 26, YELLOW), False),
        (_proven(4, YELLOW, 18, RED), _proven(3, YELLOW, 1, YELLOW), True),  # quicker: a block was forgotten
        (_proven(4, YELLOW, 30, RED), _proven(3, YELLOW, 15, YELLOW), False),
        (_proven(4, RED, 3, RED), _proven(3, RED, 4, YELLOW), False),  # no mark
        (Analysis(4, 0.2, None), Analysis(3, 0.6, None), False),
        (Analysis(4, 0.2, None), _proven(3, YELLOW, 1, YELLOW), True),  # a block was forgotten; no solver
        (Analysis(4, 0.2, None), _proven(3, YELLOW, 11, YELLOW), False),
    ],
)
def test_near_is_what_a_person_could_have_seen(before: Analysis, after: Analysis, near: bool) -> None:
    (row,) = mark_moves(CONNECT4, (1,), {0: before, 1: after})
    assert row.near is near


def test_the_last_move_of_a_game_needs_no_analyst_and_unknown_ones_are_left_out() -> None:
    moves = (1, 2, 1, 2, 1, 2, 1)
    (row,) = mark_moves(CONNECT4, moves, {6: _proven(1, RED, 1, RED)})
    assert (row.ply, row.seat, row.words, row.value, row.mark) == (6, 0, "Column 1 wins.", 1.0, "")


def test_in_a_game_of_chance_the_aim_is_judged_not_the_luck() -> None:
    game = find("slippery-connect4")
    moves = (4, 3, 4, 4)
    assert prefixes(game, moves) == [(), (4, 3), (4, 3, 4, 4)]
    found = mark_moves(game, moves, {0: Analysis(4, 0.9, None), 1: Analysis(4, 0.8, None), 2: Analysis(4, 0.0, None)})
    assert [row.mark for row in found] == ["", ""]


@pytest.mark.parametrize(
    ("value", "mark", "words"),
    [
        (0.5, "", "Square 1 is as good as any, as far as is known."),  # the twin of the best one
        (0.49, "", "Square 1 looks a little worse than square 9."),
        (0.2, "doubtful", "Square 1 was played. Square 9 looks better."),
    ],
)
@pytest.mark.parametrize("luck", [-0.9, 0.5, 0.9])
def test_of_an_aim_no_word_depends_on_where_it_lands(value: float, mark: str, words: str, luck: float) -> None:
    before = Analysis(9, 0.5, None, values={1: value, 9: 0.5})
    (row,) = mark_moves(find("slippery-tictactoe"), (1, 2), {0: before, 1: Analysis(5, -luck, None)})
    assert (row.mark, str(row.words), row.value) == (mark, words, luck)
    assert row.loss == (round(0.5 - value, 3) if mark else 0)


def _reviews(room: Room) -> Any:
    return Finished(Reviews(room.tables.inner, room.engine, room.ports.publisher))


def _review(room: Room, moves: str) -> tuple[Any, str]:
    room.engine.score = Score(None, 42, RED)
    opened, _, _ = room.begin(HUMAN, HUMAN, moves=moves, analysis=True)
    return _reviews(room), opened.game_id


def test_the_analyst_goes_from_the_end_to_the_beginning_and_tells_what_it_finds() -> None:
    room = Room()
    reviews, game_id = _review(room, "1212121")
    first = reviews.ask(game_id)
    assert (first.rows, first.done, first.notation) == ([], False, "1212121")
    room.timers.advance()
    assert [len(moves) for moves in room.engine.asked] == [6, 5, 4, 3, 2, 1, 0]
    assert [told["done"] for told in room.publisher.reviews] == [False] * 6 + [True]
    assert [row["ply"] for row in room.publisher.reviews[-1]["rows"]] == list(range(7))
    assert all(mind.closed for mind in room.engine.minds if mind.level == 10)
    again = reviews.ask(game_id)
    assert again.done is True
    assert len(room.engine.asked) == 7


def test_it_stops_when_nobody_is_there_and_goes_on_when_asked_again() -> None:
    room = Room(held=True)
    reviews, game_id = _review(room, "44")
    reviews.ask(game_id)
    table = room.tables.open(game_id)
    table.thinking.rest()
    room.engine.release()
    room.timers.advance()
    assert len(room.engine.asked) == 1
    table.wake()
    room.engine.held = False
    reviews.ask(game_id)
    room.timers.advance()
    assert room.publisher.reviews[-1]["done"] is True
    assert len(room.engine.asked) == 3


def test_positions_without_a_result_are_looked_at_again_after_all_others() -> None:
    room = Room(held=True)
    reviews, game_id = _review(room, "44")
    room.engine.score = None
    reviews.ask(game_id)
    for _ in range(4):
        room.engine.release()
        room.timers.advance()
    assert [len(moves) for moves in room.engine.asked] == [2, 1, 0, 2, 1]
    assert all(
        told["done"] is False and not any(row["proven"] for row in told["rows"]) for told in room.publisher.reviews
    )
    room.engine.score = Score(None, 42, RED)
    for _ in range(3):
        room.engine.release()
        room.timers.advance()
    assert [len(moves) for moves in room.engine.asked] == [2, 1, 0, 2, 1, 0, 2]
    assert room.publisher.reviews[-1]["done"] is True


def test_a_board_beyond_the_analyst_is_looked_at_once_and_a_busy_machine_ends_some_day() -> None:
    for game, looks in (("connect4", 4), ("tictactoe", 4), ("gomoku7", 1), ("slippery-connect4", 1)):
        room = Room()
        opened, _, _ = room.begin(HUMAN, HUMAN, game=game, analysis=True)
        _reviews(room).ask(opened.game_id)
        room.timers.advance()
        assert room.engine.asked == [()] * looks, game
        assert room.publisher.reviews[-1]["done"] is True


def test_a_longer_line_keeps_what_was_found() -> None:
    room, table, keys = begun(HUMAN, HUMAN, moves="44", analysis=True)
    room.engine.score = Score(None, 42, RED)
    reviews, game_id = _reviews(room), table.state.game_id
    reviews.ask(game_id)
    room.timers.advance()
    assert len(room.engine.asked) == 3
    table.perform(Move(2, 3), keys)
    reviews.ask(game_id)
    room.timers.advance()
    assert room.engine.asked[3:] == [(4, 4, 3)]
    assert [row["ply"] for row in room.publisher.reviews[-1]["rows"]] == [0, 1, 2]


def test_a_long_game_is_marked_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counts: a replay of each prefix made 10,000 of 100 moves, at every part of a review."""
    game = find("connect4-10x10")
    state, made = game.initial(), list[int]()
    while len(made) < 60:
        going = [move for move in game.moves(state) if game.outcome(game.play(state, move)) is None]
        made.append(going[len(made) * 7 % len(going)])
        state = game.play(state, made[-1])
    plays: list[int] = []
    play = type(game).play
    monkeypatch.setattr(type(game), "play", lambda self, state, move: (plays.append(move), play(self, state, move))[1])
    marked = mark_moves(game, made, {ply: Analysis(made[0], 0.0, None) for ply in range(len(made))})
    assert len(marked) >= len(made) - 1
    assert len(plays) == len(made)
