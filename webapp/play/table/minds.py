"""Keeps the minds of one table: one for each engine, and an analyst for hints and for games between people. Minds are
caches: a mind may be closed at any moment, and is made again from the moves."""

from webapp.play.game.state import GameState
from webapp.play.ports import Engine, Mind

ANALYST_LEVEL = 10


class Minds:
    """Makes, advances and closes the minds of one table."""

    def __init__(self, engine: Engine, visitor: str = "") -> None:
        self._engine = engine
        self._seats: dict[int, Mind] = {}
        self._analyst: Mind | None = None
        self.visitor = visitor
        self.shows_truth = False
        """Tells whether pages are shown the analyst's thoughts beside an engine's."""

    def think_for(self, visitor: str) -> None:
        """Sets the visitor for whom the minds think."""
        self.visitor = visitor
        for mind in self._all():
            mind.visitor = visitor

    @property
    def any(self) -> bool:
        """Tells whether there is a mind."""
        return self._analyst is not None or bool(self._seats)

    def follow(self, state: GameState) -> None:
        """Brings every mind to the state, makes missing minds, and closes minds of seats without an engine."""
        for seat in [seat for seat in self._seats if seat not in state.engines]:
            self._drop(self._seats.pop(seat))
        for seat in state.engines:
            level = state.seats[seat].level or ANALYST_LEVEL
            mind = self._seats.get(seat)
            if mind is None:
                mind = self._seats[seat] = self._new_mind(state, level, seat)
            elif mind.level != level:
                mind.level = level
            mind.follow(state.moves)
        if self._analyst:
            self._analyst.follow(state.moves)

    def of_seat(self, seat: int) -> Mind:
        """Returns the mind of an engine's seat, at the state of the last ``follow``."""
        return self._seats[seat]

    def analyst(self, state: GameState) -> Mind:
        """Returns the mind for hints, at the state."""
        if self._analyst is None:
            self._analyst = self._new_mind(state, ANALYST_LEVEL, 2)
        self._analyst.follow(state.moves)
        return self._analyst

    def watchable(self) -> list[tuple[int | None, Mind]]:
        """Lists the minds that pages may watch: the engines', and the analyst without engines or for the truth."""
        seats: list[tuple[int | None, Mind]] = [(seat, mind) for seat, mind in sorted(self._seats.items())]
        analyst = self._analyst
        return [*seats, (None, analyst)] if analyst is not None and (self.shows_truth or not seats) else seats

    def rest(self) -> None:
        """Stops all searches and keeps the trees."""
        for mind in self._all():
            self._engine.rest(mind)

    def rest_analyst(self) -> None:
        """Stops the analyst's search of a game with engines and keeps its tree."""
        if self._analyst and self._seats:
            self._engine.rest(self._analyst)

    def close(self) -> None:
        """Closes all minds."""
        for mind in self._all():
            self._drop(mind)
        self._seats, self._analyst = {}, None

    def _all(self) -> list[Mind]:
        return [*self._seats.values(), *([self._analyst] if self._analyst else [])]

    def _new_mind(self, state: GameState, level: int, number: int) -> Mind:
        mind = self._engine.mind(state.game, level, state.seed + number)
        mind.visitor = self.visitor
        return mind

    def _drop(self, mind: Mind) -> None:
        self._engine.rest(mind)
        mind.close()
