"""Defines ``fourthought bench``: the commands that measure the engine and make the data that ship with it.

May import every room of the engine, and only when a command runs.
"""

import click

from engine.commands import collect


@click.group()
def bench() -> None:
    """Measures the engine and makes its data."""


for _command in collect(__name__, __path__):
    bench.add_command(_command)

COMMANDS: list[click.Command] = [bench]
