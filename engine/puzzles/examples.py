"""Shows the idea of a theme in one position of a puzzle: cells to mark and a sentence, by the rules or from a proof."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.coach.theory import cell_name
from engine.games import Cell, LineGame, LineState, Move, replay
from engine.puzzles.puzzle import Puzzle, Theme


@dataclass(frozen=True, slots=True)
class Mark:
    """Holds one layer of a board. The kinds are those of :mod:`engine.coach.words`."""

    kind: str
    cells: tuple[Cell, ...] = ()
    pairs: tuple[tuple[Cell, Cell], ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """Holds a position, the marks on the board, and one or two sentences about the marks."""

    moves: tuple[Move, ...]
    marks: tuple[Mark, ...]
    text: str

    def plain(self) -> dict[str, Any]:
        """Returns the example as plain data for JSON."""
        marks = [{"kind": mark.kind, "cells": mark.cells, "pairs": mark.pairs} for mark in self.marks]
        return {"moves": "".join(map(str, self.moves)), "marks": marks, "text": self.text}


def example(game: LineGame, theme: Theme, puzzle: Puzzle, proof: Mapping[str, Any]) -> Example | None:
    """Returns the example of a theme from a puzzle and its explanation as plain data, or None if it shows the theme
    badly."""
    return _SHOWN[theme](_Scene(game, puzzle, proof["steps"]))


class _Scene:
    """Holds a puzzle before and after the first move, with threats as words of cells, and the steps of the proof."""

    def __init__(self, game: LineGame, puzzle: Puzzle, steps: Sequence[Any]) -> None:
        self.game, self.puzzle, self.steps = game, puzzle, steps
        self.before = replay(game, puzzle.moves)
        self.me, self.you = (game.player_names[p] for p in (game.to_move(self.before), game.to_move(self.before).other))
        self.right = puzzle.line[0]
        self.cell = game.landing(self.before, self.right)
        bit, theirs = game.bit(self.cell), self.before.own ^ self.before.mask
        self.mine = game.holes(self.before.own, self.before.mask)
        self.theirs = game.holes(theirs, self.before.mask)
        self.gained = game.holes(self.before.own | bit, self.before.mask | bit) & ~self.mine
        self.denied = game.holes(theirs | bit, self.before.mask | bit) & ~self.theirs

    def cells(self, word: int) -> tuple[Cell, ...]:
        """Returns the cells of a word, column by column."""
        every = [(column, row) for column in range(1, self.game.width + 1) for row in range(1, self.game.height + 1)]
        return tuple(cell for cell in every if self.game.bit(cell) & word)

    def line(self, stones: int, cell: Cell) -> tuple[Cell, ...]:
        """Returns the one line completed by ``cell``, or none if several lines are completed."""
        whole = stones | self.game.bit(cell)
        found = [line for line in self.game.lines if line & self.game.bit(cell) and line & whole == line]
        return self.cells(found[0]) if len(found) == 1 else ()

    def turns(self) -> Iterator[tuple[LineState, Move]]:
        """Yields the position after each move of the solver in the solution, and the move."""
        for turn in range(1, len(self.puzzle.line) + 1, 2):
            yield replay(self.game, self.puzzle.moves + self.puzzle.line[:turn]), self.puzzle.line[turn - 1]

    def threats(self, state: LineState) -> tuple[tuple[Cell, ...], tuple[Cell, ...]]:
        """Returns the cells that complete a four for the solver: those filled next, and those directly above one."""
        mine = self.game.holes(state.own ^ state.mask, state.mask)
        next_ = sum(self.game.bit(self.game.landing(state, move)) for move in self.game.moves(state))
        return self.cells(mine & next_), self.cells(mine & ((mine & next_) << 1))

    def proof(self, *kinds: str) -> list[Any]:
        """Returns the steps of some kinds, in the order of the proof."""
        return [step for step in self.steps if step["kind"] in kinds]


def _win_at_once(scene: _Scene) -> Example | None:
    line = scene.line(scene.before.own, scene.cell)
    if not line:
        return None
    text = (
        f"{scene.me} to move. Column {scene.right} fills {cell_name(scene.cell)} and completes a four: {_list(line)}."
    )
    return Example(scene.puzzle.moves, (Mark("four", line),), text)


def _must_block(scene: _Scene) -> Example | None:
    line = scene.line(scene.before.own ^ scene.before.mask, scene.cell)
    if not line:
        return None
    threat = f"{scene.you} threatens {cell_name(scene.cell)}, which completes a four"
    text = f"{scene.me} to move. {threat}. So {scene.me} must play column {scene.right}."
    return Example(scene.puzzle.moves, (Mark("four", line),), text)


def _do_not_hand_over(scene: _Scene) -> Example | None:
    wrong = tuple(scene.game.landing(scene.before, one.move) for one in scene.puzzle.wrong)
    if len(wrong) > 3:
        return None
    text = (
        f"{scene.me} to move. A disc on {_list(wrong, 'or')} lets {scene.you} complete a four right above. "
        f"Only column {scene.right} hands over nothing."
    )
    return Example(scene.puzzle.moves, (Mark("forbidden", wrong),), text)


def _double_threat(scene: _Scene) -> Example | None:
    for state, move in scene.turns():
        now, _ = scene.threats(state)
        if len(now) == 2:
            both = f"Both {_list([now[0]])} and {_list([now[1]])} now complete a four"
            text = f"{scene.me} has played column {move}. {both}, and {scene.you} can fill only one of these cells."
            return Example(_played(scene, state), (Mark("threats", now),), text)
    return None


def _stacked_threats(scene: _Scene) -> Example | None:
    for state, move in scene.turns():
        now, above = scene.threats(state)
        if len(now) == len(above) == 1:
            lower, upper = cell_name(now[0]), cell_name(above[0])
            text = (
                f"{scene.me} has played column {move}. Both {lower} and {upper} complete a four, one above the other: "
                f"{scene.you} must fill {lower}, and {scene.me} fills {upper}."
            )
            return Example(_played(scene, state), (Mark("threats", now + above),), text)
    return None


def _waiting(rest: int) -> Callable[[_Scene], Example | None]:
    """Returns the maker of examples with one waiting four, in a row that leaves ``rest`` when divided by two."""

    def shown(scene: _Scene) -> Example | None:
        waits, below = scene.proof("wait"), scene.proof("forbidden")
        if len(waits) != 1 or len(below) != 1 or scene.proof("forced", "tree") or not scene.proof("pairs"):
            return None
        ((column, row),) = below[0]["cells"]
        if (row + 1) % 2 != rest or len(scene.proof("count")[0]["cells"]) < 4:
            return None
        text = " ".join(step["text"] for step in scene.proof("wait", "forbidden", "count", "end"))
        marks = (Mark("wait", _cells(waits[0]["cells"])), Mark("forbidden", ((column, row),)))
        return Example((*scene.puzzle.moves, scene.right), marks, f"{scene.me} has played column {scene.right}. {text}")

    return shown


def _block_and_counter(scene: _Scene) -> Example | None:
    gained, denied = scene.cells(scene.gained), scene.cells(scene.denied)
    if len(gained) != 1 or len(denied) != 1 or gained == denied:
        return None
    name = cell_name(scene.cell)
    text = (
        f"{scene.me} has played {name}. There {scene.you} would have threatened a four on {cell_name(denied[0])}; "
        f"now {scene.me} threatens one on {cell_name(gained[0])}."
    )
    marks = (Mark("threats", gained), Mark("reach", denied))
    return Example((*scene.puzzle.moves, scene.right), marks, text)


def _quiet_move(scene: _Scene) -> Example | None:
    waits = scene.proof("wait")
    if not scene.puzzle.plies or len(waits) != 1 or scene.proof("forced", "tree"):
        return None
    text = (
        f"{scene.me} has played column {scene.right}. Nothing is threatened at once, yet every other move gives the "
        f"win away. {waits[0]['text']}"
    )
    return Example((*scene.puzzle.moves, scene.right), (Mark("wait", _cells(waits[0]["cells"])),), text)


def _only_move_draw(scene: _Scene) -> Example | None:
    pairs = scene.proof("pairs")
    if scene.puzzle.plies or scene.proof("forced", "tree") or len(pairs) != 1 or not 2 <= len(pairs[0]["pairs"]) <= 6:
        return None
    reasons = " ".join(step["text"] for step in scene.proof("pairs", "reach", "end"))
    text = f"{scene.me} has played column {scene.right}; every other move loses. {reasons}"
    marks = (Mark("pairs", pairs=tuple((tuple(one), tuple(two)) for one, two in pairs[0]["pairs"])),)
    return Example((*scene.puzzle.moves, scene.right), marks, text)


def _do_not_spoil(scene: _Scene) -> Example | None:
    spoilt = [scene.game.landing(scene.before, one.move) for one in scene.puzzle.wrong]
    spoilt = [(column, row) for column, row in spoilt if scene.game.bit((column, row)) << 1 & scene.mine]
    if len(spoilt) != 1:
        return None
    ((column, row),) = spoilt
    line = scene.line(scene.before.own, (column, row + 1))
    if not line:
        return None
    below, above = cell_name((column, row)), cell_name((column, row + 1))
    text = (
        f"{scene.me} to move, with a four waiting on {above}. A disc on {below} would spoil it: "
        f"{scene.you} then fills {above}. The right move is column {scene.right}."
    )
    return Example(scene.puzzle.moves, (Mark("wait", line), Mark("forbidden", ((column, row),))), text)


_SHOWN: Mapping[Theme, Callable[[_Scene], Example | None]] = {
    Theme.WIN_AT_ONCE: _win_at_once,
    Theme.MUST_BLOCK: _must_block,
    Theme.DO_NOT_HAND_OVER: _do_not_hand_over,
    Theme.DOUBLE_THREAT: _double_threat,
    Theme.STACKED_THREATS: _stacked_threats,
    Theme.ODD_THREAT: _waiting(1),
    Theme.EVEN_THREAT: _waiting(0),
    Theme.BLOCK_AND_COUNTER: _block_and_counter,
    Theme.QUIET_MOVE: _quiet_move,
    Theme.ONLY_MOVE_DRAW: _only_move_draw,
    Theme.DO_NOT_SPOIL: _do_not_spoil,
}


def _played(scene: _Scene, state: LineState) -> tuple[Move, ...]:
    """Returns the moves up to a position of the solution."""
    return scene.puzzle.moves + scene.puzzle.line[: state.ply - len(scene.puzzle.moves)]


def _cells(plain: Sequence[Sequence[int]]) -> tuple[Cell, ...]:
    return tuple((column, row) for column, row in plain)


def _list(cells: Sequence[Cell], word: str = "and") -> str:
    *first, last = map(cell_name, cells)
    return f"{', '.join(first)} {word} {last}" if first else last
