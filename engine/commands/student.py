"""Defines ``fourthought student``: makes the positions that judge the student on the page."""

from __future__ import annotations

from pathlib import Path

import click


@click.command("student")
@click.option("--game", "name", default="connect4-5x4", show_default=True, help="A small board: tictactoe or 5x4.")
@click.option("--positions", type=click.IntRange(1), default=300, show_default=True, help="Positions to make.")
@click.option("--seed", default=1, show_default=True, help="Another seed makes other positions.")
@click.option("--save", type=click.Path(path_type=Path), help="Write the positions into this file.")
def student(name: str, positions: int, seed: int, save: Path | None) -> None:
    """Makes quiet positions in which the choice matters, with the exact result of every move.

    The page ``/student`` judges a student by the positions that ship; the files in engine/student/data are made with
    the default settings.
    """
    from engine.games import find
    from engine.student.making import make
    from engine.student.positions import as_text

    game = find(name)
    made = make(game, positions, seed)
    text = as_text(game.name, made, seed)
    if save:
        save.write_text(text, encoding="utf-8")
        click.echo(f"{len(made)} positions of {game.title} are in {save}.")
    else:
        click.echo(text, nl=False)


COMMANDS = [student]
