"""Learns with several seeds at once, in other processes or on other machines, in pieces of about a minute.

A learner learns from game to game, so one seed is the work of one core. Between two pieces a learner is a checkpoint:
whoever dies has lost a piece, and the piece played again ends with the same bits.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from engine.fan import Fan, Job
from engine.games import GameError, LineGame, find
from engine.learn import run
from engine.learn.learner import Learner, Settings, write_checkpoint

MINUTE = 60.0
"""Seconds of processor time of a piece, about."""

FIRST = 20_000
"""Games of the first piece, as long as the speed is unknown."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Describes a piece of a run.

    Args:
        checkpoint: the learner so far; None: the run begins.
        until: the number of games at the end of the piece; a few more may be played.
    """

    game: str
    settings: Settings
    checkpoint: bytes | None
    until: int


@dataclass(frozen=True, slots=True)
class Done:
    """Holds the learner after a piece.

    Args:
        games: games played since the beginning of the run.
        a_second: games a second of processor time.
    """

    checkpoint: bytes
    games: int
    a_second: float
    curve: list[dict[str, float]]


def play(piece: Piece) -> Done:
    """Plays and learns one piece."""
    game = _board(piece.game)
    if piece.checkpoint is None:
        learner = Learner(game, piece.settings)
    else:
        learner = Learner.restore(piece.checkpoint, game, piece.settings)
    begun, started = learner.games, time.process_time()
    for report in run.run(learner):
        if report.games >= piece.until:
            break
    a_second = (learner.games - begun) / max(time.process_time() - started, 1e-9)
    return Done(learner.dump(), learner.games, a_second, learner.curve)


def learn(fan: Fan, game: LineGame, runs: dict[Path, Settings], resume: bool) -> Iterator[dict[Path, Done]]:
    """Plays all runs to the end, with a checkpoint of each after each piece.

    Args:
        runs: the settings of each run, by the file of the checkpoints; all of as many games.
        resume: whether to begin with the checkpoints found; without any the first one is missed.

    Yields:
        The learners, at the beginning and after each piece.

    Raises:
        GameError: a checkpoint cannot be read, or is the checkpoint of another run.
    """
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
        for path, done in zip(open_runs, fan.over(Job(play), pieces), strict=True):
            now[path] = done
            write_checkpoint(path, done.checkpoint)
        yield dict(now)


def _board(name: str) -> LineGame:
    game = find(name)
    if not isinstance(game, LineGame):
        raise GameError(f"{game.title} is learnt in plain Python, on one machine")
    return game
