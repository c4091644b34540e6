"""Tests the preview of a level's move, with a game and without."""

import pytest

from engine import Preview
from tests.webapp.room import HUMAN, Room, engine, refused
from webapp.play.table.questions import preview


def test_without_a_game_any_legal_line_is_looked_at() -> None:
    room, found = Room(), list[Preview]()
    preview(room.engine, "connect4", "44", 3, found.append)
    preview(room.engine, "tictactoe", [5], 10, found.append)
    assert [(seen.level, seen.ply, seen.words, seen.blind) for seen in found] == [
        (3, 2, "seed 0", "prover False"),
        (10, 1, "seed 0", "prover False"),
    ]


def test_in_a_game_it_is_the_level_s_very_move_and_the_minds_are_asked() -> None:
    room, found = Room(held=True), list[Preview]()
    _, table, _ = room.begin(HUMAN, engine(), moves="4")
    preview(room.engine, "connect4", "4", 3, found.append, table)
    assert found[0].words == f"seed {table.state.seed + 1}"
    assert found[0].blind == "prover True"
    preview(room.engine, "connect4", "44", 3, found.append, table)
    assert found[1].blind == "prover False"


@pytest.mark.parametrize(
    ("game", "moves", "code"),
    [
        ("chess", "", "bad_request"),
        ("connect4", "49", "illegal_move"),
        ("slippery-connect4", "4", "illegal_move"),
        ("tictactoe", "14253", "game_over"),
    ],
)
def test_what_cannot_be_looked_at_is_refused(game: str, moves: str, code: str) -> None:
    room = Room()
    with refused(code):
        preview(room.engine, game, moves, 3, lambda _: None)
