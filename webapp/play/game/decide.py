"""Decides which events follow from a command. Pure: chance is drawn from the seed of the game."""

import random
from collections.abc import Sequence
from typing import Any

from engine import nearest_level
from engine.games import CHANCE, Game, IllegalMoveError, Move
from engine.text import sentence
from webapp.play.game import agreements, branches, refusals
from webapp.play.game import commands as c
from webapp.play.game import events as e
from webapp.play.game.access import Rights, key_of
from webapp.play.game.agreements import name_of
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState


def decide(state: GameState, command: c.AnyCommand, rights: Rights, now: float = 0.0) -> list[e.Event]:
    """Returns the events caused by a command of a person with ``rights``: none if nothing would change. Raises
    :class:`Refusal` for a command that is not granted. Offers of seats expire: ``now`` is seconds since 1970."""
    match command:
        case c.Move() | c.EngineMove():
            return [_move(state, command, rights)]
        case c.Undo():
            return _undo(state, command, rights)
        case c.Redo():
            return _redo(state, command, rights)
        case c.Return():
            _refuse_watcher(rights)
            _refuse_stale(state, command.ply)
            return [*_pause_engines(state), *branches.go_back(state, command.branch, rights)]
        case c.Swap():
            _refuse_stale(state, command.ply)
            return _swap(state, rights)
        case c.SetLevel():
            return _set_level(state, command.seat, command.level, rights)
        case c.SetSeat():
            return _set_seat(state, command, rights)
        case c.Resign():
            return [_resign(state, rights)]
        case c.Pace():
            return _pace(state, command, rights)
        case c.BeginRematch():
            return _rematch(state, command, rights)
        case c.Flag():
            return [e.Flagged(command.seat)]
        case _:
            return _decide_between_people(state, command, rights, now)


def _decide_between_people(state: GameState, command: c.AnyCommand, rights: Rights, now: float) -> list[e.Event]:
    match command:
        case c.Sit():
            return agreements.sit(state, key_of(command.token), rights, command.bot)
        case c.OpenToEngines():
            return agreements.open_to_engines(state, command.on, rights)
        case c.Name():
            return agreements.name_seat(state, command.name, rights)
        case c.HideName():
            return [e.Named(command.seat, None)] if state.nickname(command.seat) else []
        case c.HandOver():
            return agreements.hand_over(state, command.seat, key_of(command.code), rights, now)
        case c.TakeSeat():
            return agreements.take_seat(state, key_of(command.code), key_of(command.token), now)
        case c.Ask():
            if command.ply is not None:
                _refuse_stale(state, command.ply)
            return agreements.ask(state, command.what, rights)
        case c.Reply():
            return (agreements.agree if command.yes else agreements.decline)(state, command.what, rights)
        case c.OnAbsence(c.StandIn(seat=seat), seconds, patience):
            return agreements.stand_in(state, seat, seconds, patience, rights)
        case c.OnAbsence(c.Claim(seat=seat), seconds, patience):
            return agreements.claim(state, seat, seconds, patience, rights)
    raise ValueError(f"nothing decides on {type(command).__name__}")


