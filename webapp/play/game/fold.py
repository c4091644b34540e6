"""Folds the events of a game into its state. Pure.

``fold`` applied to all events gives the same state as ``apply`` after each event: there is no other way to a state.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from engine.games import find
from webapp.play.game import branches, pie
from webapp.play.game import events as e
from webapp.play.game.state import GameState, Lent


def begin(game_id: str, created: e.Created) -> GameState:
    """The state after the first event."""
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
        left=(created.clock.seconds,) * 2 if created.clock else (0.0, 0.0),
    )


def apply(state: GameState, event: e.Event) -> GameState:
    """The state after one more event; raises ``ValueError`` for an event that cannot follow."""
    if isinstance(event, e.Moved):
        return _played(state, event)
    after = replace(state, version=state.version + 1)
    match event:
        case e.Swapped():
            return _unasked(pie.exchanged(replace(after, left=_timed(state, event)), True))
        case e.Undone() | e.Redone() | e.Returned():
            return _unasked(_jumped(state, after, event))
        case e.LevelSet():
            seat = e.Seat("engine", event.level, state.seats[event.seat].name)
            return replace(after, seats=_with(state.seats, event.seat, seat))
        case e.SeatSet() | e.Seated() | e.HandOver() | e.Handed():
            return _reseated(state, after, event)
        case e.Resigned() | e.Claimed() | e.Flagged() | e.Drawn():
            return _unasked(replace(after, ended=event))
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


def _jumped(state: GameState, after: GameState, event: e.Undone | e.Redone | e.Returned) -> GameState:
    """After other moves stand than before."""
    if isinstance(event, e.Returned):
        return branches.returned(state, after, event.branch)
    both, cut = (*state.turns, *state.future), event.ply - state.start_ply
    return pie.stepped(state, replace(after, turns=both[:cut], future=both[cut:], line=state.line + 1), event)


def _reseated(state: GameState, after: GameState, event: e.SeatSet | e.Seated | e.HandOver | e.Handed) -> GameState:
    """After a seat, or the right to it, changed hands."""
    seat = event.seat
    match event:
        case e.SeatSet():
            return _unasked(
                replace(
                    after,
                    seats=_with(state.seats, seat, event.to),
                    keys=_with(state.keys, seat, event.key),
                    lent=_with(state.lent, seat, Lent(event.owner, state.ply) if event.owner else None),
                    controls=state.controls | {event.key} if event.key else state.controls,
                    left=_timed(state, event),
                    paused=False,
                )
            )
        case e.Seated():
            return replace(after, keys=_with(state.keys, seat, event.key), controls=state.controls | {event.key})
        case e.HandOver():
            return replace(after, handovers=_with(state.handovers, seat, event.key))
        case e.Handed():
            return _handed(state, after, event)


def _handed(state: GameState, after: GameState, event: e.Handed) -> GameState:
    """The new token has all that the old one had, and the old one nothing, except its other seat."""
    seat, old, lent = event.seat, state.owner(event.seat), state.lent[event.seat]
    gone = {old} if old and old != state.owner(1 - seat) else set()
    return replace(
        after,
        keys=state.keys if lent else _with(state.keys, seat, event.key),
        lent=_with(state.lent, seat, replace(lent, key=event.key)) if lent else state.lent,
        handovers=_with(state.handovers, seat, None),
        controls=(state.controls - gone) | {event.key},
    )


def _unasked(state: GameState) -> GameState:
    """The game went on: no question is open, and all may be asked again."""
    return replace(state, asked=None, refused=frozenset())


def _timed(state: GameState, event: e.Moved | e.Swapped | e.SeatSet) -> tuple[float, float]:
    """The clocks after the side to move has spent some of its time. Engines have no clock, the first move is free."""
    seat = state.to_move
    if state.clock is None or seat is None or state.seats[seat].kind != "human":
        return state.left
    gain = state.clock.increment if not isinstance(event, e.SeatSet) and state.turns else 0.0
    left: tuple[float, float] = _with(state.left, seat, max(0.0, state.left[seat] - event.spent) + gain)
    return left


def fold(game_id: str, history: Sequence[e.Event]) -> GameState:
    """The state after all events, of which the first must be ``Created``."""
    if not history or not isinstance(history[0], e.Created):
        raise ValueError("a game begins with its creation")
    state = begin(game_id, history[0])
    for event in history[1:]:
        state = apply(state, event)
    return state


def _played(state: GameState, event: e.Moved) -> GameState:
    """After a turn, with what is worked out from what was known before it."""
    turn = (event.move, *event.lots)
    position, discs = state.position, list(state.discs)
    for move in turn:
        earlier = {cell for cell, _ in state.game.cells(position)}
        position = state.game.play(position, move)
        discs += [(*cell, int(owner)) for cell, owner in state.game.cells(position) if cell not in earlier]
    after = replace(
        state,
        version=state.version + 1,
        turns=(*state.turns, turn),
        future=(),
        branches=branches.left(state, event.move),
        reswap=False,
        left=_timed(state, event),
        asked=None,
        refused=frozenset(),
    )
    deciders = (*state._deciders[: len(state.turns)], int(state.game.to_move(state.position)))
    vars(after).update(position=position, discs=tuple(discs), _deciders=deciders)  # the places of the cached properties
    return after


def _with(pair: tuple[Any, Any], seat: int, value: Any) -> tuple[Any, Any]:
    return (value, pair[1]) if seat == 0 else (pair[0], value)
