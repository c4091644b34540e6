"""Holds the state of a game at one version, and answers questions about it. Its events are folded in ``fold.py``."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from engine.games import CHANCE, Cell, Game, Move, Outcome, Player, plies, replay
from webapp.play.game import events as e

Turn = tuple[Move, ...]
"""A player's move and the lots that were drawn after it."""


@dataclass(frozen=True, slots=True)
class Lent:
    """A person's seat on which an engine plays on: the hash of the person's token, and the ply at which it began."""

    key: str
    ply: int


@dataclass(frozen=True)
class GameState:
    """A game at one version. ``turns`` stand after ``start``; ``future`` is what redo would bring back, next first.

    ``line`` counts the takebacks and redos so far: within one line every ply is played once. ``left`` are the seconds
    on each side's clock at the beginning of the turn; ``refused`` what has been asked in vain since the last move.
    ``branches``: lines of turns that were left. ``reswap``: a swap by the pie rule was taken back; redo would bring it
    back.
    """

    game_id: str
    version: int
    game: Game[Any]
    start: tuple[Move, ...]
    seats: tuple[e.Seat, e.Seat]
    keys: tuple[str | None, str | None]
    controls: frozenset[str]
    seed: int
    per_minute: float
    turns: tuple[Turn, ...] = ()
    future: tuple[Turn, ...] = ()
    line: int = 0
    paused: bool = False
    ended: e.Ending | None = None
    rematch: str | None = None
    analysis: bool = False
    clock: e.Clock | None = None
    left: tuple[float, float] = (0.0, 0.0)
    lent: tuple[Lent | None, Lent | None] = (None, None)
    handovers: tuple[str | None, str | None] = (None, None)
    asked: e.Asked | None = None
    pie: bool = False
    swapped: bool = False
    branches: tuple[tuple[Turn, ...], ...] = ()
    reswap: bool = False
    refused: frozenset[tuple[e.Question, int]] = frozenset()

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """All moves from the empty board, drawn lots included."""
        return (*self.start, *(move for turn in self.turns for move in turn))

    @cached_property
    def position(self) -> Any:
        """The state in the sense of the rules."""
        return replay(self.game, self.moves)

    @cached_property
    def start_ply(self) -> int:
        """Plies of the start position: its moves without the drawn lots."""
        return plies(self.game, self.start)

    @property
    def ply(self) -> int:
        """The players' moves so far."""
        return self.start_ply + len(self.turns)

    @cached_property
    def outcome(self) -> Outcome | None:
        """How the game ended, by the rules or because a side gave up; None while it goes on."""
        match self.ended:
            case None:
                return self.game.outcome(self.position)
            case e.Drawn():
                return Outcome(None)
            case e.Claimed():
                return Outcome(Player(self.ended.seat))
            case _:
                return Outcome(Player(1 - self.ended.seat))

    @cached_property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None when the game is over."""
        if self.outcome is not None:
            return None
        return int(self.game.to_move(self.position))

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves of the seat whose turn it is."""
        return () if self.outcome is not None else tuple(self.game.moves(self.position))

    @property
    def engines(self) -> tuple[int, ...]:
        """The seats on which an engine sits."""
        return tuple(seat for seat in (0, 1) if self.seats[seat].kind == "engine")

    @property
    def free(self) -> tuple[int, ...]:
        """The seats that wait for a person."""
        return tuple(seat for seat in (0, 1) if self.seats[seat].kind == "human" and self.keys[seat] is None)

    def owner(self, seat: int) -> str | None:
        """The hash of the token of the person whose seat it is, also while an engine plays on for them."""
        lent = self.lent[seat]
        return lent.key if lent else self.keys[seat]

    @property
    def all_engines(self) -> bool:
        """Whether nobody but engines plays."""
        return len(self.engines) == 2

    @cached_property
    def discs(self) -> tuple[tuple[int, int, int], ...]:
        """(column, row, seat) of every disc in the order in which they came."""
        return placed(self.game, self.moves)

    @cached_property
    def _deciders(self) -> tuple[int, ...]:
        """Who decided at each ply that can be taken back or redone: those of ``turns``, then those of ``future``."""
        position, seats = replay(self.game, self.start), []
        for turn in (*self.turns, *self.future):
            seats.append(int(self.game.to_move(position)))
            for move in turn:
                position = self.game.play(position, move)
        return tuple(seats)

    def mover(self, ply: int) -> int:
        """The seat that moved at ``ply``, which must be between the start and now."""
        return self._deciders[ply - self.start_ply]

    def _decides(self, index: int) -> bool:
        """Whether somebody chose at this place in turns and future whom a takeback leads to: a person, if there is one
        at the table with an engine; else anybody."""
        if len(self.engines) != 1:
            return True
        return self.seats[self._deciders[index]].kind == "human"

    @property
    def undo_ply(self) -> int | None:
        """Where an undo leads: the last ply at which a person decided (or simply the last); None if there is none."""
        if self.ended is not None:
            return None
        if self.swapped and len(self.turns) == 1:
            return self.ply
        back = next((i for i in reversed(range(len(self.turns))) if self._decides(i)), None)
        return None if back is None else self.start_ply + back

    @property
    def redo_ply(self) -> int | None:
        """Where a redo leads: on to the next ply at which a person decides, or to the end of what was taken back."""
        if self.ended is None and self.reswap and len(self.turns) == 1:
            return self.ply
        if self.ended is not None or not self.future:
            return None
        here, end = len(self.turns), len(self.turns) + len(self.future)
        return self.start_ply + next((i for i in range(here + 1, end) if self._decides(i)), end)


def placed(game: Game[Any], moves: Iterable[Move]) -> tuple[tuple[int, int, int], ...]:
    """Every disc as (column, row, seat), in the order in which they came to the board."""
    position = game.initial()
    seen: set[Cell] = set()
    discs = []
    for move in moves:
        position = game.play(position, move)
        for cell, owner in game.cells(position):
            if cell not in seen:
                seen.add(cell)
                discs.append((*cell, int(owner)))
    return tuple(discs)


def turns_of(game: Game[Any], moves: Iterable[Move]) -> list[e.Moved]:
    """The turns of which ``moves`` consist, each with its drawn lots; lots before the first turn are left out."""
    position, turns = game.initial(), list[e.Moved]()
    for move in moves:
        mover = game.to_move(position)
        position = game.play(position, move)
        if mover is not CHANCE:
            turns.append(e.Moved(len(turns), int(mover), move))
        elif turns:
            last = turns.pop()
            turns.append(e.Moved(last.ply, last.seat, last.move, (*last.lots, move)))
    return turns
