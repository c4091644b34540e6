"""Plays Hex: the first side connects left and right, the second side top and bottom. There is no draw."""

from collections.abc import Sequence
from typing import NamedTuple

from engine.games import Cell, Game, IllegalMoveError, Move, Outcome, Player

AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1))


class Stones(NamedTuple):
    """Holds the owner of each square in reading order (None: free), and the number of stones."""

    squares: tuple[int | None, ...]
    ply: int = 0


class Hex(Game[Stones]):
    """Plays on a rhombus, drawn as a square board: a square also touches its upper right and its lower left."""

    player_names = ("Red", "Yellow")

    def __init__(self, size: int) -> None:
        self.name, self.title, self.size, self.max_plies = f"hex{size}", f"Hex, {size}x{size}", size, size * size
        self.goal = (
            "Red connects left and right, Yellow top and bottom. A square also touches its upper right and lower left."
        )

    def initial(self) -> Stones:
        return Stones((None,) * self.size**2)

    def to_move(self, state: Stones) -> Player:
        return Player(state.ply % 2)

    def moves(self, state: Stones) -> Sequence[Move]:
        if self.outcome(state):
            return ()
        return tuple(at + 1 for at, owner in enumerate(state.squares) if owner is None)

    def play(self, state: Stones, move: Move) -> Stones:
        if not 1 <= move <= self.max_plies or state.squares[move - 1] is not None:
            raise IllegalMoveError("square {move} is not free", move=move)
        if self.outcome(state):
            raise IllegalMoveError("the game is over")
        squares = list(state.squares)
        squares[move - 1] = state.ply % 2
        return Stones(tuple(squares), state.ply + 1)

    def outcome(self, state: Stones) -> Outcome | None:
        mover = Player((state.ply + 1) % 2)  # only the side that has just moved can have won
        owned = {cell for cell, owner in self.cells(state) if owner is mover}
        axis = 0 if mover is Player.FIRST else 1
        came: dict[Cell, Cell | None] = {cell: None for cell in owned if cell[axis] == 1}
        waiting = list(came)
        for cell in waiting:
            if cell[axis] == self.size:
                line, at = [cell], came[cell]
                while at:
                    line.append(at)
                    at = came[at]
                return Outcome(mover, tuple(line))
            near = [(cell[0] + across, cell[1] + up) for across, up in AROUND]
            fresh = [one for one in near if one in owned and one not in came]
            came.update(dict.fromkeys(fresh, cell))
            waiting += fresh
        return None

    def key(self, state: Stones) -> Stones:
        return min(
            state, Stones(state.squares[::-1], state.ply), key=lambda one: [-1 if x is None else x for x in one.squares]
        )

    def cells(self, state: Stones) -> Sequence[tuple[Cell, Player]]:
        size = self.size
        owners = ((at % size + 1, size - at // size, owner) for at, owner in enumerate(state.squares))
        return [((column, row), Player(owner)) for column, row, owner in owners if owner is not None]

    def board_size(self) -> tuple[int, int]:
        return self.size, self.size

    def describe(self, state: Stones) -> str:
        signs = ["." if owner is None else "XO"[owner] for owner in state.squares]
        return "\n".join(" ".join(signs[at : at + self.size]) for at in range(0, len(signs), self.size))


HEX = Hex(5)
