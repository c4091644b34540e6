"""Defines the engine's part of the ``fourthought`` command: every module here adds click commands to the one group."""

from __future__ import annotations

import importlib
import math
import pkgutil
from typing import Any

import click


class FiniteRange(click.FloatRange):
    """Reads an option with a number: click alone takes "nan" for a number within any range, and "inf" for a time."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """Returns the number.

        Raises:
            click.BadParameter: the number lies outside the range, or is none.
        """
        read = float(super().convert(value, param, ctx))
        if not math.isfinite(read):
            self.fail(f"{value} is no number that can be counted or measured.", param, ctx)
        return read


def commands() -> list[click.Command]:
    """Returns every command of this package; each module lists its own in ``COMMANDS``.

    The modules import the engine only when a command runs, so that ``fourthought --help`` stays quick.
    """
    all_commands: list[click.Command] = []
    for module in sorted(m.name for m in pkgutil.iter_modules(__path__)):
        all_commands.extend(importlib.import_module(f"{__name__}.{module}").COMMANDS)
    return all_commands
