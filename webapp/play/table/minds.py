"""The minds of one table: one for each engine seat, and an analyst for hints and for games without an engine.

Minds are caches: they may be closed at any moment and are made again from the moves.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import Digest, Kept
from webapp.play.game.state import GameState
from webapp.play.ports import Engine, Mind

ANALYST_LEVEL = 10
_FALLS_KEPT = 2


@dataclass(frozen=True, slots=True)
class Fall:
    """What one move did to a mind's tree: the move, the ply after it, and what was kept and cut."""

    ply: int
    move: int
    kept: Kept


class Minds:
    """Not safe for threads by itself: its table's lock guards it, except ``shown``, which may be called any time."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._seats: dict[int, Mind] = {}
        self._analyst: Mind | None = None
        self._falls: dict[int | None, tuple[Fall, ...]] = {}
        self.kept: dict[int, Kept] = {}
        """What the last advance of each seat's mind kept and freed."""

    def follow(self, state: GameState) -> None:
        """Bring every mind to the state: made if it is missing, closed if its seat has no engine any more."""
        for seat in [seat for seat in self._seats if seat not in state.engines]:
            self._drop(self._seats.pop(seat))
            self.kept.pop(seat, None)
            self._falls.pop(seat, None)
        for seat in state.engines:
            level = state.seats[seat].level or ANALYST_LEVEL
            mind = self._seats.get(seat)
            if mind is None:
                mind = self._seats[seat] = self._engine.mind(state.game, level, state.seed + seat)
            elif mind.level != level:
                mind.level = level
            self.kept[seat] = self._lead(seat, mind, state)
        if self._analyst:
            self._lead(None, self._analyst, state)

    def of_seat(self, seat: int) -> Mind:
        """The mind of an engine seat; it has followed."""
        return self._seats[seat]

    def analyst(self, state: GameState) -> Mind:
        """The mind for hints, at the state."""
        if self._analyst is None:
            self._analyst = self._engine.mind(state.game, ANALYST_LEVEL, state.seed + 2)
        self._lead(None, self._analyst, state)
        return self._analyst

    def shown(self) -> list[tuple[int | None, Mind]]:
        """The minds that may be watched: those of the engine seats; without any, the analyst."""
        seats: list[tuple[int | None, Mind]] = [(seat, mind) for seat, mind in sorted(self._seats.items())]
        analyst = self._analyst
        return seats or ([(None, analyst)] if analyst is not None else [])

    def digests(self) -> list[Digest]:
        """What the minds that may be watched think."""
        return [self._engine.digest(mind, seat) for seat, mind in self.shown()]

    def falls(self, seat: int | None) -> tuple[Fall, ...]:
        """What the last moves did to the tree of a seat's mind, or of the analyst's; the newest last."""
        return self._falls.get(seat, ())

    def rest(self) -> None:
        """All stop thinking and keep their trees."""
        for mind in [*self._seats.values(), *([self._analyst] if self._analyst else [])]:
            self._engine.rest(mind)

    def close(self) -> None:
        """All are forgotten."""
        for mind in [*self._seats.values(), *([self._analyst] if self._analyst else [])]:
            self._drop(mind)
        self._seats, self._analyst, self.kept, self._falls = {}, None, {}, {}

    def _lead(self, seat: int | None, mind: Mind, state: GameState) -> Kept:
        """Let a mind follow; where the game has gone on by one turn, note what that did to its tree."""
        before = mind.moves
        kept = mind.follow(state.moves)
        if not state.turns or state.moves[: -len(state.turns[-1])] != before:
            if state.moves != before:
                self._falls.pop(seat, None)  # taken back, or just made: nothing has fallen
            return kept
        if len(state.turns[-1]) > 1:
            return kept  # lots were drawn: the last advance was theirs
        fall = Fall(state.ply, state.turns[-1][0], kept)
        self._falls[seat] = (*self._falls.get(seat, ()), fall)[-_FALLS_KEPT:]
        return kept

    def _drop(self, mind: Mind) -> None:
        self._engine.rest(mind)
        mind.close()
