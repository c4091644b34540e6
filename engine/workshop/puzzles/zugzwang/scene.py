"""Reads one proof for the trainer: a leaf by the cover theorem, with few empty cells, and play along the proof."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.coach.certificate import Certificate, Leaf
from engine.coach.explanation import from_json
from engine.coach.proof_play import Position, Walk
from engine.games import Cell, LineGame, Move, Player
from engine.puzzles.puzzle import Puzzle

MOST_EMPTY = 14
"""Empty cells of a scene: so few that a program can play all of them out."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Holds a position after ``moves`` and the right one, and its proof, whose first node is ``leaf``."""

    puzzle: Puzzle
    moves: tuple[Move, ...]
    certificate: Certificate
    leaf: Leaf

    @classmethod
    def of(cls, puzzle: Puzzle, proof: Any) -> Scene | None:
        """Returns the scene of a puzzle and its explanation as plain data, or None if another proof is needed."""
        certificate = from_json(proof).certificate
        if certificate is None or certificate.first is not None or not certificate.nodes:
            return None
        leaf = certificate.nodes[0]
        if not isinstance(leaf, Leaf) or leaf.block or leaf.aside or _empty(certificate) > MOST_EMPTY:
            return None
        return cls(puzzle, (*puzzle.moves, puzzle.line[0]), certificate, leaf)

    @property
    def at(self) -> Position:
        """Returns the position."""
        return Position.of(self.certificate)

    @property
    def game(self) -> LineGame:
        """Returns the board."""
        return self.at.game

    @property
    def side(self) -> Player:
        """Returns the side of the proof."""
        return self.certificate.claim.side

    @property
    def answers_above(self) -> bool:
        """Tests if the side answers right above every move."""
        return all(pair.above for pair in self.leaf.pairs)

    @property
    def open_cells(self) -> tuple[Cell, ...]:
        """Returns the cells of all pairs, column by column."""
        return tuple(sorted(cell for pair in self.leaf.pairs for cell in (pair.first, pair.second)))

    def replies(self, walk: Walk) -> Iterator[tuple[Move, Cell]]:
        """Yields the moves of the other side, those that fill no cell below a waiting four first."""
        below = {wait.below for wait in self.leaf.waits}
        found = [(move, walk.at.game.landing(walk.at.state, move)) for move in walk.at.game.moves(walk.at.state)]
        yield from sorted(found, key=lambda one: (one[1] in below, one[0]))

    def last_stand(self) -> tuple[Move, ...]:
        """Returns a game along the proof in which the other side waits as long as it can."""
        walk = Walk.start(self.certificate)
        while not walk.at.over:
            move = walk.due if walk.due is not None else next(self.replies(walk))[0]
            walk = walk.play(move)
        return walk.at.moves

    def fillers(self, cell: Cell) -> set[Player]:
        """Returns the sides that fill a cell in some game along the proof."""
        waiting, seen, found = [Walk.start(self.certificate)], set[int](), set[Player]()
        while waiting:
            walk = waiting.pop()
            for move, _ in self.replies(walk):
                after = walk.play(move)
                for side in (self.side.other, self.side):
                    found |= {side} if after.at.last == cell else set()
                    after = after if after.due is None else after.play(after.due)
                if not after.at.over and after.at.state.mask not in seen:
                    seen.add(after.at.state.mask)
                    waiting.append(after)
        return found

    def route(self, cell: Cell, by: Player) -> tuple[Move, ...] | None:
        """Returns the shortest play after which ``by`` has filled a cell and none below a waiting four, or None."""
        below = {wait.below for wait in self.leaf.waits}
        waiting, seen = deque([Walk.start(self.certificate)]), set[int]()
        while waiting:
            walk = waiting.popleft()
            for move, filled in self.replies(walk):
                if filled in below:
                    continue
                after = walk.play(move)
                if filled == cell and by != self.side:
                    return after.at.moves
                if after.at.over or after.due is None:
                    continue
                after = after.play(after.due)
                if after.at.last == cell and by == self.side:
                    return after.at.moves
                if not after.at.over and after.at.state.mask not in seen:
                    seen.add(after.at.state.mask)
                    waiting.append(after)
        return None


def _empty(certificate: Certificate) -> int:
    return sum(row.count(".") for row in certificate.rows)
