"""Defines ``fourthought cards check``, ``race`` and ``deck``: perfect play on a sheet, checked, compared and taught.

The workshop has the commands that make it (``engine/workshop/cards/commands.py``).
"""

import sys
import time
from pathlib import Path
from typing import Any

import click

from engine.commands import FOLDER, OLD_FILE


@click.command()
@click.argument("file", type=OLD_FILE)
def check(file: Path) -> None:
    """Checks a FILE of cards by playing every reply.

    The exit code is 1 if a part is refused.
    """
    from engine.cards.check import RefusedError, checked, parts

    started, refused = time.process_time(), 0
    try:
        texts = parts(file.read_bytes())
    except RefusedError:
        raise click.UsageError(f"{file} is no file of cards; fourthought cards make writes such files") from None
    for lines in texts:
        why, part = checked(lines)
        refused += bool(why)
        leaves = sum(not word.isdigit() for _, _, word in part.tree)
        numbers = f"{len(lines) - 2:,} cards for {leaves:,} leaves, {len(part.tree) - leaves:,} branches"
        click.echo(f"refused: {lines[0]}: {why}" if why else f"accepted: {lines[0]}: {numbers}")
    click.echo(f"{file.stat().st_size:,} bytes, checked in {time.process_time() - started:.1f} s of processor time")
    if refused:
        sys.exit(1)


@click.command()
@click.argument("file", type=OLD_FILE)
@click.option("--against", type=OLD_FILE, help="The other file.  [default: the one that ships for the board]")
def race(file: Path, against: Path | None) -> None:
    """Tells whether a FILE of cards is right, and smaller than another one.

    Smaller means smaller in more of the six measures of "fourthought cards table" than larger. The exit code is 0
    then, 1 for a file that is refused or not smaller, and 2 for what is no file of cards.
    """
    from engine.cards.sizes import RaceError, compared

    data = file.read_bytes()
    try:
        won, words = compared(data, against.read_bytes() if against else None)
    except RaceError as why:
        raise click.UsageError(f"{file}: {why}") from None
    click.echo(f"{file}: {words}")
    if not won:
        sys.exit(1)


@click.command()
@click.argument("file", type=OLD_FILE)
@click.argument("folder", type=FOLDER)
def deck(file: Path, folder: Path) -> None:
    """Writes the cards of a FILE as decks for Anki into FOLDER.

    A draw gets a deck for each side. Import a newer deck over an older one: it replaces the answers, and what was
    learnt stays. Each note has its edition as a tag. What only the older deck had is found by that deck's tag.
    """
    from engine.cards.teaching.deck import deck as packed

    found = courses_of(file)
    folder.mkdir(parents=True, exist_ok=True)
    for course in found:
        path = folder / f"{course.name}.apkg"
        path.write_bytes(packed(course))
        click.echo(f"{path}: {len(course.lessons()):,} notes")


def courses_of(file: Path) -> list[Any]:
    """Returns the courses of a file of cards. Raises click.UsageError if it is none, or is refused."""
    from engine.cards.check import RefusedError
    from engine.cards.teaching.course import courses

    try:
        return courses(file)
    except RefusedError as why:
        raise click.UsageError(f"{file} has no course: {why}") from None


@click.group()
def cards() -> None:
    """Makes and checks perfect play on a sheet."""


for _command in (check, race, deck):
    cards.add_command(_command)

COMMANDS: list[click.Command] = [cards]
