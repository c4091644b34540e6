"""The minds of one table: one for each engine seat, and an analyst for hints and for games without an engine.

Minds are caches: they may be closed at any moment and are made again from the moves.
"""

from __future__ import annotations

from engine import Digest, Kept
from webapp.play.ports import Engine, Mind
from webapp.play.state import GameState

ANALYST_LEVEL = 10


class Minds:
    """Not safe for threads by itself: its table's lock guards it, except ``digests``, which may be called any time."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._seats: dict[int, Mind] = {}
        self._analyst: Mind | None = None
        self.kept: dict[int, Kept] = {}
        """What the last advance of each seat's mind kept and freed."""

    def follow(self, state: GameState) -> None:
        """Bring every mind to the state: made if it is missing, closed if its seat has no engine any more."""
        for seat in [seat for seat in self._seats if seat not in state.engines]:
            self._drop(self._seats.pop(seat))
            self.kept.pop(seat, None)
        for seat in state.engines:
            level = state.seats[seat].level or ANALYST_LEVEL
            mind = self._seats.get(seat)
            if mind is None:
                mind = self._seats[seat] = self._engine.mind(state.game, level, state.seed + seat)
            elif mind.level != level:
                mind.level = level
            self.kept[seat] = mind.follow(state.moves)
        if self._analyst:
            self._analyst.follow(state.moves)

    def of_seat(self, seat: int) -> Mind:
        """The mind of an engine seat; it has followed."""
        return self._seats[seat]

    def analyst(self, state: GameState) -> Mind:
        """The mind for hints, at the state."""
        if self._analyst is None:
            self._analyst = self._engine.mind(state.game, ANALYST_LEVEL, state.seed + 2)
        self._analyst.follow(state.moves)
        return self._analyst

    def digests(self) -> list[Digest]:
        """What the engine seats think; without any, what the analyst thinks."""
        seats: list[tuple[int | None, Mind]] = [(seat, mind) for seat, mind in sorted(self._seats.items())]
        analyst = self._analyst
        if not seats and analyst is not None:
            seats = [(None, analyst)]
        return [self._engine.digest(mind, seat) for seat, mind in seats]

    def rest(self) -> None:
        """All stop thinking and keep their trees."""
        for mind in [*self._seats.values(), *([self._analyst] if self._analyst else [])]:
            self._engine.rest(mind)

    def close(self) -> None:
        """All are forgotten."""
        for mind in [*self._seats.values(), *([self._analyst] if self._analyst else [])]:
            self._drop(mind)
        self._seats, self._analyst, self.kept = {}, None, {}

    def _drop(self, mind: Mind) -> None:
        self._engine.rest(mind)
        mind.close()
