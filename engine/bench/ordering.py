"""Counts what a learnt order of early moves saves: ``python -m engine.bench.ordering a.net b.net c.net``.

Every position is solved exactly, with an empty table, once without a network and once with each. Nodes are counted, so
a busy machine does no harm.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

import click

from engine.bench.race import positions_of
from engine.games import GameError, LineGame, LineState, find, parse
from engine.nets import file
from engine.nets.net import Net
from engine.solver.solver import Solver
from engine.solver.switches import Switch


def nodes_of(solver: Solver, positions: Iterable[LineState]) -> int:
    """Returns the nodes for the exact scores of all positions, each with an empty table."""
    nodes = 0
    for position in positions:
        solver.clear()
        nodes += solver.solve(position.own, position.mask).nodes
    return nodes


def without_and_with(
    game: LineGame, positions: Sequence[LineState], nets: Sequence[Net], table_mb: float
) -> tuple[int, list[int]]:
    """Returns the nodes without a network, and the nodes with each.

    Args:
        game: the board.
        positions: positions to solve.
        nets: networks of the board.
        table_mb: the size of the table in MiB.

    Raises:
        GameError: a network is for another board.
    """
    board = game.width, game.height, game.connect
    plain = Solver(*board, table_mb=table_mb, switches=Switch.ALL ^ Switch.ORDER_LEARNT)
    return nodes_of(plain, positions), [nodes_of(Solver(*board, table_mb=table_mb, net=net), positions) for net in nets]


@click.command()
@click.argument("nets", nargs=-1, required=True, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", default="connect4", show_default=True, help="The board.")
@click.option("--positions", metavar="FILE", help="A file with a position a line, or a set of `fourthought race`.")
@click.option("--count", type=click.IntRange(1), help="At most this many positions.")
@click.option("--table-mb", type=click.FloatRange(1, 1 << 20), default=256, show_default=True, help="The table in MiB.")
def main(nets: tuple[Path, ...], game: str, positions: str | None, count: int | None, table_mb: float) -> None:
    """Counts the nodes without a network and with each of NETS; without positions, from the empty board."""
    try:
        board = find(game)
        if not isinstance(board, LineGame) or not board.gravity:
            raise GameError(f"{board.title} has no exact solver; choose a board where stones fall")
        texts = positions_of(positions)[:count] if positions else [""]
        read = [file.read(path) for path in nets]
        plain, counts = without_and_with(board, [parse(board, text)[1] for text in texts], read, table_mb)
    except GameError as error:
        raise click.UsageError(str(error)) from None
    click.echo(f"without a network: {plain:,} nodes")
    for net, nodes in zip(read, counts, strict=True):
        click.echo(f"seed {net.seed}, {net.games:,} games: {nodes:,} nodes, {nodes / plain:.2f} times as many")


if __name__ == "__main__":
    main()
