"""Runs a learner to its last game: pieces, the judge at fixed numbers of games, checkpoints in between."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.games import LineGame
from engine.learn import judge
from engine.learn.learner import Learner
from engine.learn.positions import judged
from engine.nets.judging import LEARNT, QUIET
from engine.nets.net import Net

PIECE = 2_000
"""Games between two reports."""

MATCH_GAMES = 200
"""Games of the judge where no positions with known results are at hand."""

_SAVE_EVERY = 10.0
_PARTS = 10


@dataclass(frozen=True, slots=True)
class Progress:
    """Tells how far a run is.

    Args:
        a_second: games a second of processor time.
        figures: the figures of the judge, where the judge has just looked; else none.
    """

    games: int
    a_second: float
    figures: dict[str, float]


def run(learner: Learner, checkpoint: Path | None = None) -> Iterator[Progress]:
    """Plays the missing games, and yields reports.

    The judge looks after numbers of games fixed by the whole number, and changes nothing in the learner: runs with and
    without a checkpoint end with the same bits.

    Args:
        learner: the learner, fresh or from a checkpoint.
        checkpoint: the file of checkpoints, if any.
    """
    saved, spent, begun = time.monotonic(), 0.0, learner.games
    looks = [mark for mark in marks(learner.settings.games) if mark > learner.games]
    while learner.games < learner.settings.games:
        started = time.process_time()
        learner.play(min(PIECE, looks[0] - learner.games))
        spent += time.process_time() - started
        figures: dict[str, float] = {}
        if learner.games == looks[0]:
            looks.pop(0)
            figures = look(learner.game, learner.net())
            learner.curve.append({"games": learner.games, **figures})
        if checkpoint and (figures or time.monotonic() > saved + _SAVE_EVERY):
            learner.save(checkpoint)
            saved = time.monotonic()
        yield Progress(learner.games, (learner.games - begun) / max(spent, 1e-9), figures)


def marks(games: int) -> list[int]:
    """Returns after how many games the judge looks: 1, 3, 10, 30, ... thousand games, and ten even parts of the run."""
    found = {games * part // _PARTS for part in range(1, _PARTS + 1)}
    power = 1_000
    while power < games:
        found |= {power, 3 * power}
        power *= 10
    return sorted(mark for mark in found if 0 < mark <= games)


def look(game: LineGame, net: Net) -> dict[str, float]:
    """Returns the figures of the judge: how often one ply keeps the result, or the points of a match at one ply.

    The match, for boards without judged positions, is against the hand-written evaluation, both after forced replies.
    """
    positions = judged(game.name)
    if positions:
        learnt = judge.kernels(game, LEARNT, net)
        return {"keeps the result": round(judge.keeps(game, positions, learnt.leaf(), 1), 4)}
    one = judge.Searcher(game, judge.kernels(game, LEARNT, net, remembers=True), depth=1)
    two = judge.Searcher(game, judge.kernels(game, QUIET, remembers=True), depth=1)
    return {"points at one ply": round(judge.points(judge.duel(game, one, two, MATCH_GAMES))["share"], 4)}
