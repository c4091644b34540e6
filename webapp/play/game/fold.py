"""Folds the events of a game into its state. Pure."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

import msgspec

from engine.games import GameError, find
from webapp.play.game import branches, refusals
from webapp.play.game import events as e
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState, StandIn, discs_after

_AS_CREATED = ("start", "seats", "keys", "seed", "per_minute", "analysis", "clock", "pie", "with_help", "wins")
"""The fields of a state that are as in the first event."""
_OF_PEOPLE = ("seats", "keys", "clock_left", "stand_ins", "namings", "acts", "wins")
"""The fields of a state that go with a person to the other side."""
T = TypeVar("T")


def fold(game_id: str, history: Sequence[e.Event]) -> GameState:
    """Returns the state after all events, the first of which must be ``Created``."""
    if not history or not isinstance(history[0], e.Created):
        raise ValueError("a game begins with its creation")
    state = begin(game_id, history[0])
    for event in history[1:]:
        state = apply(state, event)
    return state


def fold_stored(game_id: str, records: Sequence[e.Recorded], state: GameState | None = None) -> GameState:
    """Returns the state of a game after stored events, which follow on ``state`` or are the whole game. Raises Refusal
    if there is no such game, an event is missing or cannot follow, or this release does not know the rules."""
    if not records and state is None:
        raise refusals.no_such_game()
    before = state.version if state else 0
    if any(record.version != version for version, record in enumerate(records, start=before + 1)):
        raise refusals.damaged()
    events = [record.event for record in records]
    try:
        if state is None:
            return fold(game_id, events)
        for event in events:
            state = apply(state, event)
    except GameError as error:
        raise Refusal("no_such_game", "This game cannot be shown any more: {error}.", error=str(error)) from None
    except (ValueError, LookupError):
        raise refusals.damaged() from None
    return state


def begin(game_id: str, created: e.Created) -> GameState:
    """Returns the state after the first event."""
    people = [key for key in created.keys if key]
    old = people if created.rematch_of else []  # an older release did not note the newcomers of a rematch
    same: dict[str, Any] = {field: getattr(created, field) for field in _AS_CREATED}
    return GameState(
        game_id,
        version=1,
        game=find(created.game),
        controls=frozenset([*people, *created.controls]),
        newcomers=frozenset(old if created.newcomers is None else created.newcomers),
        clock_left=(created.clock.seconds,) * 2 if created.clock else (0.0, 0.0),
        **same,
    )


def apply(state: GameState, event: e.Event) -> GameState:
    """Returns the state after one more event. Raises ``ValueError`` for an event that cannot follow."""
    if isinstance(event, e.Moved):
        return _play(state, event)
    acts = _with(state.acts, event.seat, state.acts[event.seat] + 1) if isinstance(event, e.Act) else state.acts
    after = replace(state, version=state.version + 1, acts=acts)
    match event:
        case e.Swapped():
            return _close_questions(_swap_people(replace(after, clock_left=_charge(state, event)), True))
        case e.Undone() | e.Redone() | e.Returned():
            return _close_questions(_jump(state, after, event))
        case e.LevelSet():
            seat = e.Seat("engine", event.level, state.seats[event.seat].name)
            return replace(after, seats=_with(state.seats, event.seat, seat))
        case e.SeatSet() | e.Seated() | e.Named() | e.HandOverOffered() | e.SeatTaken() | e.OpenedToEngines():
            return _reseat(state, after, event)
        case e.Resigned() | e.Claimed() | e.Flagged() | e.Drawn():
            after = replace(after, ended=event, clock_left=_charge(state, event), handovers=(None, None))
            return _close_questions(after)
        case e.Asked():
            return replace(after, asked=event)
        case e.Declined():
            player = state.asked.seat if state.asked else event.seat
            return replace(after, asked=None, refused=state.refused | {(event.what, player)})
        case e.Paced():
            return replace(after, paused=event.paused, per_minute=event.per_minute)
        case e.Rematched():
            return replace(after, rematch=event.game_id, asked=None)
        case e.Created():
            raise ValueError("a game is created once")


def _play(state: GameState, event: e.Moved) -> GameState:
    """Plays a turn. Position, discs and movers of the new state come from the old ones, without a replay."""
    turn = (event.move, *event.lots)
    position, discs = state.position, state.discs
    for move in turn:
        position = state.game.play(position, move)
        discs = discs_after(discs, state.game.cells(position))
    after = replace(
        state,
        version=state.version + 1,
        turns=(*state.turns, turn),
        future=(),
        branches=branches.after_move(state, event.move) if state.future else state.branches,
        swap_undone=False,
        clock_left=_charge(state, event),
        handovers=_offers_after_move(state, event.seat) if any(state.handovers) else (None, None),
        asked=None,
        refused=frozenset(),
    )
    movers = (*state._movers[: len(state.turns)], int(state.game.to_move(state.position)))
    vars(after).update(position=position, discs=discs, _movers=movers)  # fills the cached properties
    if any(after.handovers) and after.outcome is not None:
        return replace(after, handovers=(None, None))
    return after


def _offers_after_move(state: GameState, mover: int) -> tuple[e.HandOverOffered | None, e.HandOverOffered | None]:
    """Returns the offers of seats once ``mover`` has moved: a person who plays on here needs no second device."""
    key = state.keys[mover]  # None: an engine has moved, perhaps as a stand-in
    first, second = (
        None if key is not None and state.owner(seat) == key else offer for seat, offer in enumerate(state.handovers)
    )
    return first, second


def _jump(state: GameState, after: GameState, event: e.Undone | e.Redone | e.Returned) -> GameState:
    """Returns ``after`` with the turns that stand after a takeback, a redo or a return to a branch."""
    if isinstance(event, e.Returned):
        return branches.return_to(state, after, event.branch)
    turns, cut = (*state.turns, *state.future), event.ply - state.start_ply
    after = replace(after, turns=turns[:cut], future=turns[cut:], takebacks=state.takebacks + 1)
    # A swap is a step at its ply: a takeback to this ply, or beyond, takes back the swap, and a redo brings it back.
    still = event.ply == state.ply
    if isinstance(event, e.Undone):
        return _swap_people(after, False) if state.swapped and (still or len(after.turns) < state.swap_turn) else after
    return _swap_people(after, True) if state.swap_undone and (still or len(after.turns) > state.swap_turn) else after


def _swap_people(state: GameState, swapped: bool) -> GameState:
    """Puts the two people on each other's side. ``swapped`` is False where a swap is taken back."""
    theirs: dict[str, Any] = {field: getattr(state, field)[::-1] for field in _OF_PEOPLE}
    return replace(state, **theirs, handovers=(None, None), swapped=swapped, swap_undone=not swapped)


