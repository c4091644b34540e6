"""Wraps a thinker for the scheduler, so that the server can read after a crash what was running."""

from typing import Any

import engine
from engine.games import CHANCE, Move
from webapp.engine_process.notes import Notes
from webapp.play.ports import TreeCut

_CUTS_KEPT = 2


class Worker:
    """Passes everything on to a mind, a preview, a question or a puzzle, and notes the order while a slice runs."""

    def __init__(self, thinker: Any, notes: Notes, order: int) -> None:
        self.thinker, self._notes, self.order = thinker, notes, order
        self.cuts: tuple[TreeCut, ...] = ()

    def __getattr__(self, name: str) -> Any:
        """Returns an attribute of the thinker."""
        return getattr(self.thinker, name)

    def work(self, purpose: Any) -> bool:
        """Runs one slice."""
        with self._notes.working(self.order):
            return bool(self.thinker.work(purpose))

    def follow(self, moves: tuple[Move, ...]) -> None:
        """Moves a mind to a position, and keeps how its tree was cut if that is one move further."""
        mind: engine.Mind = self.thinker
        if mind.moves == moves:
            return
        one_move = bool(moves) and mind.moves == moves[:-1] and mind.player is not CHANCE
        kept = mind.follow(moves)
        cut = (TreeCut(mind.ply, moves[-1], kept),) if one_move else ()
        self.cuts = (*self.cuts, *cut)[-_CUTS_KEPT:] if one_move else ()