def refuse_too_long(state: GameState, events: Sequence[e.Event], longest: int) -> None:
    """Raises a refusal where the game would have more than ``longest`` events with ``events``. One person's events
    cannot use up what others need. The last tenth is for moves. To come, to come back and to end the game is always
    granted, since each follows from an event that is not. In a game of two people, the events about one seat other than
    moves are a fifth at most."""
    after, last = state.version + len(events), events[-1]
    if after <= longest * 9 // 10 and not isinstance(last, e.Act):
        return
    if isinstance(last, e.Ending | e.Seated | e.SeatTaken | e.Rematched) or _is_bounded(state, last):
        return
    most = longest if isinstance(last, e.Moved) else longest * 9 // 10
    alone = state.owner(0) == state.owner(1) or None in (state.owner(0), state.owner(1))
    if after > most or (isinstance(last, e.Act) and not alone and state.acts[last.seat] >= longest // 5):
        raise Refusal("too_long", "This game has changed too often; please begin a new one.")


def _is_bounded(state: GameState, event: e.Event) -> bool:
    """Tells whether an event can come a few times only: a seat taken back from an engine, a name lost, a rematch."""
    match event:
        case e.SeatSet():
            return event.key is not None and event.key == state.owner(event.seat)
        case e.Asked() | e.Declined():
            return event.what == "rematch"
        case _:
            return isinstance(event, e.Named) and event.name is None


def draw_lots(game: Game[Any], position: Any, seed: int, place: str) -> tuple[Move, ...]:
    """Draws the chance moves from ``position`` until a player is to move, the same for the same seed and place."""
    lots = list[Move]()
    while game.has_chance and game.outcome(position) is None and game.to_move(position) is CHANCE:
        rng = random.Random(f"{seed} {place} {len(lots)}")
        moves, weights = zip(*game.outcomes(position), strict=True)
        lots.append(rng.choices(moves, weights)[0])
        position = game.play(position, lots[-1])
    return tuple(lots)


def _move(state: GameState, command: c.Move | c.EngineMove, rights: Rights) -> e.Moved | e.Swapped:
    engine = isinstance(command, c.EngineMove)
    if not engine and not rights.seats and not rights.controls:
        raise Refusal("not_your_seat", "You are watching this game; only its players can move.")
    if state.outcome is not None:
        raise Refusal("game_over", "The game is over; begin a new one to play on.")
    _refuse_stale(state, command.ply)
    seat = state.to_move
    if seat is None or (command.seat != seat if isinstance(command, c.EngineMove) else seat not in rights.seats):
        raise Refusal("not_your_turn", "It is {side}’s turn.", side=name_of(state, seat or 0))
    if state.seats[seat].kind != ("engine" if engine else "human"):
        raise Refusal("not_your_turn", "Another player has that seat now.")
    if isinstance(command, c.EngineMove) and command.swap:
        return e.Swapped(state.ply, seat)
    try:
        after = state.game.play(state.position, command.move)
    except IllegalMoveError as error:
        raise Refusal("illegal_move", sentence(error.reason)) from None
    lots = draw_lots(state.game, after, state.seed, f"{state.takebacks} {state.ply}")
    return e.Moved(state.ply, seat, command.move, lots, command.answer if isinstance(command, c.EngineMove) else None)


def _undo(state: GameState, command: c.Undo, rights: Rights) -> list[e.Event]:
    """Takes a move back where the sender plays alone or against an engine. Otherwise asks the other person."""
    _refuse_watcher(rights)
    agreements.refuse_ended(state)
    agreements.refuse_lent(state)
    others = agreements.other_people(state, rights)
    # An engine may answer before the takeback arrives, and the person still means their own last move.
    answered = not others and state.undo_ply is not None and state.undo_ply < command.ply < state.ply
    if not answered:
        _refuse_stale(state, command.ply)
    if others:
        return agreements.ask(state, "takeback", rights)
    agreements.refuse_timed(state)
    if state.undo_ply is None:
        raise Refusal("nothing_to_undo", "There is no move to take back.")
    return [*_pause_engines(state), e.Undone(state.undo_ply)]


def _redo(state: GameState, command: c.Redo, rights: Rights) -> list[e.Event]:
    _refuse_watcher(rights)
    agreements.refuse_ended(state)
    agreements.refuse_lent(state)
    _refuse_stale(state, command.ply)
    if agreements.other_people(state, rights):
        raise Refusal("bad_request", "In a game between two people, play the move again instead.")
    if state.redo_ply is None:
        raise Refusal("nothing_to_redo", "There is no move to bring back.")
    return [*_pause_engines(state), e.Redone(state.redo_ply)]


def _pause_engines(state: GameState) -> Sequence[e.Event]:
    """Pauses a game between engines before a takeback, so that they do not play on."""
    return [e.Paced(True, state.per_minute)] if state.all_engines and not state.paused else []


def _swap(state: GameState, rights: Rights) -> list[e.Event]:
    """Decides on the pie rule: the second player may answer the first move, or discs placed before, by taking the other
    side's place. The board, the moves and the notation stay, and the players change sides. So a winning first move is
    of no use."""
    if not rights.seats:
        raise refusals.watching()
    if not state.pie:
        raise Refusal("bad_request", "This game is played without the swap rule.")
    if not state.can_swap or state.to_move is None:
        raise Refusal("bad_request", "Sides can be swapped only in answer to the first move.")
    if state.to_move not in rights.seats:
        raise Refusal("not_your_turn", "It is {side}’s turn.", side=name_of(state, state.to_move))
    return [e.Swapped(state.ply, state.to_move)]


def _set_level(state: GameState, seat: int, level: int, rights: Rights) -> list[e.Event]:
    _refuse_watcher(rights)
    if state.seats[seat].kind != "engine":
        raise Refusal("bad_request", "{side} is played by a person and has no level.", side=name_of(state, seat))
    _refuse_kept_seat(state, seat, rights)
    if state.stand_ins[seat] and not state.help_allowed:
        raise Refusal("no_help", "The engine's level stays as it is; take your seat back to play on.")
    return [] if level == state.seats[seat].level else [e.LevelSet(seat, level)]


def _set_seat(state: GameState, command: c.SetSeat, rights: Rights) -> list[e.Event]:
    """Decides on another player of a seat. The same player stays without an event, so that no question is closed."""
    _refuse_watcher(rights)
    agreements.refuse_ended(state)
    seat, now, key = command.seat, state.seats[command.seat], state.keys[command.seat]
    if now.kind == "human" and key is not None and seat not in rights.seats:
        raise Refusal("not_your_seat", "Only the player of {side} can leave that seat.", side=name_of(state, seat))
    _refuse_kept_seat(state, seat, rights)
    if now.kind == command.kind == "engine":
        return _set_level(state, seat, command.level or now.level or 1, rights)
    if command.kind == "human":
        came_back = e.SeatSet(
            seat, e.Seat("human", None, state.nickname(seat), _is_bot(state, seat)), state.owner(seat) or rights.key
        )
        return [] if seat in rights.seats else [came_back]
    if state.owner(seat) is not None and not state.help_allowed:
        raise Refusal("no_help", "The engine takes over a seat only while its player is away.")
    # Against another person the engine only plays for the absent one: the seat still belongs to the person who leaves.
    alone = not agreements.other_people(state, rights) and state.lent is None
    level = command.level or nearest_level(state.game.name)
    return [e.SeatSet(seat, e.Seat("engine", level), None, None if alone else state.owner(seat))]


def _is_bot(state: GameState, seat: int) -> bool:
    """Tells whether the person who comes back to a seat is a program."""
    stand_in = state.stand_ins[seat]
    return stand_in.bot if stand_in else False


def _resign(state: GameState, rights: Rights) -> e.Resigned:
    if not rights.seats:
        raise Refusal("not_your_seat", "Only a player can resign.")
    if state.outcome is not None:
        raise refusals.over()
    seat = state.to_move if state.to_move in rights.seats else min(rights.seats)
    return e.Resigned(seat if seat is not None else min(rights.seats))


def _pace(state: GameState, command: c.Pace, rights: Rights) -> list[e.Event]:
    _refuse_watcher(rights)
    if not state.all_engines:
        raise Refusal("bad_request", "Only a game between two engines can be paused or made faster.")
    paused = command.paused if isinstance(command.paused, bool) else command.step or state.paused
    per_minute = command.per_minute if isinstance(command.per_minute, float) else state.per_minute
    return [] if (paused, per_minute) == (state.paused, state.per_minute) else [e.Paced(paused, per_minute)]


def _rematch(state: GameState, command: c.BeginRematch, rights: Rights) -> list[e.Event]:
    """Begins the rematch where the sender plays alone or against an engine. Between people both must ask for it."""
    _refuse_watcher(rights)
    agreements.refuse_running(state)
    agreements.refuse_lent(state)
    if agreements.other_people(state, rights):
        asked = agreements.ask(state, "rematch", rights)
        if asked or (state.asked and state.asked.seat in rights.seats):
            return asked
    return [e.Rematched(command.game_id)]


def _refuse_watcher(rights: Rights) -> None:
    if not rights.controls:
        raise refusals.watching()


def _refuse_stale(state: GameState, ply: int) -> None:
    if ply != state.ply:
        raise refusals.stale(state, ply)


def _refuse_kept_seat(state: GameState, seat: int, rights: Rights) -> None:
    """Raises a refusal where an engine plays for another person on the seat."""
    if state.stand_ins[seat] and seat not in rights.stand_ins:
        raise agreements.kept(state, seat)
