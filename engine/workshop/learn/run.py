"""Runs learners to their last game: pieces, the judge at fixed numbers of games, checkpoints in between.

Several seeds learn in parallel, in other processes or on other machines, in pieces of about a minute. A learner learns
from game to game, so one seed is the work of one core. Between two pieces a learner is a checkpoint: a worker that dies
has lost a piece, and the piece played again ends with the same bits.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.games import GameError, LineGame, find
from engine.nets.judging import LEARNT, QUIET
from engine.nets.net import Net
from engine.workshop.learn import judge
from engine.workshop.learn.learner import Learner, Settings, write_checkpoint
from engine.workshop.learn.positions import judged
from engine.workshop.pool import Job, Pool

PIECE = 2_000  # games between two reports
MATCH_GAMES = 200  # games of the judge where no positions with known results are at hand

_SAVE_EVERY = 10.0
_PARTS = 10


@dataclass(frozen=True, slots=True)
class Progress:
    """Tells how far a run is."""

    games: int
    a_second: float  # games a second of processor time
    figures: dict[str, float]  # of the judge, empty between two measurements


def run(learner: Learner, checkpoint: Path | None = None) -> Iterator[Progress]:
    """Plays the missing games, and yields reports. The judge measures after numbers of games that follow from the whole
    number, and changes nothing in the learner: runs with and without a ``checkpoint`` file end with the same bits."""
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
    """Returns the figures of the judge: how often one ply keeps the result, or the points of a match at one ply. The
    match, for boards without judged positions, is against the hand-written evaluation, both after forced replies."""
    positions = judged(game.name)
    if positions:
        learnt = judge.kernels(game, LEARNT, net)
        return {"keeps the result": round(judge.keeps(game, positions, learnt.leaf(), 1), 4)}
    one = judge.Searcher(game, judge.kernels(game, LEARNT, net, remembers=True), depth=1)
    two = judge.Searcher(game, judge.kernels(game, QUIET, remembers=True), depth=1)
    return {"points at one ply": round(judge.points(judge.duel(game, one, two, MATCH_GAMES))["share"], 4)}


MINUTE = 60.0  # seconds of processor time of a piece, about
FIRST = 20_000  # games of the first piece, as long as the speed is unknown


@dataclass(frozen=True, slots=True)
class Piece:
    """Describes a piece of a run."""

    game: str
    settings: Settings
    checkpoint: bytes | None  # None: the run begins
    until: int  # the number of games at the end, a few more may be played


@dataclass(frozen=True, slots=True)
class Done:
    """Holds the learner after a piece."""

    checkpoint: bytes
    games: int  # since the beginning of the run
    a_second: float  # games a second of processor time
    curve: list[dict[str, float]]


def play(piece: Piece) -> Done:
    """Plays and learns one piece."""
    game = _board(piece.game)
    if piece.checkpoint is None:
        learner = Learner(game, piece.settings)
    else:
        learner = Learner.restore(piece.checkpoint, game, piece.settings)
    begun, started = learner.games, time.process_time()
    for report in run(learner):
        if report.games >= piece.until:
            break
    a_second = (learner.games - begun) / max(time.process_time() - started, 1e-9)
    return Done(learner.dump(), learner.games, a_second, learner.curve)


def learn(pool: Pool, game: LineGame, runs: dict[Path, Settings], resume: bool) -> Iterator[dict[Path, Done]]:
    """Plays all runs (by the file of their checkpoints, all of as many games) to the end, and yields the learners at
    the beginning and after each piece. With ``resume`` it begins with the checkpoints found, and at least one is
    needed. Raises GameError if a checkpoint cannot be read, or is the checkpoint of another run."""
    there = ([path for path in runs if path.exists()] or list(runs)) if resume else []
    learners = {path: Learner.load(path, game, runs[path]) for path in there}
    now = {path: Done(one.dump(), one.games, 0.0, one.curve) for path, one in learners.items()}
    games = next(iter(runs.values())).games
    yield dict(now)
    while open_runs := [path for path in runs if path not in now or now[path].games < games]:
        speeds = [now[path].a_second for path in open_runs if path in now and now[path].a_second]
        more = round(MINUTE * min(speeds)) if speeds else FIRST
        pieces = []
        for path in open_runs:
            done = now.get(path)
            begun = done.games if done else 0
            pieces.append(Piece(game.name, runs[path], done.checkpoint if done else None, min(games, begun + more)))
        for path, done in zip(open_runs, pool.over(Job(play), pieces), strict=True):
            now[path] = done
            write_checkpoint(path, done.checkpoint)
        yield dict(now)


def _board(name: str) -> LineGame:
    game = find(name)
    if not isinstance(game, LineGame):
        raise GameError(f"{game.title} is learnt in plain Python, on one machine")
    return game
