"""Games gone through by the analyst, from the end to the beginning, while somebody is at the table to read it.

The late positions come first: they are the cheapest, and what they prove helps with those before them.
"""

from __future__ import annotations

import logging
import threading
from collections import OrderedDict
from dataclasses import asdict, dataclass, field
from typing import Any

from engine import Choice, Digest
from engine.games import Game, Move, replay, write
from webapp.play.game.move_marks import Analysis, mark_moves, prefixes
from webapp.play.ports import Engine, Mind, Publisher, Timers
from webapp.play.table.minds import ANALYST_LEVEL
from webapp.play.table.tables import Tables

_log = logging.getLogger(__name__)

_KEPT = 64
"""Reviews in memory; beyond them the one that was asked for least recently goes."""


@dataclass(eq=False)
class _Review:
    """What is known of the positions of one line of one game. ``places`` are the moves before each ply."""

    game_id: str
    game: Game[Any]
    moves: tuple[Move, ...]
    places: list[tuple[Move, ...]]
    found: dict[tuple[Move, ...], Analysis] = field(default_factory=dict)
    mind: Mind | None = None

    def next_ply(self) -> int | None:
        """The last position of which nothing is known yet."""
        end = len(self.places) - 1
        for ply in range(end, -1, -1):
            place = self.places[ply]
            if place not in self.found and (ply < end or self.game.outcome(replay(self.game, place)) is None):
                return ply
        return None

    def view(self) -> dict[str, Any]:
        """What a page is told."""
        known = {ply: self.found[place] for ply, place in enumerate(self.places) if place in self.found}
        return {
            "game_id": self.game_id,
            "notation": write(self.game, self.moves),
            "rows": [asdict(row) for row in mark_moves(self.game, self.moves, known)],
            "done": self.next_ply() is None,
        }


class Reviews:
    """All reviews that are under way or were asked for lately. Safe for threads."""

    def __init__(self, tables: Tables, engine: Engine, publisher: Publisher, timers: Timers) -> None:
        self._tables, self._engine, self._publisher, self._timers = tables, engine, publisher, timers
        self._lock = threading.Lock()
        self._reviews: OrderedDict[str, _Review] = OrderedDict()

    def ask(self, game_id: str) -> dict[str, Any]:
        """What is known of a game's moves so far; the rest follows as ``review`` events.

        Raises:
            Refusal: there is no such game.
        """
        state = self._tables.open(game_id).state
        with self._lock:
            review = self._reviews.get(game_id)
            if review is None or review.moves != state.moves:
                found = review.found if review else {}
                self._end(review)
                review = _Review(game_id, state.game, state.moves, prefixes(state.game, state.moves), found)
                self._reviews[game_id] = review
            self._reviews.move_to_end(game_id)
            while len(self._reviews) > _KEPT:
                self._end(self._reviews.popitem(last=False)[1])
            self._go_on(review)
            return review.view()

    def close(self) -> None:
        """All are forgotten."""
        with self._lock:
            for review in self._reviews.values():
                self._end(review)
            self._reviews.clear()

    # --- inside, under the lock ---

    def _go_on(self, review: _Review) -> None:
        """Ask about the next position, unless one is asked about, nothing is left or nobody is there."""
        ply = review.next_ply()
        table = self._tables.find_live(review.game_id)
        if ply is None or table is None or not table.awake:
            self._end(review)
            return
        if review.mind is None:
            review.mind = self._engine.mind(review.game, ANALYST_LEVEL, 0)
        elif tuple(review.mind.moves) == review.places[ply]:
            return  # asked already
        mind, place = review.mind, review.places[ply]
        mind.follow(place)

        def done(choice: Choice) -> None:
            # Called from a thread that searches: hand it over, and let that thread go back to its work.
            self._timers.later(0.0, lambda: self._take(review, mind, place, choice))

        self._engine.hint(mind, done)

    def _take(self, review: _Review, mind: Mind, place: tuple[Move, ...], choice: Choice) -> None:
        with self._lock:
            if review.mind is not mind or self._reviews.get(review.game_id) is not review:
                return
            review.found[place] = _known(choice, self._engine.digest(mind, None))
            self._go_on(review)
            # Under the lock, or of two that are told at once the older could arrive last; telling never waits.
            self._publisher.review(review.game_id, review.view())

    def _end(self, review: _Review | None) -> None:
        if review is not None and review.mind is not None:
            self._engine.rest(review.mind)
            review.mind.close()
            review.mind = None


def _known(choice: Choice, digest: Digest) -> Analysis:
    others = [view.high for view in digest.moves if view.move != choice.move]
    sign = choice.score.sign if choice.score else None
    only = bool(others) and sign in (0, 1) and all(high < (1 if sign else 0) for high in others)
    return Analysis(int(choice.move), choice.value, choice.score, only)
