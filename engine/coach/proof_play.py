"""Plays a certificate: the answer to every move of the other side comes from the proof, without a search."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from engine.coach.certificate import Branch, Certificate, Diagram, Leaf, Node, Pair
from engine.coach.diagram import named
from engine.games import Cell, GameError, LineGame, LineState, Move, Player


class Position(NamedTuple):
    """Holds a position after some ``moves`` from a certificate's. ``last`` is the cell filled last, (0, 0) at first."""

    game: LineGame
    state: LineState
    moves: tuple[Move, ...] = ()
    last: Cell = (0, 0)

    @classmethod
    def of(cls, certificate: Certificate) -> Position:
        """Returns the position of a certificate."""
        game = _board(len(certificate.rows[0]), len(certificate.rows), certificate.connect)
        stones = {"X": 0, "O": 0, ".": 0}
        for row, text in enumerate(reversed(certificate.rows), start=1):
            for column, stone in enumerate(text, start=1):
                stones[stone] |= game.bit((column, row))
        first, second = stones["X"], stones["O"]
        own = first if first.bit_count() == second.bit_count() else second
        return cls(game, LineState(own, first | second))

    def play(self, move: Move) -> Position:
        """Returns the position after one more move."""
        cell = self.game.landing(self.state, move)
        return Position(self.game, self.game.play(self.state, move), (*self.moves, move), cell)

    def empty(self, cell: Cell) -> bool:
        """Tests if a cell is empty."""
        return not self.state.mask & self.game.bit(cell)

    @property
    def over(self) -> bool:
        """Tests if the game is over."""
        return self.game.outcome(self.state) is not None

    @property
    def winner(self) -> Player | None:
        """Returns the winner of a finished game."""
        outcome = self.game.outcome(self.state)
        return outcome.winner if outcome else None

    @property
    def line(self) -> tuple[Cell, ...]:
        """Returns the cells of the complete line, often none."""
        outcome = self.game.outcome(self.state)
        return outcome.line if outcome else ()

    def completing(self) -> Move | None:
        """Returns the leftmost column where the side to move completes a line immediately."""
        holes = self.game.holes(self.state.own, self.state.mask)
        for move in self.game.moves(self.state):
            if holes & self.game.bit(self.game.landing(self.state, move)):
                return move
        return None


class Walk(NamedTuple):
    """Holds a game along a certificate. ``node`` is the one after the side's next move ``due``, or None where the game
    is over. ``due`` is None also if the other side is to move. ``aside`` maps every cell set aside to the other of its
    pair."""

    certificate: Certificate
    at: Position
    node: Node | None
    due: Move | None
    aside: Mapping[Cell, Cell] = {}

    @classmethod
    def start(cls, certificate: Certificate) -> Walk:
        """Begins at the certificate's position."""
        begun = cls(certificate, Position.of(certificate), None, certificate.first)
        return begun._enter(0 if certificate.nodes else None)

    def play(self, move: Move) -> Walk:
        """Returns the walk after a move. Raises GameError if it is illegal, or the side's and another than proven."""
        at = self.at.play(move)
        if self.due is not None:
            if move != self.due:
                raise GameError(f"after {len(self.at.moves)} moves the proof plays column {self.due}, not {move}")
            return self._replace(at=at, due=None)
        if at.over:
            return self._replace(at=at, node=None)
        partner = self.aside.get(at.last)
        if partner and at.empty(partner):
            return self._replace(at=at, due=partner[0])
        if isinstance(self.node, Branch):
            for answer in self.node.answers:
                if answer.reply == move and answer.move is not None:
                    return self._replace(at=at, due=answer.move)._enter(answer.node)
        return self._replace(at=at, due=_follow(at, self.node, self.aside))

    def _enter(self, place: int | None) -> Walk:
        """Returns the walk at another node, with the pairs set aside there."""
        if place is None:
            return self._replace(node=None)
        node = self.certificate.nodes[place]
        return self._replace(node=node, aside={**self.aside, **_partners(node.aside)})


def answer(certificate: Certificate, moves: Sequence[Move] = ()) -> Move | None:
    """Returns the side's next move by an accepted certificate, or None if the other side is to move or the game is
    over. Raises GameError if one of ``moves`` (of both sides, from the certificate's position) is illegal, or a move
    of the side is not the certificate's."""
    walk = Walk.start(certificate)
    for move in moves:
        walk = walk.play(move)
    return walk.due


def _follow(at: Position, node: Node | None, aside: Mapping[Cell, Cell]) -> Move:
    """Returns the answer to the last move by a diagram, or by a theorem: a line immediately, the waiting cell, the
    partner, or any move. Cells set aside are filled only where no other cell is left."""
    if isinstance(node, Diagram):
        state, holes = at.state, at.game.holes
        playable = sum(at.game.bit(at.game.landing(state, move)) for move in at.game.moves(state))
        mine, yours = holes(state.own, state.mask), holes(state.own ^ state.mask, state.mask)
        cell = named(node.rows, playable, mine, yours)
        return (cell.bit_length() - 1) // (at.game.height + 1) + 1
    due = at.completing()
    if due is None and isinstance(node, Leaf):
        partner = (_partners(node.pairs) | {wait.below: wait.target for wait in node.waits}).get(at.last)
        due = partner[0] if partner and at.empty(partner) else None
    moves = at.game.moves(at.state)
    return due or next((move for move in moves if at.game.landing(at.state, move) not in aside), moves[0])


def _partners(pairs: Sequence[Pair]) -> dict[Cell, Cell]:
    return {pair.first: pair.second for pair in pairs} | {pair.second: pair.first for pair in pairs}


@lru_cache(16)
def _board(width: int, height: int, connect: int) -> LineGame:
    return LineGame(width, height, connect, True)
