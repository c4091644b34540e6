"""Folds the events of a game into its state. Pure.

``fold`` over all events gives the same state as ``apply`` after each event: there is no other way to a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import msgspec

from engine.games import find
from webapp.play.game import branches, pie
from webapp.play.game import events as e
from webapp.play.game.state import GameState, StandIn


def fold(game_id: str, history: Sequence[e.Event]) -> GameState:
    """Returns the state after all events, the first of which must be ``Created``."""
    if not history or not isinstance(history[0], e.Created):
        raise ValueError("a game begins with its creation")
    state = begin(game_id, history[0])
    for event in history[1:]:
        state = apply(state, event)
    return state


def begin(game_id: str, created: e.Created) -> GameState:
    """Returns the state after the first event."""
    return GameState(
        game_id=game_id,
        version=1,
        game=find(created.game),
        start=created.start,
        seats=created.seats,
        keys=created.keys,
        controls=frozenset(key for key in (*created.keys, *created.controls) if key),
        seed=created.seed,
        per_minute=created.per_minute,
        analysis=created.analysis,
        clock=created.clock,
        pie=created.pie,
        with_help=created.with_help,
        newcomers=_newcomers(created),
        wins=created.wins,
        clock_left=(created.clock.seconds,) * 2 if created.clock else (0.0, 0.0),
    )


def _newcomers(created: e.Created) -> frozenset[str]:
    """Returns the tokens of people who came to the earlier games of a rematch; all tokens, if nothing was noted."""
    if created.newcomers is not None:
        return frozenset(created.newcomers)
    return frozenset(key for key in created.keys if key) if created.rematch_of else frozenset()


def apply(state: GameState, event: e.Event) -> GameState:
    """Returns the state after one more event; raises ``ValueError`` for an event that cannot follow."""
    if isinstance(event, e.Moved):
        return _play(state, event)
    after = replace(state, version=state.version + 1)
    match event:
        case e.Swapped():
            return _close_questions(pie.swap_people(replace(after, clock_left=_charge(state, event)), True))
        case e.Undone() | e.Redone() | e.Returned():
            return _close_questions(_jump(state, after, event))
        case e.LevelSet():
            seat = e.Seat("engine", event.level, state.seats[event.seat].name)
            return replace(after, seats=_with(state.seats, event.seat, seat))
        case e.SeatSet() | e.Seated() | e.Named() | e.HandOverOffered() | e.SeatTaken():
            return _reseat(state, after, event)
        case e.Resigned() | e.Claimed() | e.Flagged() | e.Drawn():
            return _close_questions(replace(after, ended=event, clock_left=_charge(state, event)))
        case e.Asked():
            return replace(after, asked=event)
        case e.Declined():
            asker = state.asked.seat if state.asked else event.seat
            return replace(after, asked=None, refused=state.refused | {(event.what, asker)})
        case e.Paced():
            return replace(after, paused=event.paused, per_minute=event.per_minute)
        case e.Rematched():
            return replace(after, rematch=event.game_id, asked=None)
        case e.Created():
            raise ValueError("a game is created once")


def _play(state: GameState, event: e.Moved) -> GameState:
    """Plays a turn. Position, discs and movers of the new state follow from the old ones, without a replay."""
    turn = (event.move, *event.lots)
    position, discs = state.position, list(state.discs)
    earlier = {disc[:2] for disc in discs}
    for move in turn:
        position = state.game.play(position, move)
        new = [(*cell, int(owner)) for cell, owner in state.game.cells(position) if cell not in earlier]
        earlier.update([disc[:2] for disc in new])
        discs += new
    after = replace(
        state,
        version=state.version + 1,
        turns=(*state.turns, turn),
        future=(),
        branches=branches.after_move(state, event.move) if state.future else state.branches,
        swap_undone=False,
        clock_left=_charge(state, event),
        asked=None,
        refused=frozenset(),
    )
    movers = (*state._movers[: len(state.turns)], int(state.game.to_move(state.position)))
    vars(after).update(position=position, discs=tuple(discs), _movers=movers)  # fills the cached properties
    return after


def _jump(state: GameState, after: GameState, event: e.Undone | e.Redone | e.Returned) -> GameState:
    """Returns ``after`` with the turns that stand after a takeback, a redo or a return to a branch."""
    if isinstance(event, e.Returned):
        return branches.return_to(state, after, event.branch)
    turns, cut = (*state.turns, *state.future), event.ply - state.start_ply
    after = replace(after, turns=turns[:cut], future=turns[cut:], takebacks=state.takebacks + 1)
    return pie.restore_sides(state, after, event)


def _reseat(
    state: GameState, after: GameState, event: e.SeatSet | e.Seated | e.Named | e.HandOverOffered | e.SeatTaken
) -> GameState:
    """Returns ``after`` with the new player of a seat, or the new right to a seat."""
    seat = event.seat
    match event:
        case e.SeatSet():
            stand_in = StandIn(event.owner, state.ply) if event.owner else None
            return _close_questions(
                replace(
                    after,
                    seats=_with(state.seats, seat, event.to),
                    keys=_with(state.keys, seat, event.key),
                    stand_ins=_with(state.stand_ins, seat, stand_in),
                    controls=state.controls | {event.key} if event.key else state.controls,
                    clock_left=_charge(state, event),
                    paused=False,
                )
            )
        case e.Seated():
            newcomers = state.newcomers | {event.key}
            keys, controls = _with(state.keys, seat, event.key), state.controls | {event.key}
            return replace(after, keys=keys, controls=controls, newcomers=newcomers)
        case e.Named():
            named = msgspec.structs.replace(state.seats[seat], name=event.name)
            namings = _with(state.namings, seat, state.namings[seat] + 1)
            return replace(after, seats=_with(state.seats, seat, named), namings=namings)
        case e.HandOverOffered():
            return replace(after, handovers=_with(state.handovers, seat, event.key))
        case e.SeatTaken():
            return _pass_seat(state, after, event)


def _pass_seat(state: GameState, after: GameState, event: e.SeatTaken) -> GameState:
    """Gives the new token all rights of the old token; the old token keeps only its other seat."""
    seat, old, stand_in = event.seat, state.owner(event.seat), state.stand_ins[event.seat]
    void = {old} if old and old != state.owner(1 - seat) else set()
    kept = replace(stand_in, key=event.key) if stand_in else None
    return replace(
        after,
        keys=state.keys if stand_in else _with(state.keys, seat, event.key),
        stand_ins=_with(state.stand_ins, seat, kept),
        handovers=_with(state.handovers, seat, None),
        controls=(state.controls - void) | {event.key},
        newcomers=state.newcomers | {event.key},
    )


def _close_questions(state: GameState) -> GameState:
    """Closes the open question and forgets the declined ones: the game went on, and all may be asked again."""
    return replace(state, asked=None, refused=frozenset())


def _charge(state: GameState, event: e.Moved | e.Swapped | e.SeatSet | e.Ending) -> tuple[float, float]:
    """Charges the clock of the side to move. Engines have no clock, and the first move is free."""
    seat = state.to_move
    if state.clock is None or seat is None or state.seats[seat].kind != "human":
        return state.clock_left
    gain = state.clock.increment if isinstance(event, e.Moved | e.Swapped) and state.turns else 0.0
    spent = state.clock_left[seat] if isinstance(event, e.Flagged) else event.spent
    seconds = max(0.0, state.clock_left[seat] - spent) + gain
    clocks: tuple[float, float] = _with(state.clock_left, seat, seconds)
    return clocks


def _with(pair: tuple[Any, Any], seat: int, value: Any) -> tuple[Any, Any]:
    """Returns the pair with another value for one seat."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)
