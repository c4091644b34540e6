"""Defines k in a row on a board, with or without gravity: Connect Four, Tic-Tac-Toe and their cousins."""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from engine.games.bits import BoardBits
from engine.games.game import Cell, Game, GameError, IllegalMoveError, Move, Outcome, Player
from engine.text import Side, text

_SIDES = (Player.FIRST, Player.SECOND)
_REMEMBERED = 1 << 11
"""The number of positions in each of a game's three caches, about 1 MB. Four times as many save no time."""


class LineState(NamedTuple):
    """Holds a position: the stones of the side to move, and all stones, as numbers of bits."""

    own: int
    mask: int

    @property
    def ply(self) -> int:
        """Returns the number of stones on the board."""
        return self.mask.bit_count()


class LineGame(BoardBits, Game[LineState]):
    """Plays ``connect`` in a row on a board of ``width`` times ``height`` cells. With ``gravity`` stones fall to the
    lowest free cell of a column. ``name`` is the short name in addresses, ``title`` that for a person, by default built
    from the sizes. Raises GameError if the board does not fit (into 128 bits with gravity, else 64), or the sizes make
    no game."""

    def __init__(
        self,
        width: int,
        height: int,
        connect: int,
        gravity: bool,
        *,
        name: str | None = None,
        title: str | None = None,
        player_names: tuple[str, str] = ("Red", "Yellow"),
    ) -> None:
        if width < 1 or height < 1 or connect < 2:
            raise GameError(f"a board of {width}x{height} with {connect} in a row is no game")
        self.width, self.height, self.connect, self.gravity = width, height, connect, gravity
        if self.words > (most := 2 if gravity else 1):
            raise GameError(
                f"a board of {width}x{height} does not fit: width x (height + 1) must be at most {most * 64}"
            )
        self.name = name or f"line{width}x{height}k{connect}{'g' if gravity else ''}"
        self.title = title or f"{connect} in a row on {width}x{height}"
        self.player_names = Side(player_names[0]), Side(player_names[1])
        self.max_plies = width * height
        self._remember()

    def _remember(self) -> None:
        # A search, a mind and a table ask the same of a position several times in a row.
        self._outcomes, self._legal = lru_cache(_REMEMBERED)(self._judge), lru_cache(_REMEMBERED)(self._open)
        self._keys = lru_cache(_REMEMBERED)(self._smallest)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in vars(self).items() if name not in ("_outcomes", "_legal", "_keys")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        vars(self).update(kept)
        self._remember()

    def __repr__(self) -> str:
        return f"LineGame({self.width}, {self.height}, {self.connect}, {self.gravity})"

    def initial(self) -> LineState:
        """Returns the empty board."""
        return LineState(0, 0)

    def to_move(self, state: LineState) -> Player:
        """Returns the first player while the number of stones is even, else the second."""
        return _SIDES[state.mask.bit_count() & 1]

    def moves(self, state: LineState) -> Sequence[Move]:
        """Returns the columns with a free cell (gravity), or the free squares in reading order."""
        return self._legal(state)

    def play(self, state: LineState, move: Move) -> LineState:
        """Drops a stone into a column, or marks a square."""
        if self._outcomes(state) is not None:
            raise IllegalMoveError("the game is over")
        return self.put(state, self.landing(state, move))

    def put(self, state: LineState, cell: Cell) -> LineState:
        """Returns the state after a stone of the side to move on a free ``cell``, without a check of the rules."""
        mask = state.mask | self._bit_of[cell]
        return LineState(state.own ^ state.mask, mask)

    def landing(self, state: LineState, move: Move) -> Cell:
        """Returns the cell filled by ``move``. Raises :class:`IllegalMoveError` for a move without a free cell."""
        if self.gravity:
            if not 1 <= move <= self.width:
                raise IllegalMoveError("there is no column {move}; columns are 1 to {last}", move=move, last=self.width)
            shift, top = self._columns[move]
            if state.mask & top:
                raise IllegalMoveError("column {move} is full", move=move)
            column = state.mask >> shift & ((1 << self.height) - 1)
            return move, column.bit_count() + 1
        if not 1 <= move <= self.width * self.height:
            raise IllegalMoveError(
                "there is no square {move}; squares are 1 to {last}", move=move, last=self.width * self.height
            )
        cell = self.square(move)
        if state.mask & self.bit(cell):
            raise IllegalMoveError("square {move} is taken", move=move)
        return cell

    def outcome(self, state: LineState) -> Outcome | None:
        """Returns a win of the side to have moved last, a draw on a full board, or None."""
        return self._outcomes(state)

    def key(self, state: LineState) -> LineState:
        """Returns the smallest of the symmetric images: 2 with gravity, 8 on a square board without, else 4."""
        return self._keys(state)

    def evaluate(self, state: LineState, player: Player) -> float:
        """Returns the share of lines open to ``player``, weighted by the stones in each, strictly in (-1, 1)."""
        own, other = state.own, state.own ^ state.mask
        mine = theirs = 0
        for line in self.lines:
            if not line & other:
                mine += (line & own).bit_count() ** 2
            elif not line & own:
                theirs += (line & other).bit_count() ** 2
        value = (mine - theirs) / (mine + theirs + 4 * self.connect)
        return value if player is self.to_move(state) else -value

    def is_quiet(self, state: LineState) -> bool:
        """Returns whether neither side can complete a line with the next stone."""
        return not self.forced_moves(state)

    def forced_moves(self, state: LineState) -> Sequence[Move]:
        """Returns an immediate win, or else every move against an immediate win of the opponent, often none."""
        wins, blocks = self.holes(state.own, state.mask), self.holes(state.own ^ state.mask, state.mask)
        if not wins | blocks:
            return ()
        reach = [(move, self.bit(self.landing(state, move))) for move in self.moves(state)]
        winning = tuple(move for move, bit in reach if bit & wins)
        return winning[:1] or tuple(move for move, bit in reach if bit & blocks)

    def holes(self, stones: int, mask: int) -> int:
        """Returns every free cell completing a line of ``stones``, as a word."""
        found = 0
        for line in self.lines:
            if (line & stones).bit_count() == self.connect - 1:
                found |= line & ~mask
        return found

    def cells(self, state: LineState) -> Sequence[tuple[Cell, Player]]:
        """Returns every stone with its owner, column by column."""
        own, mover = state.own, self.to_move(state)
        other = Player.SECOND if mover is Player.FIRST else Player.FIRST
        return tuple([(cell, mover if own & bit else other) for cell, bit in self._bits if state.mask & bit])

    def board_size(self) -> tuple[int, int]:
        """Returns (width, height)."""
        return self.width, self.height

    def describe(self, state: LineState) -> str:
        """Returns the board as lines of text, highest row first. X began."""
        owners = dict(self.cells(state))
        return "\n".join(
            " ".join(
                {Player.FIRST: "X", Player.SECOND: "O"}.get(owners.get((c, r), Player.CHANCE), ".")
                for c in range(1, self.width + 1)
            )
            for r in range(self.height, 0, -1)
        )

    def move_words(self, move: Move) -> str:
        """Returns "column 4" or "square 5"; on boards of many squares "square d4", column d in row 4 from below."""
        return text("column {n}", n=move) if self.gravity else super().move_words(move)

    def place_name(self, move: Move) -> str:
        """Returns "4"; on boards of many squares "d4"."""
        return str(move) if self.gravity else super().place_name(move)

    def _judge(self, state: LineState) -> Outcome | None:
        rows = self._rows_of(state.own ^ state.mask)
        if rows:
            return Outcome(self.to_move(state).other, self._cells_of(rows))
        if self._rows_of(state.own):  # only after stones placed by hand, because play ends with a line
            return Outcome(self.to_move(state), self._cells_of(self._rows_of(state.own)))
        return Outcome(None) if state.mask == self.full else None

    def _rows_of(self, stones: int) -> int:
        """Returns the cells of all complete lines of ``stones`` as a word, or 0."""
        found = 0
        for step, shifts in self._steps:
            line = stones
            for shift in shifts:
                line &= line >> shift
            if line:
                for i in range(self.connect):
                    found |= line << i * step
        return found

    @cached_property
    def _steps(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """Lists for each direction its step in bits, and the shifts leaving a bit at the beginning of each line."""
        multiples, length = [], 1
        while length < self.connect:
            multiples.append(min(length, self.connect - length))
            length += multiples[-1]
        steps = (1, self.height, self.height + 1, self.height + 2)
        return tuple((step, tuple(step * multiple for multiple in multiples)) for step in steps)

    def _open(self, state: LineState) -> tuple[Move, ...]:
        if self._outcomes(state) is not None:
            return ()
        return tuple([move for move, bit in self._last_bits if not state.mask & bit])

    def _smallest(self, state: LineState) -> LineState:
        if self.gravity:
            return min(state, LineState(self.mirror(state.own), self.mirror(state.mask)))
        return min(
            LineState(self._permute(state.own, image), self._permute(state.mask, image)) for image in self._symmetries
        )
