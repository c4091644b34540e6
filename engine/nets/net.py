"""Defines a network of n-tuples: its shape, its whole-numbered weights, and the value of a position in plain Python.

A network of n-tuples (Bledsoe and Browning 1959, for Connect Four Thill, Koch and Konen 2012) adds one weight for each
tuple, a group of cells: the weight of the pattern that the cells show. All symmetric images of a tuple share the
weights. The plain evaluation is the definition. The compiled one (:mod:`engine.nets.kernel`) returns the same whole
numbers.
"""

import functools
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from engine.games import CHANCE, Game, GameError, Move, Player

Tuple = tuple[int, ...]  # the cells of a tuple by number: ``(column - 1) * height + (row - 1)``
MOST = 8_999  # the value of a win at the end of forced replies, less one for each reply. Opinions are smaller.


class End(NamedTuple):
    """Holds the end of forced replies: ``sign`` is 1 if the side to move is the one of the beginning, else -1.
    ``value`` is for the side to move at the beginning, in 1/10,000, where the rules decide the game, else None."""

    state: Any
    sign: int
    replies: tuple[Move, ...]
    value: int | None


def settle(game: Game[Any], state: Any) -> End:
    """Returns the end of the forced replies of an unfinished state, as far as the rules name any."""
    sign, replies = 1, tuple[Move, ...]()
    while not game.is_quiet(state):
        forced = game.forced_moves(state)
        state, sign, replies = game.play(state, forced[0]), -sign, (*replies, forced[0])
        if (end := game.outcome(state)) is not None:
            won = -sign * (MOST + 1 - len(replies))
            return End(state, sign, replies, 0 if end.winner is None else won)
        if len(forced) != 1:
            return End(state, sign, replies, -sign * (len(replies) - MOST))
    return End(state, sign, replies, None)


SCALE = 10_000  # values are whole multiples of 1/SCALE
HIGHEST = 8_900  # opinions stay below this
STEPS = 1_024  # steps of the table of tanh for each unit of its argument. The table ends at four units.

TANH: npt.NDArray[np.int16] = np.array(
    [round(HIGHEST * math.tanh(place / STEPS)) for place in range(4 * STEPS)], np.int16
)
"""tanh of 0 to 4, in 1/10,000 of a value."""


@dataclass(frozen=True, slots=True)
class Shape:
    """Describes a network without its weights, for the game of this short name. 1, 2, 4 or 8 ``images`` of each tuple
    share the weights. There are 2 ``sets`` with separate weights for each side to move, or 1 set for both."""

    game: str
    width: int
    height: int
    images: int
    sets: int
    tuples: tuple[Tuple, ...]

    @property
    def size(self) -> int:
        """Returns the number of weights of one set."""
        return int(sum(3 ** len(cells) for cells in self.tuples))

    @property
    def instances(self) -> list[tuple[int, int, Tuple]]:
        """Lists every image of every tuple: the number of the tuple, its first weight, the cells of the image."""
        found, first = [], 0
        for number, cells in enumerate(self.tuples):
            found += [(number, first, image) for image in images(cells, self.width, self.height, self.images)]
            first += 3 ** len(cells)
        return found

    def places(self, game: Game[Any], state: Any, instances: list[tuple[int, int, Tuple]]) -> list[int]:
        """Returns for each image of each tuple the place of the weight of its pattern on the board. A player is to move
        in ``state``. ``instances`` is the list of :attr:`instances`, made once."""
        mover = game.to_move(state)
        digits = {cell: 1 if owner is mover else 2 for cell, owner in game.cells(state)}
        by_number = {(c - 1) * self.height + r - 1: digit for (c, r), digit in digits.items()}
        offset = self.size if self.sets == 2 and mover is Player.SECOND else 0
        return [
            offset + first + sum(by_number.get(cell, 0) * 3**place for place, cell in enumerate(cells))
            for _, first, cells in instances
        ]


@dataclass(frozen=True)
class Net:
    """Holds a network with weights from a learner of so many ``games``, and the ``figures`` found by the judge.
    ``weights`` is int8 or int16[sets * size]: set after set, tuple after tuple, pattern after pattern. ``unit`` is the
    whole number for a weight of one."""

    shape: Shape
    weights: npt.NDArray[Any]
    unit: int
    seed: int
    games: int
    figures: Mapping[str, float] = field(default_factory=dict)
    learner: str = "fourthought learn"

    def sums(self, game: Game[Any], state: Any) -> list[int]:
        """Returns the share of each tuple, with all images, in the sum of a position, for the side to move."""
        found = [0] * len(self.shape.tuples)
        places = self.shape.places(game, state, self._instances)
        for (number, _, _), place in zip(self._instances, places, strict=True):
            found[number] += int(self.weights[place])
        return found

    def value_of_sum(self, total: int) -> int:
        """Returns the value of a sum in 1/10,000: tanh by a table, the same on every machine."""
        value = int(TANH[min(abs(total) * STEPS // self.unit, len(TANH) - 1)])
        return value if total > 0 else -value

    def value(self, game: Game[Any], state: Any) -> int:
        """Returns the value of an unfinished position for the side to move, in 1/10,000. Forced replies are played
        before the network is asked, as far as the rules name any. While lots are to be drawn, the value is the mean
        over the lots, for the side of the next move."""
        if game.to_move(state) is CHANCE:
            return round(sum(share * self._after(game, game.play(state, lot)) for lot, share in game.outcomes(state)))
        end = settle(game, state)
        return end.sign * self.value_of_sum(sum(self.sums(game, end.state))) if end.value is None else end.value

    def measure(self, game: Game[Any]) -> Any:
        """Returns the measure of a feature of :class:`engine.search.parts.evaluation.Evaluation` on ``game``."""

        @functools.lru_cache(1 << 16)
        def measured(state: Any, player: Player) -> float:
            mover = game.to_move(state)
            value = self.value(game, state) / SCALE
            return value if player is (next_mover(game, state) if mover is CHANCE else mover) else -value

        return measured

    def _after(self, game: Game[Any], state: Any) -> int:
        end = game.outcome(state)
        if end is None:
            return self.value(game, state)
        return 0 if end.winner is None else MOST if end.winner is next_mover(game, state) else -MOST

    @functools.cached_property
    def _instances(self) -> list[tuple[int, int, Tuple]]:
        return self.shape.instances


def next_mover(game: Game[Any], state: Any) -> Player:
    """Returns the side of the next move once all lots are drawn."""
    while game.outcome(state) is None and game.to_move(state) is CHANCE:
        state = game.play(state, game.outcomes(state)[0][0])
    return game.to_move(state)


def check_fits(shape: Shape, game: Game[Any]) -> None:
    """Raises GameError unless a network of this shape is made for the game."""
    size = game.board_size()
    if shape.game != game.name or size != (shape.width, shape.height):
        raise GameError(f"the network is for {shape.game}, not for {game.name}")


def images(cells: Tuple, width: int, height: int, count: int) -> list[Tuple]:
    """Returns the first ``count`` images of a tuple: unchanged, columns mirrored, rows mirrored, transposed. ``count``
    is 1, 2, 4 or 8. Bit 0 of an image's number mirrors the columns, bit 1 the rows, and bit 2 transposes."""
    found = []
    for number in range(count):
        image = []
        for cell in cells:
            column, row = divmod(cell, height)
            column = width - 1 - column if number & 1 else column
            row = height - 1 - row if number & 2 else row
            image.append(row * height + column if number & 4 else column * height + row)
        found.append(tuple(image))
    return found
