"""Finds the programs of an arena, and tells how each runs in its jail."""

import os
import shlex
import shutil
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from engine.arena.contest.names import checked_names
from engine.games import GameError
from engine.jail.process import jailed

_STARTS = ("run", "main.py", "run.py", "main")
"""What starts a program that is a folder, in this order."""


@dataclass(frozen=True, slots=True)
class Room:
    """Bounds one program.

    Args:
        memory_mb: MiB of one process.
        seconds: seconds for one move.
        game_seconds: processor seconds of one process in a pairing, which is two games.
    """

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
    """Returns the programs of folders and commands, each with a different name (see :func:`checked_names`).

    A folder holds programs: files that end with .py or may be executed, and folders with one of ``run``, ``main.py``,
    ``run.py`` and ``main``. Anything else is a command, or NAME=COMMAND.

    Raises:
        GameError: there are fewer than two programs, a name cannot be used, or a command cannot be read.
    """
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
