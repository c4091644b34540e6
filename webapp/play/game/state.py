"""Holds a game at one version and answers questions about it. ``fold.py`` makes the states from the events. Pure."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain
from typing import Any

from engine.games import Cell, Game, Move, Outcome, Player, plies, replay
from webapp.play.game import events as e

Turn = tuple[Move, ...]
"""A player's move and the lots drawn after it."""


@dataclass(frozen=True, slots=True)
class StandIn:
    """Marks a seat lent to an engine: the hash of the person's token, the nickname, and whether it is a program."""

    key: str
    name: str | None = None
    bot: bool = False


@dataclass(frozen=True)
class GameState:
    """Holds a game at one version. Pairs are by seat.

    ``turns`` come after the moves ``start``. ``future`` are the turns for redo to bring back, next first. ``takebacks``
    counts takebacks and redos: between two of them every ply is played once. ``clock_left`` are the seconds at the
    beginning of the turn. ``handovers`` are the open offers to another device. ``branches`` are abandoned lines of
    turns from the start position on. ``swap_undone``: redo brings back a swap. ``refused`` are the questions declined
    since the last move, each with the seat that asked. ``newcomers`` are the hashes of the tokens of people who came by
    an invitation or by a seat handed over. ``namings`` and ``acts`` count the changes of the nickname, and all events
    of a seat other than moves. ``wins`` are the earlier games won in a series of rematches. ``open_to_engines``:
    programs may take the free seat.
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
    takebacks: int = 0
    paused: bool = False
    ended: e.Ending | None = None
    rematch: str | None = None
    analysis: bool = False
    clock: e.Clock | None = None
    clock_left: tuple[float, float] = (0.0, 0.0)
    stand_ins: tuple[StandIn | None, StandIn | None] = (None, None)
    handovers: tuple[e.HandOverOffered | None, e.HandOverOffered | None] = (None, None)
    asked: e.Asked | None = None
    pie: bool = False
    swapped: bool = False
    branches: tuple[tuple[Turn, ...], ...] = ()
    swap_undone: bool = False
    refused: frozenset[tuple[e.Question, int]] = frozenset()
    with_help: bool = False
    newcomers: frozenset[str] = frozenset()
    namings: tuple[int, int] = (0, 0)
    acts: tuple[int, int] = (0, 0)
    wins: tuple[int, int] = (0, 0)
    open_to_engines: bool = False

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """Lists all moves from the empty board, drawn lots included."""
        return (*self.start, *chain.from_iterable(self.turns))

    @cached_property
    def position(self) -> Any:
        """Returns the position in the sense of the rules."""
        return replay(self.game, self.moves)

    @cached_property
    def start_ply(self) -> int:
        """Counts the plies of the start position: the moves without the drawn lots."""
        return plies(self.game, self.start) if self.start else 0

    @cached_property
    def ply(self) -> int:
        """Counts the players' moves so far."""
        return self.start_ply + len(self.turns)

    @cached_property
    def outcome(self) -> Outcome | None:
        """Returns the result by the rules, by agreement, resignation, absence or clock. None: the game is running."""
        match self.ended:
            case None:
                return self.game.outcome(self.position)
            case e.Drawn():
                return Outcome(None)
            case e.Claimed():
                return Outcome(Player(self.ended.seat))
            case _:
                return Outcome(Player(1 - self.ended.seat))

    @property
    def score(self) -> tuple[int, int]:
        """Returns the games won by the player of each seat in a series of rematches, with this game."""
        winner = self.outcome.winner if self.outcome else None
        return self.wins[0] + (winner is Player.FIRST), self.wins[1] + (winner is Player.SECOND)

    @cached_property
    def to_move(self) -> int | None:
        """Returns the seat to move. None: the game is over."""
        return None if self.outcome is not None else int(self.game.to_move(self.position))

    @property
    def legal(self) -> tuple[Move, ...]:
        """Lists the legal moves of the seat to move."""
        return () if self.outcome is not None else tuple(self.game.moves(self.position))

    @cached_property
    def discs(self) -> tuple[tuple[int, int, int], ...]:
        """Lists every disc as (column, row, seat), in the order of play."""
        return discs_of(self.game, self.moves)

    @cached_property
    def engines(self) -> tuple[int, ...]:
        """Lists the seats of engines."""
        return tuple([seat for seat in (0, 1) if self.seats[seat].kind == "engine"])

    @property
    def all_engines(self) -> bool:
        """Tells whether two engines play."""
        return len(self.engines) == 2

    @cached_property
    def free(self) -> tuple[int, ...]:
        """Lists the seats that wait for a person."""
        return tuple([seat for seat in (0, 1) if self.seats[seat].kind == "human" and self.keys[seat] is None])

    @cached_property
    def lent(self) -> int | None:
        """Returns a seat on which an engine plays for a person. None: there is none."""
        first, second = self.stand_ins
        return 0 if first else 1 if second else None

    def owner(self, seat: int) -> str | None:
        """Returns the hash of the token of the seat's person, also while an engine plays for the person."""
        stand_in = self.stand_ins[seat]
        return stand_in.key if stand_in else self.keys[seat]

    def nickname(self, seat: int) -> str | None:
        """Returns the nickname of the seat's person, also while an engine plays for the person."""
        stand_in = self.stand_ins[seat]
        return stand_in.name if stand_in else self.seats[seat].name

    @property
    def players(self) -> frozenset[str]:
        """Returns the hashes of all tokens that give rights: of both seats and of the table."""
        return self.controls.union(key for seat in (0, 1) if (key := self.owner(seat)) is not None)

    @cached_property
    def help_allowed(self) -> bool:
        """Tells whether the engine may speak about the game now: by a hint, a digest, a proof or a note on a move. It
        must be silent while two people play each other, unless the invitation promised help to both."""
        return self.outcome is not None or self.analysis or self.with_help or not self._is_between_people()

    def _is_between_people(self) -> bool:
        """Tells whether two people with a place of their own each play the game. A seat that waits for a friend counts,
        and so does one on which an engine plays for a person. The two seats of one page are one person's: another
        person comes by an invitation or by a seat handed over."""
        if any(self.stand_ins) or (self.game_id and self.free and not self.engines):
            return True
        first, second = self.keys
        return first is not None and second is not None and first != second and not self.newcomers.isdisjoint(self.keys)

    @cached_property
    def _movers(self) -> tuple[int, ...]:
        """Lists the seat that moved at each ply of ``turns``, then of ``future``."""
        position, seats = replay(self.game, self.start), []
        for turn in (*self.turns, *self.future):
            seats.append(int(self.game.to_move(position)))
            for move in turn:
                position = self.game.play(position, move)
        return tuple(seats)

    def mover(self, ply: int) -> int:
        """Returns the seat that moved at ``ply``, which must be between the start and now."""
        return self._movers[ply - self.start_ply]

    def player_of(self, ply: int) -> int:
        """Returns the present seat of the player who moved at ``ply``."""
        return self.mover(ply) ^ (self.swapped and ply < self.start_ply + self.swap_turn)

    @property
    def swap_turn(self) -> int:
        """Counts the turns before a swap: one, or none in a game that begins with discs on the board."""
        return 0 if self.start_ply else 1

    @property
    def can_swap(self) -> bool:
        """Tells whether the side to move may take the other side's place instead of moving."""
        if not self.pie or self.swapped or len(self.turns) != self.swap_turn or self.outcome is not None:
            return False
        return not self.free and len(self.engines) <= (1 if self.start_ply else 0)

    @property
    def undo_ply(self) -> int | None:
        """Returns the ply of an undo: the last move of a person, else simply the last move. None: there is none."""
        if self.ended is not None or self.lent is not None:
            return None
        if self.swapped and len(self.turns) == self.swap_turn and not self.engines:
            return self.ply
        back = next((i for i in reversed(range(len(self.turns))) if self._stops_takeback(i)), None)
        return None if back is None else self.start_ply + back

    @property
    def redo_ply(self) -> int | None:
        """Returns the ply of a redo: the next move of a person, or the end of the turns that were taken back."""
        if self.ended is not None or self.lent is not None:
            return None
        if self.swap_undone and len(self.turns) == self.swap_turn:
            return self.ply
        if not self.future:
            return None
        here, end = len(self.turns), len(self.turns) + len(self.future)
        return self.start_ply + next((i for i in range(here + 1, end) if self._stops_takeback(i)), end)

    def _stops_takeback(self, index: int) -> bool:
        """Tells whether an undo stops at this index of turns and future: against an engine, where a person moved."""
        return len(self.engines) != 1 or self.seats[self._movers[index]].kind == "human"


def discs_of(game: Game[Any], moves: Iterable[Move]) -> tuple[tuple[int, int, int], ...]:
    """Lists every disc as (column, row, seat), in the order of play."""
    position = game.initial()
    discs = discs_after((), game.cells(position))
    for move in moves:
        position = game.play(position, move)
        discs = discs_after(discs, game.cells(position))
    return discs


def discs_after(
    discs: Iterable[tuple[int, int, int]], cells: Iterable[tuple[Cell, Player]]
) -> tuple[tuple[int, int, int], ...]:
    """Returns the discs once ``cells`` are occupied: those that stay, with the owners of now, then the new ones."""
    owners = {cell: int(owner) for cell, owner in cells}
    stay = [(column, row, owners.pop((column, row))) for column, row, _ in discs if (column, row) in owners]
    return (*stay, *[(*cell, owner) for cell, owner in owners.items()])
