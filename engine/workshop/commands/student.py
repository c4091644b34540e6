"""Defines ``fourthought bench student``: makes the positions that judge a student."""

from pathlib import Path

import click

from engine.commands import COUNT, FILE


@click.command()
@click.option("--game", "name", default="connect4-5x4", show_default=True, help="A small board: tictactoe or 5x4.")
@click.option("--positions", type=COUNT, default=300, show_default=True, help="Positions to make.")
@click.option("--seed", default=1, show_default=True, help="Another seed makes other positions.")
@click.option("--save", type=FILE, help="Write the positions into this file.")
def student(name: str, positions: int, seed: int, save: Path | None) -> None:
    """Makes the positions that judge a student.

    They are quiet, the choice matters, and the exact result of every move is known. The page ``/student`` judges a
    student by the positions that ship. The files in engine/student/data are made with the default settings.
    """
    from engine.games import find
    from engine.student import as_text
    from engine.workshop.student_making import make

    game = find(name)
    made = make(game, positions, seed)
    text = as_text(game.name, made, seed)
    if save:
        save.write_text(text, encoding="utf-8")
        click.echo(f"{len(made)} positions of {game.title} are in {save}.")
    else:
        click.echo(text, nl=False)


COMMANDS: list[click.Command] = [student]
