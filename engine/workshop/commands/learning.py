"""Defines ``fourthought bench learning``: what networks have learnt."""

import itertools
from pathlib import Path
from statistics import median

import click

from engine.commands import FILE


@click.command()
@click.argument("paths", nargs=-1, required=True, type=FILE)
@click.option("--games", default=400, show_default=True, help="Games of each match.")
@click.option("--budget", default=10_000, show_default=True, help="Positions a move of the hand-written evaluation.")
def learning(paths: tuple[Path, ...], games: int, budget: int) -> None:
    """Measures networks of one board, and prints the medians."""
    from engine.nets import file
    from engine.workshop.learn.measuring import board_of, figures, hand_written

    nets = [file.read(path) for path in paths]
    rows: dict[str, list[float]] = {}
    for path, net in zip(paths, nets, strict=True):
        size = ("size, KiB", path.stat().st_size / 1024)
        for name, figure in itertools.chain([size], figures(net, games, budget)):
            rows.setdefault(name, []).append(figure)
            click.echo(f"{path.name}: {name} {rows[name][-1]:.4g}", err=True)
    hand = hand_written(board_of(nets[0]))
    click.echo("| | median | each | hand-written | after forced replies |\n|---|---:|---:|---:|---:|")
    for name, found in rows.items():
        others = (f"{one[name]:.3f}" if name in one else "" for one in hand)
        each = ", ".join(f"{one:.3g}" for one in found)
        click.echo(f"| {name} | {median(found):.4g} | {each} | {' | '.join(others)} |")


COMMANDS: list[click.Command] = [learning]
