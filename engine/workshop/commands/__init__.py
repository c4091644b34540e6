"""Defines what measures the engine and makes its data: ``fourthought bench``, and a part of ``fourthought cards``."""

import click

from engine.commands import collect
from engine.workshop.cards.commands import MAKERS


@click.group()
def bench() -> None:
    """Measures the engine and makes its data."""


for _command in collect(__name__, __path__):
    bench.add_command(_command)

GROUPS: list[click.Group] = [bench, click.Group("cards", MAKERS)]
"""Groups of commands. One that the engine has, too, becomes a part of it."""
