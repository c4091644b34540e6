"""Names a mind of the engine's process for the server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import engine
from engine.games import Game, Move
from webapp.common.metrics import EngineAnswer
from webapp.engine_process import messages as m


class MindHandle:
    """Names a mind by its ``number``, with everything that makes it: the game, the level (1 to 10), and the seed of all
    chance decisions. ``close`` forgets the mind."""

    def __init__(
        self, number: int, game: Game[Any], level: int, seed: int, close: Callable[[MindHandle], None]
    ) -> None:
        self.number, self.game, self.level, self.seed, self._close = number, game, level, seed, close
        self.visitor = ""
        self.closed = False
        self.moves: tuple[Move, ...] = ()

    def follow(self, moves: Sequence[Move], /) -> None:
        """Goes to the position after ``moves``. The process learns this with the next order."""
        self.moves = tuple(moves)

    def close(self) -> None:
        """Forgets the mind."""
        if not self.closed:
            self.closed = True
            self._close(self)

    def spec(self) -> m.MindSpec:
        """Returns the mind for a message."""
        return m.MindSpec(self.number, self.game.name, self.level, self.seed, self.visitor, self.moves)

    def facts(self, choice: engine.Choice) -> EngineAnswer:
        """Returns the facts about a choice for the metrics.

        In games of chance the last move may not be the reply, so there is no hit.
        """
        has_reply = choice.expected is not None and bool(self.moves) and not self.game.has_chance
        hit = choice.expected == self.moves[-1] if has_reply else None
        return EngineAnswer(choice.seconds, hit, choice.kept.kept, choice.kept.pruned)
