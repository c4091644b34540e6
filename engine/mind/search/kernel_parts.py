"""Divides the compiled engine into parts, which separate processes compile in parallel.

The parts are the steps of the tree, and for each board the exact search and the depth-limited search. The exact search
of Connect Four takes as long as all other parts together, so two processes share the work well.

``python -m engine.mind.search.kernel_parts PART ...`` compiles the named parts into the cache
(:mod:`engine.compile_process` starts such processes).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

from engine.child import command
from engine.compile_process import begin_compiling, only_one
from engine.compiled import NotCompiledError, loading_only
from engine.games import LineGame
from engine.mind.search import gravity_kernel, placement_kernel
from engine.mind.search.available import finishes
from engine.mind.tree import kernels as tree_kernels
from engine.mind.tree import snapshot
from engine.nets.judging import LEARNT, PLAIN
from engine.nets.shipped import shipped
from engine.solver import kernel as exact
from engine.solver.learnt_order import shipped_network


class Part(NamedTuple):
    """Names a part: the kind ("tree", "exact" or "limited"), and the board ("7x6x4", flat as "9x7x5-flat")."""

    kind: str
    board: str = ""

    def __str__(self) -> str:
        return f"{self.kind}-{self.board}" if self.board else self.kind

    @classmethod
    def read(cls, text: str) -> Part:
        """Returns the part of the given text."""
        kind, _, board = text.partition("-")
        return cls(kind, board)

    def game(self) -> LineGame:
        """Returns the rules of the board."""
        size, _, flat = self.board.partition("-")
        width, height, connect = map(int, size.split("x"))
        return LineGame(width, height, connect, not flat)

    def build(self) -> Any:
        """Compiles the part, or loads the part from the cache. Returns the kernels."""
        if self.kind == "tree":
            return tree_kernels.build(), snapshot.build()
        game = self.game()
        if self.kind == "exact":
            board = game.width, game.height, game.connect
            return exact.build(*board, switchable=False, learnt=shipped_network(*board) is not None)
        return build_limited(game)

    def is_kept(self) -> bool:
        """Returns whether the part could be loaded. This process then has the kernels."""
        try:
            with loading_only():
                self.build()
        except NotCompiledError:
            return False
        return True


TREE = Part("tree")


def build_limited(game: LineGame) -> SimpleNamespace:
    """Compiles the depth-limited search of a board with the board's own evaluation, or loads the search."""
    board, judging = (game.width, game.height, game.connect), LEARNT if shipped(game) else PLAIN
    if game.gravity:
        return gravity_kernel.build(*board, remembers=not finishes(game), judging=judging)
    return placement_kernel.build(*board, judging=judging)


def parts_of(game: LineGame) -> tuple[Part, ...]:
    """Returns the parts for one board, the one which takes longest first."""
    board = f"{game.width}x{game.height}x{game.connect}{'' if game.gravity else '-flat'}"
    return (Part("exact", board), Part("limited", board)) if game.gravity else (Part("limited", board),)


def compile_all(parts: list[Part]) -> None:
    """Builds all parts. A part that another process compiles now comes last, and is then in the cache."""
    for wait in (False, True):
        for part in list(parts):
            with only_one(str(part), wait=wait) as alone:
                if alone:
                    part.build()
                    parts.remove(part)


def compile_command(parts: Sequence[str]) -> list[str]:
    """Returns the command that compiles the parts of the given names."""
    return command("engine.mind.search.kernel_parts", *parts)


def main() -> None:
    """Compiles the parts named by the arguments."""
    begin_compiling()
    compile_all([Part.read(text) for text in sys.argv[1:]])


if __name__ == "__main__":
    main()
