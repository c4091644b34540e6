"""The engine of this process behind the port that tables use (``webapp.play.ports.Engine``)."""

from __future__ import annotations

import gc
import logging
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from typing import Any

import engine
from engine.games import Game, Move
from webapp.metrics import EngineAnswer

_log = logging.getLogger(__name__)

_GLANCE_SECONDS = 0.5


class LocalEngine:
    """Minds and their scheduler in this process.

    Args:
        threads: searches at once; 0: one for each core.
        tree_mb: MiB for the tree of one mind; ``trees_mb`` for those of all minds of this process.
        ponder_seconds: the longest a mind ponders without being asked again.
        think_seconds: the longest a choice takes; ``hint_seconds`` the same for hints.
        answered: is told of every move that is chosen.
    """

    def __init__(
        self,
        threads: int = 0,
        *,
        tree_mb: float = 16.0,
        trees_mb: float = 1024.0,
        ponder_seconds: float = 300.0,
        think_seconds: float = 3.0,
        hint_seconds: float = 1.5,
        answered: Callable[[EngineAnswer], None] = lambda _: None,
    ) -> None:
        self.scheduler = engine.Scheduler(threads or None, idle_seconds=ponder_seconds)
        self._tree_mb = tree_mb
        engine.limit_memory(trees_mb)
        self._think, self._hint, self._answered = think_seconds, hint_seconds, answered

    def start(self) -> None:
        """Start the threads, and compile in the background."""
        self.scheduler.start()
        threading.Thread(target=self._warm_up, name="warm-up", daemon=True).start()

    def close(self) -> None:
        """Stop all thinking."""
        self.scheduler.close()

    def mind(self, game: Game[Any], level: int, seed: int) -> engine.Mind:
        """A new mind."""
        return engine.Mind(game, level, seed, cap_mb=self._tree_mb, shares_tables=True)

    def choose(self, mind: engine.Mind, done: Callable[[engine.Choice], None]) -> None:
        """The mind's move is due."""

        def answer(choice: engine.Choice) -> None:
            self._answered(_counted(mind, choice))
            done(choice)

        self.scheduler.choose(mind, answer, seconds=self._think)

    def hint(self, mind: engine.Mind, done: Callable[[engine.Choice], None]) -> None:
        """A hint, after the moves that are due."""
        self.scheduler.hint(mind, done, seconds=self._hint)

    def preview(
        self,
        game: Game[Any],
        moves: Sequence[Move],
        level: int,
        seed: int,
        knows: engine.Mind | None,
        done: Callable[[engine.Preview], None],
    ) -> None:
        """What a level would play, and what it cannot see: as urgent as a hint, and short."""
        self.scheduler.hint(engine.LevelPreview(game, moves, level, seed, knows), done, seconds=_GLANCE_SECONDS)

    def ponder(self, mind: engine.Mind) -> None:
        """Think on the other side's time."""
        self.scheduler.ponder(mind)

    def analyse(self, mind: engine.Mind) -> None:
        """Find out what every move is worth."""
        self.scheduler.analyse(mind)

    def rest(self, mind: engine.Mind) -> None:
        """Stop thinking."""
        self.scheduler.rest(mind)

    def digest(self, mind: engine.Mind, seat: int | None) -> engine.Digest:
        """What the mind thinks now."""
        pondering = self.scheduler.pondering(mind)
        return mind.digest(pondering=pondering, busy=self.scheduler.busy(mind), seat=seat)

    def readiness(self) -> dict[str, Any]:
        """Whether it has warmed up, and in what words."""
        now = engine.readiness()
        return {"ready": now.ready, "stage": now.stage}

    def load(self) -> engine.Load:
        """How busy it is."""
        return self.scheduler.load()

    def seconds(self) -> float:
        """The longest a choice takes when all is well."""
        return self._think

    def answering(self) -> AbstractContextManager[None]:
        """Inside, somebody is being answered: searches give way."""
        return self.scheduler.priority.answering()

    def levels(self, game: str) -> list[dict[str, Any]]:
        """The stops of the slider."""
        return [
            {
                "number": level.number,
                "name": level.name,
                "sentence": level.sentence,
                "rating": level.rating,
                "horizon": level.horizon,
            }
            for level in engine.levels(game)
        ]

    def _warm_up(self) -> None:
        try:
            engine.warm_up()
        except Exception:
            _log.exception("the engine could not be warmed up")
        # What compiling leaves stays for good: to look for garbage in it stops everything for a quarter of a second.
        gc.collect()
        gc.freeze()


def _counted(mind: engine.Mind, choice: engine.Choice) -> EngineAnswer:
    """What is worth counting of an answer. Where chance moves last, the reply is not the last move."""
    known = choice.expected is not None and bool(mind.moves) and not mind.game.has_chance
    hit = choice.expected == mind.moves[-1] if known else None
    return EngineAnswer(choice.seconds, hit, mind.kept.kept, mind.kept.pruned)
