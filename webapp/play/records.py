"""Turns a game of the server into a record of one line, as :mod:`engine.games.formats.records` writes it, and back."""

import secrets

from engine.games import CHANCE, find
from engine.games.formats.records import GameRecord
from webapp.play.game import events as e
from webapp.play.game.state import GameState
from webapp.play.game.views import outcome_view

_NAME = 20
_PERSON = "person"
"""The player of a seat without a nickname."""


def record_of(state: GameState) -> GameRecord:
    """Returns the record of a game. The reason why it ended before its end by the rules is a sentence in English."""
    first, second = (_player(seat) for seat in state.seats)
    ended = outcome_view(state)
    forfeit = ended.words if state.ended is not None and ended is not None else ""
    winner = state.outcome.winner if state.outcome else None
    return GameRecord(state.game.name, state.moves, (first, second), winner, forfeit)


def events_of(record: GameRecord) -> list[e.Event]:
    """Returns the events of a recorded game. One that was given up ends by resigning or a draw by agreement, and an
    unfinished one is a position to analyse. The seats belong to no one, because their tokens are unknown."""
    game = find(record.game)
    if not record.is_over:
        people = (e.Seat("human"), e.Seat("human"))
        return [e.Created(record.game, people, record.moves, 0, (None, None), (), 0.0, analysis=True)]
    start, turns, state = list[int](), list[tuple[int, list[int]]](), game.initial()
    for move in record.moves:
        mover = game.to_move(state)
        if mover is not CHANCE:
            turns.append((int(mover), [move]))
        else:
            (turns[-1][1] if turns else start).append(move)
        state = game.play(state, move)
    seats = (_seat(record.players[0]), _seat(record.players[1]))
    keys = (secrets.token_hex(32), secrets.token_hex(32))
    found: list[e.Event] = [e.Created(record.game, seats, tuple(start), 0, keys, (), 0.0)]
    found += [e.Moved(ply, seat, move, tuple(lots)) for ply, (seat, (move, *lots)) in enumerate(turns)]
    if game.outcome(state) is None:
        found.append(e.Drawn() if record.winner is None else e.Resigned(int(record.winner.other)))
    return found


def _player(seat: e.Seat) -> str:
    return seat.name or (f"level {seat.level}" if seat.kind == "engine" else _PERSON)


def _seat(name: str) -> e.Seat:
    word, _, number = name.partition(" ")
    if word == "level" and number.isdecimal() and 1 <= int(number) <= 10:
        return e.Seat("engine", int(number))
    return e.Seat("human", name=None if name in ("", _PERSON) else name[:_NAME].strip())
