"""Defines the engine's part of the ``fourthought`` command: every module here adds click commands to the one group."""

from __future__ import annotations

import importlib
import pkgutil

import click


def commands() -> list[click.Command]:
    """Returns every command of this package; each module lists its own in ``COMMANDS``.

    The modules import the engine only when a command runs, so that ``fourthought --help`` stays quick.
    """
    all_commands: list[click.Command] = []
    for module in sorted(m.name for m in pkgutil.iter_modules(__path__)):
        all_commands.extend(importlib.import_module(f"{__name__}.{module}").COMMANDS)
    return all_commands
