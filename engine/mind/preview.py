"""Previews a level at a position: the next move, and results beyond the level's horizon. A LevelPreview is a question,
so a scheduler runs a preview as a hint. ``preview`` runs a whole one. The level's view is compared with proofs only,
which ``proofs.py`` finds within a small budget. Unproven results are not mentioned."""

import time
from collections.abc import Iterator, Sequence
from typing import Any

from engine.games import CHANCE, Game, GameError, Move, find, parse, plies, replay
from engine.games.game import score_of
from engine.mind.levels.level import Level, find_level
from engine.mind.mind import Mind
from engine.mind.planner import Purpose
from engine.mind.proofs import Proofs, ProvenBounds
from engine.mind.question import Question
from engine.mind.report.types import Choice, Preview
from engine.mind.search.available import compiles
from engine.text import Text, text

THINK_NODES, THINK_READABLE = 2_500_000, 3_000
"""Positions for the level's own thought, by the compiled search and by a readable one: few enough for an answer while
the slider moves, and enough for levels 1 to 8 of Connect Four. The sentence says where a thought was cut short."""


class LevelPreview(Question[Any]):
    """Previews one ``level`` at the position after ``moves``. An equal ``seed`` makes an equal choice. ``prover`` is a
    mind with possible proofs about this position. Its tree is read, never changed. The ``visitor`` is charged for the
    search. Raises GameError if the game is over there, chance is to move, or a move is not legal."""

    def __init__(
        self,
        game: Game[Any] | str,
        moves: Sequence[Move] | str,
        level: int,
        seed: int,
        prover: Mind | None = None,
        visitor: str = "",
    ) -> None:
        self.game = game = find(game)
        super().__init__(parse(game, moves)[0] if isinstance(moves, str) else moves, visitor, None)
        self.state = replay(game, self.moves)
        if game.outcome(self.state) is not None:
            raise GameError("the game is over: there is no move to foretell")
        if game.to_move(self.state) is CHANCE:
            raise GameError("a lot is to be drawn here: there is no move to foretell")
        self.level: Level = find_level(level)
        self._mind = Mind(game, level, seed, cap_mb=4.0, shares_tables=True)
        self._mind.follow(self.moves)
        self._ply = plies(game, self.moves)
        self._node_limit = THINK_NODES if compiles(game) else THINK_READABLE
        self._thought = False
        self._proofs = Proofs(game, self.state, self.moves)
        if prover is not None:
            self._proofs.copy(prover)

    def steps(self) -> Iterator[None]:
        """Searches the level's own thought first, then proofs. ``nodes`` counts the positions of the thought."""
        while not self._thought and self.nodes < self._node_limit:
            self._thought = not self._mind.work(Purpose.CHOOSE, max(0.0, self.until - time.perf_counter()))
            self.nodes = self._mind.nodes
            if not self._thought:
                yield
        if self.level.horizon is not None:
            yield from self._proofs.search()

    def answer(self, *, seconds: float = 0.0, expected: Move | None = None) -> Preview:
        """Returns the preview, complete or not, ends the work and frees the memory."""
        with self.lock:
            choice = self._mind.glance(seconds=seconds, expected=expected)
            self.close()
            words = f"{'Would' if self._thought else 'At a glance, would'} play {self.game.move_words(choice.move)}."
            blind = self._blind_spot(choice)
            return Preview(
                self.level.number, len(self.moves), choice.move, choice.value, words, blind, not self._thought
            )

    def close(self) -> None:
        """Ends the work and frees its memory. No slice runs afterwards."""
        with self.lock:
            super().close()
            self._mind.close()

    def _blind_spot(self, choice: Choice) -> str:
        """Returns one sentence on the proven result that the level does not know, or "" where there is none."""
        if self.level.horizon is None:
            return ""
        mine = self._proofs.bounds[choice.move]
        best_move = max(self._proofs.bounds, key=lambda move: self._proofs.bounds[move].low)
        best = self._proofs.bounds[best_move]
        player = self.game.to_move(self.state)
        other = self.game.player_names[player.other]
        told: tuple[Text, ProvenBounds]
        if mine.high < 0:
            told = self._loss(other, mine), mine
        elif best.low > 0 and mine.high <= 0:
            told = self._told("{move} wins in {n}.", "{move} wins.", best, move=self.game.move_words(best_move)), best
        elif mine.low > 0 and best.low > mine.high:
            sooner = ("{move} wins sooner, in {n}.", "{move} wins sooner.")
            told = self._told(*sooner, best, move=self.game.move_words(best_move)), best
        elif mine.low > 0:
            told = self._told("this wins in {n}.", "this wins.", mine), mine
        elif mine.low == 0 and all(bounds.high <= 0 for bounds in self._proofs.bounds.values()):
            told = text("with best play this is a draw."), mine
        else:
            return ""
        sentence, bounds = told
        within = self._plies(bounds) <= self.level.horizon
        if within and not self._thought:
            return ""  # the level's own search, still running, may see the same
        if within and bounds is mine and bounds.low == bounds.high and choice.score is not None:
            return ""  # the level has seen the same result
        return text("It overlooks this: {this}" if within else "It cannot see this yet: {this}", this=sentence)

    def _loss(self, other: str, mine: ProvenBounds) -> Text:
        """Returns the sentence about a move after which the ``other`` side wins."""
        highs = [bounds.high for bounds in self._proofs.bounds.values()]
        if max(highs) < 0 and (mine.low < mine.high or max(highs) <= mine.low):  # no other move is known to last longer
            whatever = ("{side} wins in {n}, whatever is played.", "{side} wins, whatever is played.")
            return self._told(*whatever, mine, side=other)
        if mine.reply:
            reply = self.game.move_words(mine.reply)
            begins = ("{side} then wins in {n}, beginning with {move}.", "{side} then wins, beginning with {move}.")
            return self._told(*begins, mine, side=other, move=reply)
        return self._told("{side} then wins in {n}.", "{side} then wins.", mine, side=other)

    def _told(self, exact: str, open_: str, bounds: ProvenBounds, **values: object) -> Text:
        """Returns ``exact`` with the winner's moves to the end where the number is known, else ``open_``."""
        if bounds.low == bounds.high:
            return text(exact, n=(self._plies(bounds) + 1) // 2, **values)
        return text(open_, **values)

    def _plies(self, bounds: ProvenBounds) -> int:
        number = bounds.low if bounds.low > 0 else bounds.high
        return score_of(self.game, number, self._ply, self.game.to_move(self.state)).plies


def preview(
    game: Game[Any] | str, moves: Sequence[Move] | str, level: int, seed: int = 0, prover: Mind | None = None
) -> Preview:
    """Returns the move of ``level`` after ``moves``, and a result beyond its horizon (:class:`LevelPreview`)."""
    level_preview = LevelPreview(game, moves, level, seed, prover)
    while level_preview.work():
        pass
    return level_preview.answer()
