"""Defines the server's commands: serving, the database, the settings, a cluster. A module with commands lists them in
``COMMANDS``. The modules import the server only when a command runs, so that ``fourthought --help`` is fast."""

import importlib
import pkgutil

import click


def commands() -> list[click.Command]:
    """Returns every command of this package."""
    names = sorted(module.name for module in pkgutil.iter_modules(__path__))
    modules = (importlib.import_module(f"{__name__}.{name}") for name in names)
    return [command for module in modules for command in getattr(module, "COMMANDS", ())]
