"""Tests decisions: which person may do which act, when, and the words of a refusal."""

import itertools

import pytest

from tests.webapp.play import acts as c
from tests.webapp.play.game.test_agreements import REFUSED
from tests.webapp.play.lines import BOTH, ENGINE, FIRST, HUMAN, SECOND, TABLE, game, plain
from webapp.play.game import events as e
from webapp.play.game.access import NOBODY, Rights, identify, key_of, new_token
from webapp.play.game.commands import AnyCommand
from webapp.play.game.decide import decide
from webapp.play.game.fold import apply, begin
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState
from webapp.play.game.views import public_event


def refused(state: GameState, command: AnyCommand, rights: Rights) -> str:
    with pytest.raises(Refusal) as refusal:
        decide(state, command, rights)
    text = refusal.value.message
    assert text[0].isupper()
    assert text.endswith(".")
    return refusal.value.code


OVER = game("1212121")
RESIGNED = game("44", e.Resigned(1), seats=(HUMAN, HUMAN))

AUTHORITY = [
    # state, command, rights, code
    (game(), c.Move(0, 4), NOBODY, "not_your_seat"),
    (game(), c.Move(0, 4), SECOND, "not_your_turn"),
    (game(), c.Move(0, 4), TABLE, "not_your_turn"),
    (game("4"), c.Move(1, 4), FIRST, "not_your_turn"),
    (game(), c.Move(1, 4), FIRST, "stale"),
    (game("44"), c.Move(1, 4), FIRST, "stale"),
    (game(), c.Move(0, 8), FIRST, "illegal_move"),
    (game(), c.Move(0, 0), FIRST, "illegal_move"),
    (game("444444"), c.Move(6, 4), FIRST, "illegal_move"),
    (OVER, c.Move(7, 4), BOTH, "game_over"),
    (RESIGNED, c.Move(2, 4), BOTH, "game_over"),
    (game(seats=(ENGINE, HUMAN)), c.Move(0, 4), SECOND, "not_your_turn"),
    (game(seats=(ENGINE, HUMAN)), c.Move(0, 4), FIRST, "not_your_turn"),
    (game(seats=(HUMAN, ENGINE)), c.EngineMove(0, 4, 1), NOBODY, "not_your_turn"),
    (game(seats=(HUMAN, HUMAN)), c.EngineMove(0, 4, 0), NOBODY, "not_your_turn"),
    (game("44"), c.Undo(2), NOBODY, "not_your_seat"),
    (game("44"), c.Undo(1), FIRST, "stale"),
    (game(), c.Undo(0), BOTH, "nothing_to_undo"),
    (RESIGNED, c.Undo(2), FIRST, "game_over"),
    (game(), c.Redo(0), NOBODY, "not_your_seat"),
    (game(), c.Redo(0), BOTH, "nothing_to_redo"),
    (game(), c.Redo(0), FIRST, "bad_request"),
    (game(), c.Redo(3), FIRST, "stale"),
    (RESIGNED, c.Redo(2), FIRST, "game_over"),
    (game(seats=(HUMAN, ENGINE)), c.SetLevel(1, 3), NOBODY, "not_your_seat"),
    (game(seats=(HUMAN, ENGINE)), c.SetLevel(0, 3), FIRST, "bad_request"),
    (game(), c.SetSeat(1, "engine"), NOBODY, "not_your_seat"),
    (game(), c.SetSeat(1, "engine"), FIRST, "not_your_seat"),
    (game(), c.SetSeat(1, "human"), FIRST, "not_your_seat"),
    (RESIGNED, c.SetSeat(1, "engine"), BOTH, "game_over"),
    (game(), c.Resign(), NOBODY, "not_your_seat"),
    (game(seats=(ENGINE, ENGINE)), c.Resign(), TABLE, "not_your_seat"),
    (OVER, c.Resign(), FIRST, "game_over"),
    (RESIGNED, c.Resign(), FIRST, "game_over"),
    (game(seats=(ENGINE, ENGINE)), c.Pace(True), NOBODY, "not_your_seat"),
    (game(seats=(HUMAN, ENGINE)), c.Pace(True), FIRST, "bad_request"),
    (OVER, c.BeginRematch("n"), NOBODY, "not_your_seat"),
    (game(), c.BeginRematch("n"), FIRST, "not_over"),
]


@pytest.mark.parametrize(("state", "command", "rights", "code"), [*AUTHORITY, *REFUSED], ids=itertools.count())
def test_what_may_not_be_done_is_refused_with_its_code(
    state: GameState, command: AnyCommand, rights: Rights, code: str
) -> None:
    assert refused(state, command, rights) == code


