"""Shows the idea of a theme in one position of a puzzle: cells to mark and a sentence, by the rules or from a proof."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.coach.explanation import Step, from_json
from engine.coach.theory import cell_name, cell_names
from engine.games import Cell, LineGame, LineState, Move, replay
from engine.puzzles.puzzle import Puzzle, Theme
from engine.text import Text, either, text, wire


@dataclass(frozen=True, slots=True)
class Mark:
    """Holds one layer of a board. The kinds are those of :mod:`engine.coach.words`."""

    kind: str
    cells: tuple[Cell, ...] = ()
    pairs: tuple[tuple[Cell, Cell], ...] = ()


@dataclass(frozen=True, slots=True)
class Example:
    """Holds a position, the marks on the board, and sentences about the marks."""

    moves: tuple[Move, ...]
    marks: tuple[Mark, ...]
    said: tuple[Text, ...]

    def plain(self) -> dict[str, Any]:
        """Returns the example as plain data for JSON."""
        marks = [{"kind": mark.kind, "cells": mark.cells, "pairs": mark.pairs} for mark in self.marks]
        return {"moves": "".join(map(str, self.moves)), "marks": marks, "said": wire(self.said)}


def example(game: LineGame, theme: Theme, puzzle: Puzzle, proof: Mapping[str, Any]) -> Example | None:
    """Returns the example of a theme from a puzzle and its explanation as data, or None if shown badly."""
    return _SHOWN[theme](_Scene(game, puzzle, from_json(proof).steps))


class _Scene:
    """Holds a puzzle before and after the first move, with threats as words of cells, and the steps of the proof."""

    def __init__(self, game: LineGame, puzzle: Puzzle, steps: Sequence[Step]) -> None:
        self.game, self.puzzle, self.steps = game, puzzle, steps
        self.before = replay(game, puzzle.moves)
        me, you = (game.player_names[p] for p in (game.to_move(self.before), game.to_move(self.before).other))
        self.names = {"me": me, "you": you}
        self.right = puzzle.line[0]
        self.cell = game.landing(self.before, self.right)
        bit, theirs = game.bit(self.cell), self.before.own ^ self.before.mask
        self.mine = game.holes(self.before.own, self.before.mask)
        self.theirs = game.holes(theirs, self.before.mask)
        self.gained = game.holes(self.before.own | bit, self.before.mask | bit) & ~self.mine
        self.denied = game.holes(theirs | bit, self.before.mask | bit) & ~self.theirs

    def say(self, template: str, **values: object) -> Text:
        return text(
            template, **{name: side for name, side in self.names.items() if f"{{{name}}}" in template}, **values
        )

    def played(self, move: Move | None = None) -> Text:
        """Says that the right move, or another one of the solver, was played."""
        return self.say("{me} has played column {n}.", n=move or self.right)

    def cells(self, word: int) -> tuple[Cell, ...]:
        """Returns the cells of a word, column by column."""
        every = [(column, row) for column in range(1, self.game.width + 1) for row in range(1, self.game.height + 1)]
        return tuple(cell for cell in every if self.game.bit(cell) & word)

    def line(self, stones: int, cell: Cell) -> tuple[Cell, ...]:
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

    def proof(self, *kinds: str) -> list[Step]:
        """Returns the steps of some kinds, in the order of the proof."""
        return [step for step in self.steps if step.kind in kinds]


def _win_at_once(scene: _Scene) -> Example | None:
    line = scene.line(scene.before.own, scene.cell)
    if not line:
        return None
    filled = {"n": scene.right, "cell": cell_name(scene.cell), "cells": cell_names(line)}
    said = scene.say("{me} to move."), scene.say("Column {n} fills {cell} and completes a four: {cells}.", **filled)
    return Example(scene.puzzle.moves, (Mark("four", line),), said)


def _must_block(scene: _Scene) -> Example | None:
    line = scene.line(scene.before.own ^ scene.before.mask, scene.cell)
    if not line:
        return None
    said = (
        scene.say("{me} to move."),
        scene.say("{you} threatens {cell}, which completes a four.", cell=cell_name(scene.cell)),
        scene.say("So {me} must play column {n}.", n=scene.right),
    )
    return Example(scene.puzzle.moves, (Mark("four", line),), said)


def _do_not_hand_over(scene: _Scene) -> Example | None:
    wrong = tuple(scene.game.landing(scene.before, one.move) for one in scene.puzzle.wrong)
    if len(wrong) > 3:
        return None
    on = either(cell_names(wrong))
    said = (
        scene.say("{me} to move."),
        scene.say("A disc on {either} lets {you} complete a four right above.", either=on),
        scene.say("Only column {n} hands over nothing.", n=scene.right),
    )
    return Example(scene.puzzle.moves, (Mark("forbidden", wrong),), said)


def _double_threat(scene: _Scene) -> Example | None:
    for state, move in scene.turns():
        now, _ = scene.threats(state)
        if len(now) == 2:
            both = scene.say(
                "Both {cell} and {other} now complete a four, and {you} can fill only one of these cells.",
                cell=cell_name(now[0]),
                other=cell_name(now[1]),
            )
            return Example(_played(scene, state), (Mark("threats", now),), (scene.played(move), both))
    return None


def _stacked_threats(scene: _Scene) -> Example | None:
    for state, move in scene.turns():
        now, above = scene.threats(state)
        if len(now) == len(above) == 1:
            both = scene.say(
                "Both {low} and {high} complete a four, one above the other: "
                "{you} must fill {low}, and {me} fills {high}.",
                low=cell_name(now[0]),
                high=cell_name(above[0]),
            )
            return Example(_played(scene, state), (Mark("threats", now + above),), (scene.played(move), both))
    return None


def _waiting(rest: int) -> Callable[[_Scene], Example | None]:
    """Returns the maker of examples with one waiting four, in a row that leaves ``rest`` when divided by two."""

    def shown(scene: _Scene) -> Example | None:
        waits, below = scene.proof("wait"), scene.proof("forbidden")
        if len(waits) != 1 or len(below) != 1 or scene.proof("forced", "tree") or not scene.proof("pairs"):
            return None
        ((column, row),) = below[0].cells
        if (row + 1) % 2 != rest or len(scene.proof("count")[0].cells) < 4:
            return None
        told = [said for step in scene.proof("wait", "forbidden", "count", "end") for said in step.said]
        marks = (Mark("wait", waits[0].cells), Mark("forbidden", ((column, row),)))
        return Example((*scene.puzzle.moves, scene.right), marks, (scene.played(), *told))

    return shown


def _block_and_counter(scene: _Scene) -> Example | None:
    gained, denied = scene.cells(scene.gained), scene.cells(scene.denied)
    if len(gained) != 1 or len(denied) != 1 or gained == denied:
        return None
    said = (
        scene.say("{me} has played {cell}.", cell=cell_name(scene.cell)),
        scene.say(
            "There {you} would have threatened a four on {cell}; now {me} threatens one on {other}.",
            cell=cell_name(denied[0]),
            other=cell_name(gained[0]),
        ),
    )
    marks = (Mark("threats", gained), Mark("reach", denied))
    return Example((*scene.puzzle.moves, scene.right), marks, said)


def _quiet_move(scene: _Scene) -> Example | None:
    waits = scene.proof("wait")
    if not scene.puzzle.plies or len(waits) != 1 or scene.proof("forced", "tree"):
        return None
    quiet = scene.say("Nothing is threatened at once, yet every other move gives the win away.")
    said = scene.played(), quiet, *waits[0].said
    return Example((*scene.puzzle.moves, scene.right), (Mark("wait", waits[0].cells),), said)


def _only_move_draw(scene: _Scene) -> Example | None:
    pairs = scene.proof("pairs")
    if scene.puzzle.plies or scene.proof("forced", "tree") or len(pairs) != 1 or not 2 <= len(pairs[0].pairs) <= 6:
        return None
    reasons = [said for step in scene.proof("pairs", "reach", "end") for said in step.said]
    played = scene.say("{me} has played column {n}; every other move loses.", n=scene.right)
    marks = (Mark("pairs", pairs=tuple((pair.first, pair.second) for pair in pairs[0].pairs)),)
    return Example((*scene.puzzle.moves, scene.right), marks, (played, *reasons))


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
    said = (
        scene.say("{me} to move, with a four waiting on {cell}.", cell=above),
        scene.say("A disc on {cell} would spoil it: {you} then fills {other}.", cell=below, other=above),
        scene.say("The right move is column {n}.", n=scene.right),
    )
    return Example(scene.puzzle.moves, (Mark("wait", line), Mark("forbidden", ((column, row),))), said)


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
    return scene.puzzle.moves + scene.puzzle.line[: state.ply - len(scene.puzzle.moves)]
