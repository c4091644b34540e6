"""Gives commands the option ``--on``: the machines of a cluster do the work."""

from collections.abc import Iterator
from contextlib import contextmanager

import click

from engine.pool import LocalPool, Pool, RemotePool

on_option = click.option(
    "--on", metavar="ADDRESS", help="The head of a cluster, as 10.0.0.7:6379; all machines of the cluster do the work."
)


@contextmanager
def open_pool(on: str | None, processes: int | None = None) -> Iterator[Pool]:
    """Opens the pool of a command: the cluster at ``on``, or without it this machine. ``processes`` counts the parallel
    items on this machine (None: one for each core). Raises GameError if both places are named, or the cluster cannot be
    reached."""
    from engine.games import GameError

    if on is None:
        yield LocalPool(processes)
        return
    if processes is not None:
        raise GameError("--processes is for work on this machine; leave it out where --on names a cluster")
    remote = click.get_current_context().find_object(RemotePool)
    if remote is None:
        raise GameError("this program knows no cluster; the command fourthought does")
    with remote.connect(on) as pool:
        yield pool
