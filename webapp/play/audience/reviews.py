"""Reviews games: the analyst goes through the moves, from the end to the beginning, while a person is at the table.
Late positions are the cheapest, and their proofs help with the positions before. On a busy machine a look may end
without a result, so such positions are looked at again after all others."""

import logging
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from msgspec import UNSET, UnsetType

from engine import Choice, Digest, can_prove
from engine.games import Game, Move, replay, write
from engine.text import wire
from webapp.common.parts import Parts
from webapp.play.desk.news import ReviewRow, ReviewView
from webapp.play.desk.port import Publisher
from webapp.play.game.move_marks import Analysis, mark_moves, prefixes
from webapp.play.game.refusals import Refusal
from webapp.play.game.wire import fill
from webapp.play.ports import Engine, Mind, Thoughts
from webapp.play.table.minds import ANALYST_LEVEL
from webapp.play.table.tables import Tables

_log = logging.getLogger(__name__)

_KEPT, _KEPT_OF_VISITOR = 256, 64
"""Reviews in memory, and those of one visitor. Beyond these numbers old ones that do not run go."""
OF_ONE_VISITOR = 8
"""Running reviews of one visitor."""
_LOST = 60.0
"""Seconds after which a search without an answer is begun again, if a page asks: what has ended the engine's process
twice is never answered."""
_LOOKS = 4
"""Looks at a position without a proven result, where the board lets the analyst prove results within seconds."""


@dataclass(eq=False)
class _Review:
    """Holds the analyses of the positions of one game. ``places`` are the moves to each position, ``looks`` counts the
    looks at each, and ``searched`` is the position under search, which began at ``began``."""

    game_id: str
    game: Game[Any]
    moves: tuple[Move, ...]
    places: list[tuple[Move, ...]]
    analyses: dict[tuple[Move, ...], Analysis] = field(default_factory=dict)
    looks: Counter[tuple[Move, ...]] = field(default_factory=Counter)
    mind: Mind | None = None
    searched: tuple[Move, ...] | None = None
    began: float = 0.0
    visitor: str = ""

    def next_place(self) -> tuple[Move, ...] | None:
        """Returns the last of the least looked-at positions without a result. None: no look is worth a try."""
        end = self.places[-1]
        places = self.places if self.game.outcome(replay(self.game, end)) is None else self.places[:-1]
        most = _LOOKS if can_prove(self.game) else 1
        open_ones = [place for place in reversed(places) if self._is_open(place) and self.looks[place] < most]
        return min(open_ones, key=self.looks.__getitem__, default=None)

    def _is_open(self, place: tuple[Move, ...]) -> bool:
        return place not in self.analyses or self.analyses[place].score is None

    def view(self, ok: bool | UnsetType = UNSET) -> ReviewView:
        """Returns the marks for the pages, with ``ok`` in an answer."""
        by_ply = {ply: self.analyses[place] for ply, place in enumerate(self.places) if place in self.analyses}
        marked = mark_moves(self.game, self.moves, by_ply)
        rows = [
            fill(ReviewRow, row, words=str(row.words), said=wire(row.words), **self._before(row.ply)) for row in marked
        ]
        return ReviewView(self.game_id, write(self.game, self.moves), rows, self.next_place() is None, ok)

    def _before(self, ply: int) -> dict[str, Any]:
        """Returns what a page cannot tell of the position before a move: nothing where discs lie on a board."""
        if self.game.board_size() is not None:
            return {}
        position = replay(self.game, self.places[ply])
        return {"text": wire(self.game.describe(position)), "legal": list(self.game.moves(position))}


class Reviews:
    """Keeps the running reviews and the last finished ones."""

    def __init__(self, tables: Tables, engine: Engine, publisher: Publisher) -> None:
        self._tables, self._engine, self._publisher = tables, engine, publisher
        self._reviews = Parts[_Review](_KEPT, _KEPT_OF_VISITOR, self._may_go, self._end)

    async def ask(self, game_id: str, visitor: str = "") -> ReviewView:
        """Begins or continues a game's review and returns the marks so far. The rest follows as ``review`` messages.
        Raises ``Refusal`` if there is no such game, or too many reviews of the visitor are running."""
        state = (await self._tables.open(game_id, visitor)).state
        review = self._reviews.get(game_id)
        if review is None or review.next_place() is not None:
            self._check_share(game_id, visitor)
        if review is None or review.moves != state.moves:
            known = (review.analyses, review.looks) if review else ({}, Counter[tuple[Move, ...]]())
            review = _Review(game_id, state.game, state.moves, prefixes(state.game, state.moves), *known)
        self._reviews.put(game_id, visitor, review)
        review.visitor = visitor
        self._go_on(review)
        return review.view(ok=True)

    def close(self) -> None:
        """Ends and forgets all reviews."""
        self._reviews.clear()

    def _may_go(self, review: _Review) -> bool:
        """Tells whether a review does not run, or nobody waits for it."""
        table = self._tables.find_live(review.game_id)
        return review.mind is None or table is None or not table.thinking.awake

    def _check_share(self, game_id: str, visitor: str) -> None:
        """Raises a refusal if too many reviews of other games are running for the visitor."""
        others = sum(
            review.mind is not None and review.visitor == visitor and review.game_id != game_id
            for review in self._reviews
        )
        if visitor and others >= OF_ONE_VISITOR:
            raise Refusal("rate_limited", "The engine still reviews other games from your address; ask again later.")

    def _go_on(self, review: _Review) -> None:
        """Asks about the next position, unless a search runs, all is done, nobody is here, or help is not allowed."""
        place = review.next_place()
        table = self._tables.find_live(review.game_id)
        if place is None or table is None or not table.thinking.awake or not table.state.help_allowed:
            self._end(review)
            return
        if review.mind is None:
            review.mind = self._engine.mind(review.game, ANALYST_LEVEL, 0)
            review.mind.visitor = review.visitor
        elif review.searched == place and time.monotonic() < review.began + _LOST:
            return
        mind, review.searched, review.began = review.mind, place, time.monotonic()
        mind.follow(place)

        def done(choice: Choice) -> None:
            self._engine.thoughts(mind, None, partial(self._receive, review, mind, place, choice))

        self._engine.hint(mind, done)

    def _receive(
        self, review: _Review, mind: Mind, place: tuple[Move, ...], choice: Choice, thoughts: Thoughts
    ) -> None:
        if review.mind is not mind or review.searched != place or self._reviews.get(review.game_id) is not review:
            return
        review.analyses[place] = _analysis(choice, thoughts.digest)
        review.looks[place] += 1
        review.searched = None
        self._go_on(review)
        state = self._tables.state_of(review.game_id)
        if state is None or not state.help_allowed:
            return  # the table has been closed, or the end of the game was taken back
        self._publisher.review(review.game_id, review.view())

    def _end(self, review: _Review) -> None:
        if review.mind is not None:
            self._engine.rest(review.mind)
            review.mind.close()
            review.mind = review.searched = None


def _analysis(choice: Choice, digest: Digest) -> Analysis:
    others = [view.high for view in digest.moves if view.move != choice.move]
    sign = choice.score.sign if choice.score else None
    only = bool(others) and sign in (0, 1) and all(high < (1 if sign else 0) for high in others)
    values = {view.move: view.value for view in digest.moves}
    return Analysis(int(choice.move), choice.value, choice.score, only, values)
