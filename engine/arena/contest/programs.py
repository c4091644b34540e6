"""Finds the programs of an arena, checks their names, and plays through each in its jail."""

import os
import re
import shlex
import shutil
import sys
import unicodedata
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.arena.outside import fingerprint
from engine.arena.pipe import PipePlayer
from engine.arena.pipe_words import VERSION, Limits
from engine.games import Game, GameError
from engine.jail.process import jailed

_STARTS = ("run", "main.py", "run.py", "main")
"""What starts a program that is a folder, in this order."""


@dataclass(frozen=True, slots=True)
class Room:
    """Bounds one program: MiB of a process, seconds for a move, and for a process in a pairing (two games)."""

    memory_mb: int = 512
    seconds: float = 5.0
    game_seconds: int = 600


@dataclass(frozen=True, slots=True)
class Program:
    """Names a program: words as typed in a shell, and what it may read in addition to the system's files."""

    name: str
    words: tuple[str, ...]
    reads: tuple[str, ...] = ()

    def command(self, room: Room) -> str:
        """Returns the command line that runs the program in a jail."""
        return shlex.join(jailed(self.words, memory_mb=room.memory_mb, seconds=room.game_seconds, reads=self.reads))


def find_programs(given: Iterable[str]) -> list[Program]:
    """Returns the programs of folders and commands, each with a different name (see :func:`checked_names`). A folder
    holds programs: files that end with .py or may be executed, and folders with one of ``run``, ``main.py``, ``run.py``
    and ``main``. Anything else is a command, or NAME=COMMAND. Raises GameError if there are fewer than two programs, a
    name cannot be used, or a command cannot be read."""
    found: list[Program] = []
    for one in given:
        found += _in_folder(Path(one).resolve()) if Path(one).is_dir() else [_by_command(one)]
    names = checked_names(program.name for program in found)
    if len(found) < 2:
        raise GameError(f"an arena needs two programs or more, and there is {len(found)}")
    return [replace(program, name=name) for program, name in zip(found, names, strict=True)]


def _in_folder(folder: Path) -> Iterator[Program]:
    for path in sorted(folder.iterdir()):
        if path.name.startswith((".", "_")):
            continue
        if path.is_dir():
            starts = [path / name for name in _STARTS if (path / name).is_file()]
            if starts:
                yield Program(path.name, _words(starts[0]), (str(path),))
        elif path.suffix == ".py" or os.access(path, os.X_OK):
            yield Program(path.stem, _words(path), (str(path),))


def _words(file: Path) -> tuple[str, ...]:
    return (sys.executable, "-P", str(file)) if file.suffix == ".py" else (str(file),)


def _by_command(given: str) -> Program:
    name, separator, rest = given.partition("=")
    if not separator or not name.replace("-", "").replace("_", "").isalnum():
        name, rest = "", given
    try:
        words = shlex.split(rest)
    except ValueError as error:
        raise GameError(f"{given!r} is no command: {error}") from None
    if not words or shutil.which(words[0]) is None:
        raise GameError(f"{given!r} is no folder and no command; give a folder with programs, or commands")
    files = [Path(word).absolute() for word in words if Path(word).exists()]
    # The link of a virtual environment is kept: its Python finds the packages by it.
    whole = tuple(str(Path(word).absolute()) if Path(word).is_file() else word for word in words)
    environments = [file.parents[1] for file in files if (file.parents[1] / "pyvenv.cfg").is_file()]
    reads = [*files, *(file.resolve() for file in files if file.is_symlink()), *environments]
    return Program(name or Path(words[-1]).stem, whole, tuple(map(str, reads)))


LONGEST = 60
_NAME = re.compile(r"[^\W_](?:[\w.-]*\w)?")
"""Letters and digits of any script, and inside ``.``, ``-`` and ``_``: no space, as in "level 3", and no sign of a path
or an address."""
_PAGES = frozenset({"index"})
"""The pages that the arena writes itself."""
_DEVICES = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)(?:\..*)?")
"""The names that are no files on Windows."""


def checked_names(names: Iterable[str]) -> list[str]:
    """Returns the names as they are shown and compared, in one form of Unicode. Raises GameError if a name has other
    letters, is one of the arena's own, or belongs to two programs."""
    shown = [unicodedata.normalize("NFC", name) for name in names]
    met = set[str]()
    for name in shown:
        key = unicodedata.normalize("NFKC", name).casefold()
        if not _NAME.fullmatch(name) or len(name) > LONGEST:
            raise GameError(
                f"no program can be called {name!r}: a name has at most {LONGEST} letters, digits and inside - _ . "
                "(rename the file, or give NAME=COMMAND)"
            )
        if key in _PAGES or _DEVICES.fullmatch(key):
            raise GameError(f"no program can be called {name}, as files of the arena are; call it otherwise")
        if key in met:
            raise GameError(f"two programs are called {name}; call one otherwise: NAME=COMMAND")
        met.add(key)
    return shown


START = 30.0
"""Seconds in which a program must start, because a busy machine starts slowly. A short limit is for moves alone."""

_TOLD, _LEAST = 0.8, 1.0
"""The share of the time that a program of version 2 is told, and the least seconds on top of that."""


class ConfinedPlayer(PipePlayer):
    """Plays through a confined program. Raises GameError if it cannot be started, or does not play this game."""

    def __init__(self, game: Game[Any], program: Program, room: Room) -> None:
        self._seconds = room.seconds
        super().__init__(game, program.command(room), room.seconds)
        self.limits = Limits(movetime=_TOLD * room.seconds)
        # Known as in a match, where it plays without a room.
        self.key = f"pipe:{self.name}:{fingerprint(shlex.join(program.words))}"

    def _start(self) -> str:
        self._patience = max(START, self._seconds)
        try:
            return super()._start()
        finally:
            spare = max(_LEAST, (1 - _TOLD) * self._seconds)
            self._patience = spare if self.version >= VERSION else self._seconds
