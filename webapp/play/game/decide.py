"""What follows from what somebody wants to do: pure decisions.

``decide(state, command, who)`` gives the events that the command causes, or raises :class:`Refusal`, which changes
nothing. Nothing here knows the time, and the only chance is drawn from the seed of the game.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

from engine import nearest_level
from engine.games import CHANCE, Game, IllegalMoveError, Move
from webapp.play.game import agreements, branches, pie
from webapp.play.game import commands as c
from webapp.play.game import events as e
from webapp.play.game.access import Who
from webapp.play.game.agreements import name_of
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState


def decide(state: GameState, command: c.Command, who: Who) -> list[e.Event]:
    """The events that ``command`` of ``who`` causes; none if all is so already."""
    match command:
        case c.MakeMove():
            return [_move(state, command, who)]
        case c.Undo():
            return _undo(state, command, who)
        case c.Redo():
            return _redo(state, command, who)
        case c.Return():
            _may_control(who)
            _fresh(state, command.ply)
            return [*_held(state), *branches.go_back(state, command.branch, who)]
        case c.Swap():
            _fresh(state, command.ply)
            return pie.swap(state, who)
        case c.SetLevel():
            return [_set_level(state, command, who)]
        case c.SetSeat():
            return [_set_seat(state, command, who)]
        case c.Resign():
            return [_resign(state, who)]
        case c.Pace():
            return _pace(state, command, who)
        case c.Rematch():
            return _rematch(state, command, who)
        case c.Flag():
            return [e.Flagged(command.seat)]
        case _:
            return _together(state, command, who)


def _together(
    state: GameState, command: c.Sit | c.GiveSeat | c.TakeSeat | c.Ask | c.Reply | c.Absence, who: Who
) -> list[e.Event]:
    match command:
        case c.Sit():
            return agreements.sit(state, command.key, who)
        case c.GiveSeat():
            return agreements.hand_over(state, command.seat, command.code, who)
        case c.TakeSeat():
            return agreements.take_seat(state, command.code, command.key)
        case c.Ask():
            if command.ply is not None:
                _fresh(state, command.ply)
            return agreements.ask(state, command.what, who)
        case c.Reply():
            return (agreements.agree if command.yes else agreements.decline)(state, command.what, who)
        case c.Absence():
            decided = agreements.claim if command.claim else agreements.stand_in
            return decided(state, command.seat, command.gone, command.patience, who)


def draw_lots(game: Game[Any], position: Any, seed: int, place: str) -> tuple[Move, ...]:
    """What chance draws from ``position`` until a player is to move; the same for the same seed and place."""
    lots: list[Move] = []
    while game.outcome(position) is None and game.to_move(position) is CHANCE:
        rng = random.Random(f"{seed} {place} {len(lots)}")
        moves, weights = zip(*game.outcomes(position), strict=True)
        lots.append(rng.choices(moves, weights)[0])
        position = game.play(position, lots[-1])
    return tuple(lots)


def _move(state: GameState, command: c.MakeMove, who: Who) -> e.Moved:
    engine = command.seat is not None
    if not engine and not who.seats and not who.controls:
        raise Refusal("not_your_seat", "You are watching this game; only its players can move.")
    if state.outcome is not None:
        raise Refusal("game_over", "The game is over; begin a new one to play on.")
    _fresh(state, command.ply)
    seat = state.to_move
    if seat is None or (command.seat != seat if engine else seat not in who.seats):
        mover = name_of(state, seat or 0)
        raise Refusal("not_your_turn", f"It is {mover}'s turn.")
    if state.seats[seat].kind != ("engine" if engine else "human"):
        raise Refusal("not_your_turn", "That seat has changed hands.")
    try:
        after = state.game.play(state.position, command.move)
    except IllegalMoveError as error:
        raise Refusal("illegal_move", f"{error.reason[:1].upper()}{error.reason[1:]}.") from None
    lots = draw_lots(state.game, after, state.seed, f"{state.line} {state.ply}")
    return e.Moved(state.ply, seat, command.move, lots, command.answer)


def _undo(state: GameState, command: c.Undo, who: Who) -> list[e.Event]:
    """Alone or against an engine a move is taken back; another person is asked."""
    _may_control(who)
    agreements.not_ended(state)
    _fresh(state, command.ply)
    if agreements.others(state, who):
        return agreements.ask(state, "takeback", who)
    agreements.untimed(state)
    if state.undo_ply is None:
        raise Refusal("nothing_to_undo", "There is no move to take back.")
    if any(lent and state.undo_ply < lent.ply for lent in state.lent):
        raise Refusal("nothing_to_undo", "The moves from before the engine played on stand.")
    return [*_held(state), e.Undone(state.undo_ply)]


def _redo(state: GameState, command: c.Redo, who: Who) -> list[e.Event]:
    _may_control(who)
    agreements.not_ended(state)
    _fresh(state, command.ply)
    if agreements.others(state, who):
        raise Refusal("bad_request", "Between two people a move comes back by being played again.")
    if state.redo_ply is None:
        raise Refusal("nothing_to_redo", "There is no move to bring back.")
    return [*_held(state), e.Redone(state.redo_ply)]


def _held(state: GameState) -> Sequence[e.Event]:
    """Between engines a takeback also holds the game, or it would be played away at once."""
    return [e.Paced(True, state.per_minute)] if state.all_engines and not state.paused else []


def _set_level(state: GameState, command: c.SetLevel, who: Who) -> e.LevelSet:
    _may_control(who)
    if state.seats[command.seat].kind != "engine":
        raise Refusal("bad_request", f"{name_of(state, command.seat)} is played by a person and has no level.")
    _not_lent(state, command.seat, who)
    return e.LevelSet(command.seat, command.level)


def _set_seat(state: GameState, command: c.SetSeat, who: Who) -> e.SeatSet:
    _may_control(who)
    agreements.not_ended(state)
    seat, now, key = command.seat, state.seats[command.seat], state.keys[command.seat]
    if now.kind == "human" and key is not None and seat not in who.seats:
        raise Refusal("not_your_seat", f"Only the player of {name_of(state, seat)} can leave that seat.")
    _not_lent(state, seat, who)
    if command.kind == "human":
        return e.SeatSet(seat, e.Seat("human", None, command.name), state.owner(seat) or who.key)
    # Opposite another person an engine plays on for whoever leaves: the seat stays theirs.
    owner = state.owner(seat) if agreements.others(state, who) else None
    level = command.level or now.level or nearest_level(state.game.name)
    return e.SeatSet(seat, e.Seat("engine", level, command.name), None, owner)


def _not_lent(state: GameState, seat: int, who: Who) -> None:
    if state.lent[seat] and seat not in who.lent:
        raise Refusal("not_your_seat", f"The engine plays on for {name_of(state, seat)}, who may come back.")


def _resign(state: GameState, who: Who) -> e.Resigned:
    if not who.seats:
        raise Refusal("not_your_seat", "Only a player can resign.")
    if state.outcome is not None:
        raise Refusal("game_over", "The game is over already.")
    seat = state.to_move if state.to_move in who.seats else min(who.seats)
    return e.Resigned(seat if seat is not None else min(who.seats))


def _pace(state: GameState, command: c.Pace, who: Who) -> list[e.Event]:
    _may_control(who)
    if not state.all_engines:
        raise Refusal("bad_request", "Only a game of two engines can be held or sped up.")
    wanted = e.Paced(
        state.paused if command.paused is None else command.paused,
        state.per_minute if command.per_minute is None else command.per_minute,
    )
    return [] if (wanted.paused, wanted.per_minute) == (state.paused, state.per_minute) else [wanted]


def _rematch(state: GameState, command: c.Rematch, who: Who) -> list[e.Event]:
    """Alone or against an engine it begins; another person is asked, and agrees by asking the same."""
    _may_control(who)
    agreements.over(state)
    if agreements.others(state, who):
        asked = agreements.ask(state, "rematch", who)
        if asked or (state.asked and state.asked.seat in who.seats):
            return asked
    return [e.Rematched(command.game_id)]


def _may_control(who: Who) -> None:
    if not who.controls:
        raise Refusal("not_your_seat", "You are watching this game; only its players can do that.")


def _fresh(state: GameState, ply: int) -> None:
    if ply != state.ply:
        raise Refusal("stale", f"The game has gone on: it stands at move {state.ply}, not {ply}.")
