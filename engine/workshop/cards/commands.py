"""Defines what makes and publishes cards: ``fourthought cards make``, ``export``, ``resist`` and ``table``."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

from engine.commands import COUNT, FILE, FOLDER, MIB, OLD_FILE
from engine.commands.cards import courses_of
from engine.console import console, track
from engine.workshop.machines import on_option, open_pool

LINE_SECONDS = 60.0


@contextmanager
def telling() -> Iterator[Callable[[Any], None]]:
    """Shows the progress of a search on a terminal: up to the first solution the part that is done, and the time left
    at the speed of the last half minute. Nobody can tell how long fewer cards are found after that: no time is told.
    Elsewhere it writes a line from time to time."""
    from rich.progress import (
        BarColumn,
        Progress,
        TaskProgressColumn,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    shown = console(stderr=True)
    later = TextColumn("{task.description}"), BarColumn(8), TimeElapsedColumn()
    first = *later[:2], TaskProgressColumn(), later[2], TextColumn("left:"), TimeRemainingColumn(compact=True)
    with Progress(*first, console=shown, disable=not shown.is_terminal) as bar:
        solving = bar.add_task("Searching the value", total=1.0)
        improving, told = bar.add_task("", total=None, visible=False), -LINE_SECONDS

        def tell(at: Any) -> None:
            nonlocal told
            best = f"best {at.best.cards:,} cards, " if at.best else ""
            words = f"{best}now {at.now.cards:,} cards, {at.now.branches:,} branches, {at.now.open:,} open"
            if not shown.is_terminal and time.monotonic() >= told + LINE_SECONDS:
                click.echo(words, err=True)
                told = time.monotonic()
            bar.update(solving, completed=at.done, description=words, visible=not at.best)
            bar.update(improving, description=words, visible=bool(at.best))
            columns, bar.columns = bar.columns, later if at.best else first
            if columns is not bar.columns:
                bar.refresh()

        yield tell


@click.command()
@click.argument("size")
@click.option("--out", type=FILE, help="The file.  [default: SIZE.cards]")
@click.option("--effort", type=click.IntRange(0), default=20, show_default=True, help="Million positions for one card.")
@click.option("--table-mb", type=MIB, default=128, show_default=True, help="Size of the solver's table in MiB.")
@click.option("--processes", type=COUNT, help="Parallel searches on this machine.  [default: one for each core]")
@on_option
def make(size: str, out: Path | None, effort: int, table_mb: float, processes: int | None, on: str | None) -> None:
    """Makes a perfect player on a sheet for the board SIZE, such as 6x4.

    After an interruption the same command continues. With a larger --effort it improves what it has found, or the cards
    of a FILE that is there; with --effort 0 it searches no more positions, and lets fewer cards serve those it has.
    """
    from engine.commands.solve import board_called
    from engine.games import GameError
    from engine.workshop.cards.boards import make as make_cards

    path = out or Path(f"{size}.cards")
    options = {"effort": effort * 1_000_000, "table_mb": table_mb}
    try:
        with open_pool(on, processes) as pool, telling() as tell:
            makers = make_cards(board_called(size), path, **options, pool=pool, tell=tell)  # type: ignore[arg-type]
    except KeyboardInterrupt:
        raise click.ClickException(f"interrupted; the same command continues from {path}") from None
    except ValueError as error:
        raise GameError(str(error)) from None
    for maker in makers:
        found = maker.best.size
        click.echo(f"{found.cards:,} cards for {found.leaves:,} leaves, {found.branches:,} branches")
    seconds = sum(maker.seconds for maker in makers)
    click.echo(f"{path}: {path.stat().st_size:,} bytes, {seconds:.1f} s of processor time")


@click.command()
@click.argument("file", type=OLD_FILE)
@click.argument("folder", type=FOLDER)
def export(file: Path, folder: Path) -> None:
    """Writes the cards of a FILE in the published form into FOLDER.

    The diagrams stand in steady_states.json. What is done in a position, a column or the number of a diagram, stands in
    branches.json. The folder before_sharing has an earlier form, in which each diagram belongs to one position. A draw
    gets a folder for each side.
    """
    from engine.cards.check import RefusedError, parts
    from engine.games import GameError
    from engine.workshop.cards.export import export as write

    try:
        texts = parts(file.read_bytes())
        for lines in texts:
            inner = folder / lines[0].split()[2] if len(texts) > 1 else folder
            diagrams, leaves, branches = write(lines, inner)
            click.echo(f"{inner}: {diagrams:,} diagrams for {leaves:,} leaves, {branches:,} branches")
    except RefusedError as why:
        raise GameError(f"{file} cannot be published: {why}") from None


@click.command()
@click.argument("file", type=OLD_FILE)
@click.option("--table-mb", type=MIB, default=128, show_default=True, help="Size of the solver's table in MiB.")
def resist(file: Path, table_mb: float) -> None:
    """Finds the replies against which the opening of a FILE lasts longest, and writes them beside it.

    The course "Learn to win" then tells also the share of games won against perfect resistance.
    """
    from engine.cards.teaching.course import keep_resistance
    from engine.workshop.cards.report import resistance

    found = courses_of(file)
    for course in found:
        choices = sum(1 for _ in course.choices())
        course.strongest = tuple(track(resistance(course, table_mb), course.name, choices))
    click.echo(f"{keep_resistance(file, found)}: {sum(len(course.strongest) for course in found):,} choices")


@click.command()
@click.argument("files", type=OLD_FILE, nargs=-1)
def table(files: tuple[Path, ...]) -> None:
    """Prints a table of FILES of cards, beside what others have published.

    Without FILES these are the files that ship. A weight counts the opening as a tree: a card 1, a position of the side
    1 and the one after its move, another one 1 and those after all replies. The two counts of bytes are those of a
    message in protobuf, a byte for each move of each position, and of the file.
    """
    from engine.cards.check import RefusedError
    from engine.cards.play import SHIPPED
    from engine.workshop.cards.report import report

    try:
        click.echo(report(files or sorted(SHIPPED.glob("*.cards"))))
    except RefusedError as why:
        raise click.UsageError(str(why)) from None


MAKERS: list[click.Command] = [make, export, resist, table]
