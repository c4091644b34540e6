"""Tests the fold: pure, the same in one go as step by step, and takebacks which undo earlier events."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.games import all_games, replay
from tests.profiles import costly
from tests.webapp.play import acts as c
from tests.webapp.play.lines import played
from webapp.play.game import events as e
from webapp.play.game.access import NOBODY, Rights
from webapp.play.game.commands import AnyCommand
from webapp.play.game.decide import decide
from webapp.play.game.fold import apply, begin, fold
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState, discs_of

KINDS = ["move"] * 6 + ["undo"] * 2 + ["redo", "return", "swap", "level", "seat", "pace", "resign"]
EVERYTHING = Rights(frozenset({0, 1}), True, "k")
HUMAN = e.Seat("human")


def created(
    game: str = "connect4", seats: tuple[e.Seat, e.Seat] = (HUMAN, HUMAN), start: str = "", pie: bool = False
) -> e.Created:
    moves = tuple(int(m) for m in start)
    return e.Created(game, seats, moves, 7, ("a", "b"), ("c",), 40.0, pie=pie)


def engine(level: int = 5) -> e.Seat:
    return e.Seat("engine", level)


@st.composite
def histories(draw: st.DrawFn) -> list[e.Event]:
    """Draws the events of random commands, in any game and with any seats."""
    game = draw(st.sampled_from(sorted(all_games())))
    seats = draw(st.tuples(*[st.sampled_from([HUMAN, engine(3), engine(10)])] * 2))
    first = created(game, seats, pie=draw(st.booleans()))
    history, state = list[e.Event]([first]), begin("g", first)
    for _ in range(draw(st.integers(0, 30))):
        kind = draw(st.sampled_from(KINDS))
        try:
            events = decide(state, *command_for(draw, state, kind))
        except Refusal:
            continue
        for event in events:
            state = apply(state, event)
        history.extend(events)
    return history


def command_for(draw: st.DrawFn, state: GameState, kind: str) -> tuple[AnyCommand, Rights]:
    seat = draw(st.integers(0, 1))
    if kind == "move":
        move = draw(st.sampled_from(state.legal)) if state.legal else 1
        mover = state.to_move if state.to_move in state.engines else None
        if mover is not None:
            return c.EngineMove(state.ply, move, mover), NOBODY
        return c.Move(state.ply, move), EVERYTHING
    commands: dict[str, AnyCommand] = {
        "undo": c.Undo(state.ply),
        "redo": c.Redo(state.ply),
        "return": c.Return(state.ply, draw(st.integers(0, 6))),
        "swap": c.Swap(state.ply),
        "level": c.SetLevel(seat, draw(st.integers(1, 10))),
        "seat": c.SetSeat(seat, draw(st.sampled_from(["human", "engine"]))),
        "pace": c.Pace(draw(st.booleans()), 90.0),
        "resign": c.Resign(),
    }
    return commands[kind], EVERYTHING


@given(histories())
@costly(300)
def test_a_history_is_read_back_folded_in_one_go_or_event_by_event_and_redo_brings_back_what_undo_took(
    history: list[e.Event],
) -> None:
    assert [e.decode(e.encode(event)) for event in history] == history
    state = begin("g", history[0])  # type: ignore[arg-type]
    for event in history[1:]:
        state = apply(state, event)
    assert state == fold("g", history)
    assert state.version == len(history)
    assert state.position == replay(state.game, state.moves)
    assert state.discs == discs_of(state.game, state.moves)
    assert {(column, row) for column, row, _ in state.discs} == {cell for cell, _ in state.game.cells(state.position)}
    if state.undo_ply is None:
        assert not state.turns or state.ended is not None or len(state.engines) == 1
        return
    back = apply(state, e.Undone(state.undo_ply))
    assert back.ply == state.undo_ply
    assert back.ply < state.ply or back.swapped < state.swapped
    forward = back
    while (forward.ply, forward.swapped) != (state.ply, state.swapped):
        assert forward.redo_ply is not None
        forward = apply(forward, e.Redone(forward.redo_ply))
    assert (forward.turns, forward.seats, forward.keys) == (state.turns, state.seats, state.keys)
    assert forward.future == state.future


@pytest.mark.parametrize(
    ("begun", "moves", "undo"),
    [
        (created(), "4455", 3),  # between two people it is one ply
        (created(seats=(HUMAN, engine())), "4455", 2),  # the engine's reply and my move
        (created(seats=(HUMAN, engine())), "445", 2),  # while the engine thinks, my move only
        (created(seats=(engine(), HUMAN)), "4", None),  # nothing of mine after the engine's first move
        (created(start="4455"), "", None),  # it stops at the start position
    ],
)
def test_undo_takes_back_the_last_decision_of_a_person(begun: e.Created, moves: str, undo: int | None) -> None:
    assert played(begin("g", begun), moves).undo_ply == undo


def test_a_slip_goes_with_its_move() -> None:
    state = begin("g", created("slippery-connect4"))
    move = decide(state, c.Move(0, 4), EVERYTHING)[0]
    assert isinstance(move, e.Moved)
    after = apply(state, move)
    assert len(move.lots) == 1
    assert (after.moves, after.ply, after.to_move, after.undo_ply) == ((4, *move.lots), 1, 1, 0)


def test_discs_come_in_the_order_in_which_they_were_placed() -> None:
    assert played(begin("g", created()), "4434").discs == ((4, 1, 0), (4, 2, 1), (3, 1, 0), (4, 3, 1))


def test_a_game_is_created_once_and_first() -> None:
    with pytest.raises(ValueError, match="creation"):
        fold("g", [e.Resigned(0)])
    with pytest.raises(ValueError, match="once"):
        fold("g", [created(), created()])