def _reseat(
    state: GameState,
    after: GameState,
    event: e.SeatSet | e.Seated | e.Named | e.HandOverOffered | e.SeatTaken | e.OpenedToEngines,
) -> GameState:
    """Returns ``after`` with the new player of a seat, or the new right to a seat."""
    seat = event.seat
    match event:
        case e.SeatSet():
            stand_in = StandIn(event.owner, state.nickname(seat), state.seats[seat].bot) if event.owner else None
            after = replace(
                after,
                seats=_with(state.seats, seat, event.to),
                keys=_with(state.keys, seat, event.key),
                stand_ins=_with(state.stand_ins, seat, stand_in),
                handovers=_with(state.handovers, seat, None),
                controls=state.controls | {event.key} if event.key else state.controls,
                clock_left=_charge(state, event),
                paused=False,
                asked=None,
            )
            same = state.owner(seat) is not None and state.owner(seat) == (event.owner or event.key)
            return after if same else _close_questions(after)
        case e.Seated():
            newcomers = state.newcomers | {event.key}
            keys, controls = _with(state.keys, seat, event.key), state.controls | {event.key}
            seats = _with(state.seats, seat, msgspec.structs.replace(state.seats[seat], bot=event.bot))
            return replace(after, seats=seats, keys=keys, controls=controls, newcomers=newcomers)
        case e.Named():
            if stand_in := state.stand_ins[seat]:
                return replace(after, stand_ins=_with(state.stand_ins, seat, replace(stand_in, name=event.name)))
            named = msgspec.structs.replace(state.seats[seat], name=event.name)
            namings = _with(state.namings, seat, state.namings[seat] + 1)
            return replace(after, seats=_with(state.seats, seat, named), namings=namings)
        case e.HandOverOffered():
            return replace(after, handovers=_with(state.handovers, seat, event))
        case e.SeatTaken():
            return _hand_over(state, after, event)
        case e.OpenedToEngines():
            return replace(after, open_to_engines=event.on)


def _hand_over(state: GameState, after: GameState, event: e.SeatTaken) -> GameState:
    """Gives the new token all rights of the old one, which keeps only its other seat."""
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
    """Closes the open question and forgets the declined ones, since all may be asked again."""
    return replace(state, asked=None, refused=frozenset())


def _charge(state: GameState, event: e.Moved | e.Swapped | e.SeatSet | e.Ending) -> tuple[float, float]:
    """Returns the clocks, that of the side to move charged. Engines have no clock, and the first move gains nothing."""
    seat = state.to_move
    if state.clock is None or seat is None or state.seats[seat].kind != "human":
        return state.clock_left
    gain = state.clock.increment if isinstance(event, e.Moved | e.Swapped) and state.turns else 0.0
    spent = state.clock_left[seat] if isinstance(event, e.Flagged) else event.spent
    return _with(state.clock_left, seat, max(0.0, state.clock_left[seat] - spent) + gain)


def _with(pair: tuple[T, T], seat: int, value: T) -> tuple[T, T]:
    """Returns the pair with another value for one seat."""
    return (value, pair[1]) if seat == 0 else (pair[0], value)
