"""Tests the questions at a table: puzzles of own mistakes, reasons, previews of a level, beliefs of a network."""

from typing import Any

import pytest

from engine import Explanation, Preview
from engine.games import find, replay
from engine.nets.shipped import shipped
from engine.puzzles.puzzle import Found, Puzzle, Theme
from tests.webapp.play import acts as c
from tests.webapp.play.acts import Move, Resign
from tests.webapp.room import HUMAN, Room, begun, engine, refused
from tests.webapp.sockets.desk import Desk
from webapp.engine_process.client import levels
from webapp.play.game.refusals import Refusal
from webapp.play.table.creation import Wishes
from webapp.play.table.questions import ask_why, mistake, preview
from webapp.play.table.table import Table

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


SEATS = [{"kind": "human"}, {"kind": "engine", "level": 5}]


def asked_why(room: Room, table: Table, ply: int, tokens: tuple[str, ...] = ()) -> str:
    """Returns the code of the refusal, or "ok" for an answer."""
    found: list[Explanation] = []
    try:
        ask_why(table, room.engine, ply, None, None, tokens, found.append)
    except Refusal as no:
        return no.code
    assert len(found) == 1
    return "ok"


def test_in_a_game_under_way_reasons_are_for_who_may_ask_for_a_hint() -> None:
    room, table, tokens = begun(HUMAN, engine(), moves="44", held=True)
    assert [asked_why(room, table, ply, tokens) for ply in (2, 1, 3)] == ["ok", "stale", "stale"]
    assert asked_why(room, table, 2) == "not_your_seat"
    table.perform(c.Move(2, 4), tokens, "r")
    assert asked_why(room, table, 3, tokens) == "not_your_turn"
    assert [moves for moves, *_ in room.engine.whys] == [(4, 4)]


def test_after_the_end_and_in_an_analysis_anybody_may_ask_about_any_position_but_a_finished_one() -> None:
    room, table, tokens = begun(HUMAN, HUMAN, moves="414141")
    table.perform(c.Move(6, 4), tokens, "r")
    assert table.state.outcome
    assert [asked_why(room, table, ply) for ply in (0, 5, 6, 7, 8)] == ["ok", "ok", "ok", "game_over", "stale"]
    sides = [(len(moves), side) for moves, side, *_ in room.engine.whys]
    assert sides == [(0, 0), (5, 1), (6, 0)]  # without a side: the side to move
    opened = room.tables.new_game(Wishes("connect4", (HUMAN, HUMAN), "4453", analysis=True))
    room.engine.whys.clear()
    assert [asked_why(room, room.tables.open(opened.game_id), ply) for ply in (0, 4, 5)] == ["ok", "ok", "stale"]


def test_the_answer_is_for_the_asker_and_shows_the_best_line_without_a_proof() -> None:
    desk = Desk(hint_seconds=0.0)
    person = desk.person(REMOTE_ADDR="10.0.0.1")
    game = person.call("new_game", game="connect4", seats=SEATS, moves="44")["game_id"]
    told = person.call("why", game_id=game, ply=2, side=1, first=3)
    assert desk.room.engine.whys == [((4, 4), 1, 3, "10.0.0.1")]
    assert (told["ok"], told["certificate"], told["steps"], told["reason"]["text"]) == (
        True,
        None,
        [],
        "This needs counting.",
    )
    assert told["play"] == [4]  # the line of the mind that stands at this position
    assert person.call("why", game_id="a" * 12, ply=0)["error"]["code"] == "no_such_game"


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


MOVES = [4, 5, 4, 4, 5]


def test_every_column_has_a_belief_with_the_cells_behind_it() -> None:
    person, wide = Desk().person(), find("connect4-8x7")
    game = person.call("new_game", game=wide.name, seats=PEOPLE, moves=MOVES)["game_id"]
    told = person.call("beliefs", game_id=game, ply=len(MOVES))["beliefs"]
    assert {belief["move"] for belief in told} == set(range(1, 9))
    values = [belief["value"] for belief in told]
    assert values == sorted(values, reverse=True)
    net = shipped(wide)
    assert net is not None
    for belief in told:
        assert belief["value"] == -net.value(wide, replay(wide, [*MOVES, belief["move"]])) / 10_000
        for say in belief["says"]:
            assert all(1 <= column <= 8 and 1 <= row <= 7 for column, row in say["cells"])
    assert any(belief["says"] for belief in told)
    assert person.call("beliefs", game_id=game, ply=3)["error"]["code"] == "stale"


def test_without_a_network_there_is_nothing_to_believe() -> None:
    person = Desk().person()
    game = person.call("new_game", game="connect4", seats=PEOPLE, moves=[4])["game_id"]
    assert person.call("beliefs", game_id=game, ply=1)["beliefs"] == []
    assert {level.learnt for level in levels("connect4")} == {False}
    assert {level.learnt for level in levels("connect4-8x7")} == {True}
