"""Defines the engine's part of the ``fourthought`` command. Each module lists its click commands in ``COMMANDS`` and
imports the engine only when a command runs, so that ``fourthought --help`` stays quick. What measures the engine and
makes its data (``bench``, a part of ``cards``) comes from the workshop, where that is there."""

import importlib
import importlib.util
import math
import os
import pkgutil
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from engine.console import readable


class FiniteRange(click.FloatRange):
    """Reads a finite number: click alone accepts "nan" in any range, and "inf" as a time."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Returns the number.

        Raises:
            click.BadParameter: the number is not finite, or outside the range.
        """
        read = float(super().convert(value, param, ctx))
        if not math.isfinite(read):
            self.fail(f"{value} is no number that can be counted or measured.", param, ctx)
        return read


class FileName(click.Path):
    """Takes the name of a file. A device such as /dev/zero has no end, and a pipe can only be read."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Path:
        """Returns the path.

        Raises:
            click.BadParameter: it names something else.
        """
        path = Path(os.fsdecode(super().convert(value, param, ctx)))
        with suppress(OSError, ValueError):  # what opens it tells these
            mode = path.stat().st_mode
            if not (stat.S_ISREG(mode) or (self.exists and stat.S_ISFIFO(mode))):
                self.fail(f"{readable(value)} is no file.", param, ctx)
        return path


class TextFile(click.File):
    """Opens a text to read, or the standard input for "-"."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Returns the open file. Raises click.BadParameter as :class:`FileName` does."""
        return super().convert(value if value == "-" else str(OLD_FILE.convert(value, param, ctx)), param, ctx)


COUNT, THREADS, MIB = click.IntRange(1, 1_000_000_000), click.IntRange(1, 256), FiniteRange(1, 1 << 20)
FILE, OLD_FILE = (FileName(dir_okay=False, exists=exists) for exists in (False, True))
FOLDER = click.Path(path_type=Path, file_okay=False)
CARD_MAKERS = ("export", "make", "resist", "table")
"""The workshop's commands in the group ``cards``."""
UNCONFINED = click.option(
    "--unconfined", is_flag=True, help="Run programs where the system offers too little of a jail."
)


def confine(unconfined: bool) -> tuple[str, ...]:
    """Tries the jail, and returns what it refuses to a program.

    Raises:
        click.ClickException: it refuses too little, and nobody has said that this may be.
    """
    from engine.jail.probe import PARTS, refused

    held = refused()
    if unconfined or held == PARTS:
        return held
    lacking = ", ".join(part for part in PARTS if part not in held)
    raise click.UsageError(
        f"In its jail a program has just reached what it must not: {lacking}. "
        "With --unconfined such programs run all the same, so read them before"
    )


def commands() -> list[click.Command]:
    """Returns every command of this package and of the workshop. Without a workshop its commands say where it is."""
    found = {command.name: command for command in collect(__name__, __path__)}
    if importlib.util.find_spec("engine.workshop"):
        theirs = importlib.import_module("engine.workshop.commands").GROUPS  # by name: nothing imports the workshop
    else:
        theirs = [_absent("bench"), click.Group("cards", {name: _absent(name) for name in CARD_MAKERS})]
    for command in theirs:
        known = found.get(command.name)
        if isinstance(known, click.Group) and isinstance(command, click.Group):
            command = click.Group(known.name, {**known.commands, **command.commands}, help=known.help)
        found[command.name] = command
    return [*found.values()]


def _absent(name: str) -> click.Command:
    where = "What makes and measures the engine's data is in the source package, not in a wheel"

    @click.command(name, help=f"{where}.", hidden=True, context_settings={"ignore_unknown_options": True})
    @click.argument("words", nargs=-1)
    def absent(words: tuple[str, ...]) -> None:
        raise click.UsageError(where)

    return absent


def collect(package: str, folders: Iterable[str]) -> list[click.Command]:
    """Returns the commands of every module of a package."""
    names = sorted(module.name for module in pkgutil.iter_modules(folders))
    return [command for name in names for command in importlib.import_module(f"{package}.{name}").COMMANDS]
