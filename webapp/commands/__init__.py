"""Defines the server's commands: serving, the database, the settings, a cluster.

A module with commands lists them in ``COMMANDS`` and names their ``SECTION`` of the help. One that reaches other
machines has an ``AWAY``. May import every room. The modules import the server only when a command runs, so that
``fourthought --help`` is fast.
"""

import importlib
import pkgutil
from types import ModuleType

import click

from engine.fan import Away

SERVER, MACHINES = "The server", "Several machines"


def _modules() -> list[ModuleType]:
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return [importlib.import_module(f"{__name__}.{name}") for name in names]


def sections() -> dict[str, list[click.Command]]:
    """Returns the commands of this package by section of the help. An empty section is left out."""
    found: dict[str, list[click.Command]] = {SERVER: [], MACHINES: []}
    for module in _modules():
        found.get(getattr(module, "SECTION", ""), []).extend(getattr(module, "COMMANDS", ()))
    return {heading: commands for heading, commands in found.items() if commands}


def away() -> Away | None:
    """Returns what reaches other machines, or None where no command does."""
    return next((module.AWAY for module in _modules() if hasattr(module, "AWAY")), None)
