"""Learns a board's network by self-play, in pieces, with a checkpoint: a resumed run ends with the same bits."""

from __future__ import annotations

import io
import json
import os
import zipfile
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from engine.games import GameError, LineGame
from engine.nets.layout import through
from engine.nets.net import Net, Shape
from engine.nets.patterns import patterns
from engine.workshop.learn import kernel
from engine.workshop.learn.tuples import LONGEST, chosen_tuples, images_of

UNIT = 128  # the whole number for a weight of one in the file


@dataclass(frozen=True, slots=True)
class Settings:
    """Holds all settings of a run except the board."""

    games: int  # of the whole run
    seed: int  # of the tuples and of all random moves
    walks: int = 20  # random-walk tuples
    lines: bool = True  # whether the lines of the board are also tuples
    length: int = LONGEST  # the most cells of a tuple
    sets: int = 2  # 2 with separate weights for each side to move, else 1
    mirror: bool = True  # whether symmetric images share weights
    step: float = 0.6
    last_step: float = 0.03  # in between the step falls evenly
    trace: float = 0.8
    stray: float = 0.1  # the share of random moves in the first games
    last_stray: float = 0.1  # and in the last games, it falls evenly
    opening: int = 8  # the most random moves at the beginning of the first games
    last_opening: int = 0  # and of the last games
    forced: bool = True  # whether forced replies are played out before a position is judged
    mean: float = 0.2
    """The last share of the games, over which the network is the mean (Polyak, Juditsky 1992): single games change the
    weights much, and the mean of many moments is steady. 0: the network of the last game."""


MOMENTS = 50  # the number of moments in a mean of weights


class Learner:
    """Learns by self-play."""

    def __init__(self, game: LineGame, settings: Settings) -> None:
        self.game, self.settings = game, settings
        self.shape = shape_of(game, settings)
        self.curve: list[dict[str, float]] = []
        """The figures of the judge, each with the number of games."""
        self._patterns = patterns(self.shape, game.gravity)
        self.weights = np.zeros(self._patterns.size * self.shape.sets, np.float32)
        self._summed, self._moments = np.zeros_like(self.weights), 0
        self.state = np.array([_first_word(settings.seed), 0, 0, 0], np.uint64)
        self._compiled = kernel.build(game.width, game.height, game.connect, game.gravity)
        found = through(self.shape, self._patterns)
        self._places = found.start, found.instance, found.worth, found.base
        plies, instances = game.max_plies, found.base.shape[1]
        self._memory = (
            np.zeros((plies + 4, instances), np.int32),
            np.zeros((plies + 2, 2), np.float32),
            np.zeros(plies + 1, np.int32),
        )
        self._rates = np.zeros(kernel.RATES)
        rates = (
            settings.step, settings.last_step, settings.trace, settings.stray, settings.last_stray, settings.opening,
            settings.last_opening, settings.games, settings.forced,
        )  # fmt: skip
        self._rates[: len(rates)] = rates

    @property
    def games(self) -> int:
        """Returns the number of games played."""
        return int(self.state[kernel.GAMES])

    @property
    def updates(self) -> int:
        """Returns the number of positions learnt from."""
        return int(self.state[kernel.UPDATES])

    def play(self, games: int) -> None:
        """Plays and learns from so many more games, at most to the end of the run."""
        end = min(self.games + games, self.settings.games)
        while self.games < end:
            moment = self._next_moment()
            count = min(moment, end) - self.games
            self._compiled.play_games(self.weights, self.state, count, self._rates, *self._places, *self._memory)
            if self.games == moment:
                self._summed += self.weights
                self._moments += 1

    def _next_moment(self) -> int:
        games = self.settings.games
        part = round(games * self.settings.mean)
        return games - part + max(1, part // MOMENTS) * (self._moments + 1)

    def net(self, figures: dict[str, float] | None = None) -> Net:
        """Returns the network learnt so far, with weights of one byte and the figures of the judge."""
        mean = self._summed / np.float32(self._moments) if self._moments else self.weights
        weights = np.clip(np.rint(mean * UNIT), -127, 127).astype(np.int8)
        return Net(
            self.shape, self._patterns.spread(weights, self.shape), UNIT, self.settings.seed, self.games, figures or {}
        )

    def dump(self) -> bytes:
        """Returns a checkpoint."""
        head = {
            "game": self.game.name, "settings": asdict(self.settings), "curve": self.curve, "moments": self._moments,
        }  # fmt: skip
        weights = np.stack([self.weights, self._summed])
        file = io.BytesIO()
        np.savez(file, head=np.array(json.dumps(head)), weights=weights, state=self.state)
        return file.getvalue()

    def save(self, path: Path) -> None:
        """Writes the checkpoint into a file, whole or not at all."""
        write_checkpoint(path, self.dump())

    @classmethod
    def load(cls, path: Path, game: LineGame, settings: Settings) -> Learner:
        """Returns the learner of a file. Raises GameError if it is no checkpoint, or that of another run."""
        try:
            return cls.restore(path.read_bytes(), game, settings, str(path))
        except OSError as error:
            raise GameError(f"the checkpoint {path} cannot be read: {error.strerror}") from None

    @classmethod
    def restore(cls, checkpoint: bytes, game: LineGame, settings: Settings, name: str = "given") -> Learner:
        """Returns the learner of a checkpoint called ``name``. Raises GameError if it is none, or of another run."""
        head, weights, state = _read(checkpoint, name)
        learner = cls(game, settings)
        if head.get("game") != game.name or head.get("settings") != asdict(settings):
            raise GameError(f"{name} is the checkpoint of another run: game, games, seed and settings must be the same")
        if weights.shape != (2, learner.weights.size) or state.shape != learner.state.shape:
            raise GameError(f"the checkpoint {name} is damaged; remove it and begin again")
        learner.weights[:], learner._summed[:] = weights
        learner.state[:], learner.curve, learner._moments = state, head["curve"], head["moments"]
        return learner


def write_checkpoint(path: Path, checkpoint: bytes) -> None:
    """Writes a checkpoint into a file, whole or not at all."""
    fresh = path.with_name(path.name + ".new")
    with fresh.open("wb") as file:
        file.write(checkpoint)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def shape_of(game: LineGame, settings: Settings) -> Shape:
    """Returns the tuples of a run."""
    tuples = chosen_tuples(game, settings.walks, settings.seed, settings.lines, settings.length)
    images = images_of(game) if settings.mirror else 1
    return Shape(game.name, game.width, game.height, images, settings.sets, tuple(tuples))


def _read(checkpoint: bytes, name: str) -> tuple[dict[str, Any], Any, Any]:
    try:
        with np.load(io.BytesIO(checkpoint), allow_pickle=False) as found:
            return json.loads(str(found["head"])), found["weights"], found["state"]
    except (ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise GameError(f"the checkpoint {name} is damaged; remove it and begin again") from None


def _first_word(seed: int) -> int:
    word = (seed + 1) * 0x9E3779B97F4A7C15 % 2**64
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    return (word ^ word >> 31) or 1
