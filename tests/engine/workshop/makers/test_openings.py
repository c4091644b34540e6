"""Tests what ships of the openings: traps by the levels' own odds and the exact book, beginnings of proofs."""

import base64
import random

import pytest

from engine.coach.certificate import fault
from engine.coach.why import ExactScores, explain
from engine.games import LineGame, LineState, Move, find, replay
from engine.openings import shipped
from engine.solver.book.book import Book, shipped_book
from engine.solver.book.positions import Positions
from engine.solver.book.retrieval import Retrieval, Shape
from engine.workshop.openings import proofs, traps

_found, _book = find("connect4"), shipped_book()
assert isinstance(_found, LineGame)
assert _book is not None
GAME: LineGame = _found
BOOK: Book = _book
ROWS = shipped()


def moves_of(text: str) -> tuple[Move, ...]:
    """Returns the moves of a text."""
    return tuple(map(int, text))


def result(number: int) -> int:
    """Returns 1, 0 or -1."""
    return (number > 0) - (number < 0)


def test_every_trap_gives_a_result_away_and_no_position_comes_twice() -> None:
    keys = set[LineState]()
    for text, move, levels in ROWS["traps"]:
        state = replay(GAME, moves_of(text))
        results = {column: result(score) for column, score in BOOK.moves(state).items()}
        assert max(results.values()) >= 0, text
        assert results[move] < max(results.values()), text
        assert 6 <= levels <= 9
        assert len(text) < traps.PLIES
        keys.add(GAME.key(state))
    assert len(keys) == len(ROWS["traps"]) > 300


def test_the_levels_odds_say_who_goes_wrong() -> None:
    """Counts the levels again from their chances, for some shipped traps."""
    players = traps.players(GAME)
    for text, move, levels in random.Random(4).sample(ROWS["traps"], 8):
        moves = moves_of(text)
        scores = BOOK.moves(replay(GAME, moves))
        best = max(map(result, scores.values()))
        chances = [player.chances(moves) for player in players]
        wrong = {column for column, score in scores.items() if result(score) < best}
        lost = [sum(chance for column, chance in odds.items() if column in wrong) for odds in chances]
        assert levels == sum(share > 0.5 for share in lost), text
        assert all(
            sum(odds.get(move, 0) for odds in chances) >= sum(odds.get(other, 0) for odds in chances) - 1e-9
            for other in wrong
        ), text


def test_the_levels_come_to_every_position_of_a_ply_together_in_every_game() -> None:
    by_ply = dict[int, float]()
    for one in traps.met(GAME, plies=3, least=0.0):
        by_ply[len(one.moves)] = by_ply.get(len(one.moves), 0.0) + one.share
    assert sorted(by_ply) == [0, 1, 2]
    assert all(abs(total - 1) < 1e-9 for total in by_ply.values())


def test_most_traps_of_the_first_moves_ship_and_the_others_are_none() -> None:
    given = {GAME.key(replay(GAME, moves_of(text))): (text, move, levels) for text, move, levels in ROWS["traps"]}
    seen = 0
    for one in traps.met(GAME, plies=3):
        found = traps.trap(BOOK, one)
        assert (found is not None) == (GAME.key(one.state) in given), one.moves
        if found:
            assert given[GAME.key(one.state)] == ("".join(map(str, found.moves)), found.move, found.levels)
            seen += 1
    assert seen >= 10


@pytest.mark.parametrize("step", [20, pytest.param(1, marks=pytest.mark.long)])
def test_the_forced_positions_of_the_last_ply_ship_with_the_scores_of_the_book(step: int) -> None:
    made = dict(ROWS["forced"])
    low, slots = made.pop("low"), base64.b64decode(made.pop("slots"))
    scores, positions, short = Retrieval(Shape(**made), slots), Positions(GAME), BOOK.first(traps.PLIES)
    *_, level = positions.levels(traps.PLIES)
    left_out = 0
    for code in map(int, level[::step]):
        state = positions.state(code)
        if short.score(state) is None:
            left_out += 1
            assert low + scores[code] == BOOK.score(state), state
    assert made["count"] > 9_000
    assert left_out == made["count"] if step == 1 else left_out > 300


@pytest.mark.parametrize("row", random.Random(9).sample(ROWS["proofs"], 3), ids=lambda row: str(row[0]))
def test_best_play_leads_to_a_proof_that_the_checker_takes(row: tuple[str, str, int]) -> None:
    text, line, lines = row
    scores, state = ExactScores(GAME), replay(GAME, moves_of(text))
    assert line.startswith(text)
    for move in moves_of(line)[len(text) :]:
        worth = scores(state)
        assert result(worth[move]) == max(map(result, worth.values())), line
        assert worth[move] == max(worth.values())
        state = GAME.play(state, move)
    found = explain(GAME, state, GAME.to_move(state), scores).certificate
    assert found is not None
    assert (fault(found), found.size) == ("", lines)


def test_every_opening_of_three_moves_leads_to_a_proof() -> None:
    begun = {GAME.key(replay(GAME, moves_of(text))) for text, *_ in ROWS["proofs"]}
    asked = [GAME.key(one.state) for one in traps.met(GAME, plies=3)]
    assert len(begun) == len(ROWS["proofs"])
    assert len([key for key in asked if key not in begun]) <= len(asked) // 10
    assert all(proofs.SOONEST <= len(line) <= 42 for _, line, _ in ROWS["proofs"])
