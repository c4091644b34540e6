"""Works out the first events of a new game and of a rematch. Draws seeds and tokens, and stores nothing."""

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from engine.games import CHANCE, Game, GameError, Move, find, parse, replay
from engine.text import sentence
from webapp.play.game import events as e
from webapp.play.game.access import key_of
from webapp.play.game.decide import draw_lots
from webapp.play.game.nicknames import look_alike, nickname
from webapp.play.game.refusals import Refusal
from webapp.play.game.state import GameState


@dataclass(frozen=True, slots=True)
class Creation:
    """Holds the first events of a new game, and the tokens of the seats (None for an engine's) and of the table."""

    events: list[e.Event]
    seat_tokens: tuple[str | None, str | None]
    table_token: str | None


@dataclass(frozen=True)
class Wishes:
    """Describes a new game by the name of its rules and the moves to the start position, as a list or as text. For an
    ``analysis`` the moves may be a whole game and can be taken back. ``free`` are the seats left for a person to come.
    ``pie``: the other player may swap sides after the first move, or before it where the start position has discs.
    ``with_help``: two people may ask the engine during the game."""

    name: str
    seats: tuple[e.Seat, e.Seat]
    moves: Sequence[Move] | str = ()
    analysis: bool = False
    free: Sequence[int] = ()
    clock: e.Clock | None = None
    pie: bool = False
    with_help: bool = False


def create_game(wishes: Wishes, per_minute: float, draw: Callable[[str], str]) -> Creation:
    """Works out the events of a new game. ``draw`` returns the token for "seat 0", "seat 1" or "table". Raises
    :class:`Refusal` if there is no such game, or the start position is impossible or finished."""
    seats, analysis = wishes.seats, wishes.analysis
    engines = sum(seat.kind == "engine" for seat in seats)
    if wishes.pie and (analysis or engines > (1 if wishes.moves else 0)):
        raise Refusal("bad_request", "The swap rule is for games of two people, or with discs on the board.")
    game, created = _created(wishes.name, (seats[0].name or "", seats[1].name or ""), wishes.moves, per_minute)
    start = created.start
    if not analysis and game.outcome(replay(game, start)) is not None:
        raise Refusal("game_over", "That position is finished; there is nothing to play.")
    first, second = (
        draw(f"seat {number}") if seat.kind == "human" and number not in wishes.free else None
        for number, seat in enumerate(seats)
    )
    table_token = None if first or second else draw("table")
    named = (replace(seat, name=other.name) for seat, other in zip(seats, created.seats, strict=True))
    created = replace(
        created,
        seats=tuple(named),
        start=() if analysis else start,
        keys=(key_of(first) if first else None, key_of(second) if second else None),
        controls=(key_of(table_token),) if table_token else (),
        analysis=analysis,
        clock=wishes.clock,
        pie=wishes.pie,
        with_help=wishes.with_help,
    )
    return Creation([created, *(turns_of(game, start) if analysis else [])], (first, second), table_token)


def create_meeting(
    name: str, keys: tuple[str, str], names: tuple[str, str], clock: e.Clock | None, per_minute: float
) -> e.Created:
    """Returns the first event of a game of two strangers with the hashes ``keys`` of their tokens. Of two nicknames
    that look alike the second is left out. Raises :class:`Refusal` for a bad one."""
    _, created = _created(name, names, (), per_minute)
    return replace(created, keys=keys, clock=clock, newcomers=keys)


def _created(
    name: str, names: tuple[str, str], moves: Sequence[Move] | str, per_minute: float
) -> tuple[Game[Any], e.Created]:
    """Returns the rules, and the first event of a game of two people without tokens, the first lots drawn."""
    game, start, position = start_position(name, moves)
    first, second = (nickname(game, text) for text in names)
    second = None if second and look_alike(second, first) else second
    seed = secrets.randbits(63)
    start = (*start, *draw_lots(game, position, seed, "start"))
    seats = e.Seat("human", name=first), e.Seat("human", name=second)
    return game, e.Created(name, seats, start, seed, (None, None), (), per_minute)


def create_rematch(state: GameState) -> e.Created:
    """Returns the first event of a rematch: the same players with sides swapped, tokens included."""
    return e.Created(
        game=state.game.name,
        seats=(state.seats[1], state.seats[0]),
        start=state.start,
        seed=secrets.randbits(63),
        keys=(state.keys[1], state.keys[0]),
        controls=tuple(sorted(state.controls)),
        per_minute=state.per_minute,
        rematch_of=state.game_id,
        clock=state.clock,
        pie=state.pie,
        with_help=state.with_help,
        newcomers=tuple(sorted(state.newcomers)),
        wins=(state.score[1], state.score[0]),
    )


def start_position(name: str, moves: Sequence[Move] | str) -> tuple[Game[Any], tuple[Move, ...], Any]:
    """Returns a game, moves from the empty board, and the position after them. Raises :class:`Refusal`."""
    try:
        game = find(name)
    except GameError as error:
        raise Refusal("bad_request", sentence(error.said)) from None
    try:
        if isinstance(moves, str):
            listed, position = parse(game, moves)
            return game, tuple(listed), position
        return game, tuple(moves), replay(game, moves)
    except GameError as error:
        raise Refusal("illegal_move", sentence(error.said)) from None


def turns_of(game: Game[Any], moves: Iterable[Move]) -> list[e.Moved]:
    """Splits ``moves`` into turns, each with its drawn lots. Lots before the first turn are left out."""
    position, turns = game.initial(), list[e.Moved]()
    for move in moves:
        mover = game.to_move(position)
        position = game.play(position, move)
        if mover is not CHANCE:
            turns.append(e.Moved(len(turns), int(mover), move))
        elif turns:
            turns[-1] = replace(turns[-1], lots=(*turns[-1].lots, move))
    return turns
