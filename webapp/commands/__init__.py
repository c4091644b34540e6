"""Defines the server's commands: serving, the database, the settings, a cluster. A module with commands lists them in
``COMMANDS``. One that reaches other machines has a ``REMOTE_POOL``. The modules import the server only when a command
runs, so that ``fourthought --help`` is fast."""

import importlib
import pkgutil
from types import ModuleType

import click

from engine.pool import RemotePool


def _modules() -> list[ModuleType]:
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    return [importlib.import_module(f"{__name__}.{name}") for name in names]


def commands() -> list[click.Command]:
    """Returns every command of this package."""
    return [command for module in _modules() for command in getattr(module, "COMMANDS", ())]


def remote_pool() -> RemotePool | None:
    """Returns what reaches other machines, or None where no command does."""
    return next((module.REMOTE_POOL for module in _modules() if hasattr(module, "REMOTE_POOL")), None)