DECIDED = [
    # a player moves in turn, an engine for its own seat
    (game(), c.Move(0, 4), FIRST, [e.Moved(0, 0, 4)]),
    (game("4"), c.Move(1, 4), SECOND, [e.Moved(1, 1, 4)]),
    (game("4", seats=(HUMAN, ENGINE)), c.EngineMove(1, 4, 1), NOBODY, [e.Moved(1, 1, 4)]),
    # undo of engines pauses the game first
    (game("44", seats=(ENGINE, ENGINE)), c.Undo(2), TABLE, [e.Paced(True, 40.0), e.Undone(1)]),
    (game("44", e.Paced(True, 40.0), seats=(ENGINE, ENGINE)), c.Undo(2), TABLE, [e.Undone(1)]),
    # resigning with both seats gives up the side to move
    (game("4"), c.Resign(), BOTH, [e.Resigned(1)]),
    (game("4"), c.Resign(), FIRST, [e.Resigned(0)]),
    # a pace that is as it was is no event
    (game(seats=(ENGINE, ENGINE)), c.Pace(paused=False), TABLE, []),
]


@pytest.mark.parametrize(("state", "command", "rights", "events"), DECIDED, ids=itertools.count())
def test_a_command_causes_its_events(
    state: GameState, command: AnyCommand, rights: Rights, events: list[e.Event]
) -> None:
    assert decide(state, command, rights) == events


def test_a_full_column_is_named() -> None:
    with pytest.raises(Refusal, match=r"^Column 4 is full\.$"):
        decide(game("444444"), c.Move(6, 4), FIRST)


def test_an_undo_that_an_engine_s_answer_overtakes_takes_the_same_move_back() -> None:
    state = game("4455", seats=(HUMAN, ENGINE))
    for ply in (3, 4):
        assert decide(state, c.Undo(ply), FIRST) == [e.Undone(2)]
    for ply in (1, 2, 5):  # the last move was not known yet, or has been taken back
        assert refused(state, c.Undo(ply), FIRST) == "stale"
    assert refused(game("44", seats=(ENGINE, ENGINE)), c.Undo(1), TABLE) == "stale"
    assert refused(game("44"), c.Undo(1), BOTH) == "stale"


def test_who_leaves_a_seat_keeps_the_say_over_the_table() -> None:
    token = new_token()
    created = e.Created("connect4", (HUMAN, ENGINE), (), 7, (key_of(token), None), (), 40.0)
    state = apply(begin("g", created), e.SeatSet(0, ENGINE, None))
    rights = identify(state, [token])
    assert rights.seats == frozenset()
    assert rights.controls
    assert decide(state, c.Pace(paused=True), rights) == [e.Paced(True, 40.0)]


def test_tokens_stand_for_their_seats_and_no_others() -> None:
    tokens = [new_token() for _ in range(3)]
    created = e.Created("connect4", (HUMAN, HUMAN), (), 7, (key_of(tokens[0]), key_of(tokens[1])), (), 40.0)
    state = begin("g", created)
    assert identify(state, tokens[:1]).seats == {0}
    assert identify(state, tokens[:2]).seats == {0, 1}
    assert identify(state, tokens[2:]) == NOBODY
    assert identify(state, []) == NOBODY
    assert identify(state, [key_of(tokens[0])]) == NOBODY  # whoever reads the database has no token


def test_lots_are_drawn_from_the_seed_and_the_place() -> None:
    created = e.Created("slippery-connect4", (HUMAN, HUMAN), (), 7, ("k0", "k1"), (), 40.0)
    state = begin("g", created)
    one = decide(state, c.Move(0, 4), FIRST)
    assert one == decide(state, c.Move(0, 4), FIRST)
    lots = set()
    for seed in range(300):
        other = begin("g", e.Created("slippery-connect4", (HUMAN, HUMAN), (), seed, ("k0", "k1"), (), 40.0))
        event = decide(other, c.Move(0, 4), FIRST)[0]
        assert isinstance(event, e.Moved)
        lots.update(event.lots)
    assert lots == {3, 4, 5}


def test_nothing_secret_is_public() -> None:
    secret = e.Recorded(1, e.Created("connect4", (HUMAN, HUMAN), (), 99, ("k0", "k1"), ("kt",), 40.0))
    shown = plain(public_event(game(), secret))
    assert shown.keys() & {"seed", "keys", "controls"} == set()
    for event in (e.Seated(1, "x"), e.HandOverOffered(1, "x"), e.SeatTaken(1, "x"), e.SeatSet(1, HUMAN, "x", "x")):
        assert "x" not in plain(public_event(game("4", keys=("k0", None)), e.Recorded(2, event))).values()
