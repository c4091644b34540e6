"""Plays a match of many games without a clock, the same on every machine, and draws the openings of matches."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from engine.files import append_record, read_records
from engine.games import Game, GameError, LineState, Move, replay, write
from engine.games.formats.records import GameRecord, from_json
from engine.games.openings import random_opening
from engine.mind.search.kernels import KERNEL_CACHE
from engine.players import Player, play
from engine.solver.analysis import solve_with
from engine.solver.book.book import book_of

MAX_FORFEITS = 3  # forfeited games in a row that end a match


def match(
    game: Game[Any],
    first: Player,
    second: Player,
    starts: Iterable[tuple[tuple[Move, ...], bool]],
    seed: int = 1,
    *,
    show: Callable[[Any, Move | None], None] | None = None,
    store: Path | None = None,
) -> Iterator[tuple[GameRecord, bool]]:
    """Plays game after game from ``starts``: openings, each with whether ``first`` moves first. Yields each game, with
    whether ``first`` moved first. ``show`` is called with every state and the move before. Games in the file ``store``
    are not played again, and new ones are added, except forfeits. Raises GameError if an outside engine has forfeited
    :data:`MAX_FORFEITS` games in a row, or cannot be started again."""
    forfeits = 0
    records = {str(record.get("name")): record for record in read_records(store)} if store else {}
    for number, (start, is_first) in enumerate(starts):
        sides = (first, second) if is_first else (second, first)
        name = f"{game.name} {sides[0].key} {sides[1].key} {write(game, start)} {seed * 10_000 + number}"
        if name in records:
            played = _finished(game, sides, records[name])
        else:
            played = play(game, sides, start, seed * 10_000 + number, show=show)
            if store and not played.forfeit:
                append_record(store, {"name": name, "points": played.points(), **played.fields()})
        yield played, is_first
        forfeits = forfeits + 1 if played.forfeit else 0
        if forfeits == MAX_FORFEITS:
            raise GameError(f"the match ends after {forfeits} forfeited games in a row: {played.forfeit}")


def _finished(game: Game[Any], sides: Sequence[Player], record: dict[str, Any]) -> GameRecord:
    try:
        found = from_json(record)
    except ValueError as error:
        raise GameError(f"the store of results holds a game that cannot be read: {error}") from None
    if not found.is_over or found.forfeit:
        raise GameError(f"the store of results holds a game that is not over: {write(game, found.moves)}")
    return replace(found, players=(sides[0].name, sides[1].name))


PLIES = range(4, 9)  # plies of an opening with a known result. Each length is equally frequent

KINDS = ("random", "draws", "wins", "losses")


def openings(game: Game[Any], kind: str, seed: int, plies: int = 4) -> Iterator[tuple[tuple[Move, ...], bool]]:
    """Yields openings without end, each with whether the match's first player moves first. ``kind`` is ``random``
    (``plies`` long) or ``draws``: each opening comes with both colours. Or ``wins``, ``losses`` of the match's first
    player in theory, with the right colour. Raises GameError if ``kind`` needs an exact solver, and the game has
    none."""
    kernels = KERNEL_CACHE.kernels_for(game)
    # A board of two words has an exact search, which ends near the end of the game alone.
    solver = kernels.solver if kernels and kernels.search.words == 1 else None
    if kind != "random" and solver is None:
        raise GameError(f"{game.title} has no exact solver, so only random openings can be had")
    number = seed * 10_000
    while True:
        line = random_opening(game, plies if solver is None or kind == "random" else PLIES[number % len(PLIES)], number)
        number += 1
        if kind == "random" or solver is None:
            yield from ((line, True), (line, False))
            continue
        state = replay(game, line)
        if not isinstance(state, LineState):
            raise TypeError("a solver's states are those of a line game")
        score = solve_with(book_of(game), solver, state).score
        if kind == "draws" and score == 0:
            yield from ((line, True), (line, False))
        elif kind != "draws" and score:
            mover_wins = (score > 0) == (kind == "wins")
            yield line, mover_wins == (game.to_move(state) == 0)
