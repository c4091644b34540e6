"""Defines ``fourthought bench frontier``: the values of whole boards."""

import re
from pathlib import Path
from typing import Any

import click

from engine.commands import COUNT, FILE, FOLDER, MIB, OLD_FILE, THREADS
from engine.console import console


def read_sizes(ctx: click.Context, param: click.Parameter, words: tuple[str, ...]) -> tuple[Any, ...]:
    """Returns sizes of boards such as 7x6."""
    return tuple(map(_size, words))


def _size(word: str) -> Any:
    from engine.workshop.bench.frontier.published import Size

    found = re.fullmatch(r"(\d{1,2})x(\d{1,2})", word)
    size = Size(int(found[1]), int(found[2])) if found else Size(0, 0)
    if not size.squares or not size.fits:
        raise click.BadParameter(
            f"{word} is no size; give columns x rows such as 7x6: columns x (rows + 1) at most 128"
        )
    return size


@click.command()
@click.argument("sizes", nargs=-1, callback=read_sizes)
@click.option("--squares", type=COUNT, help="Also solve every published board of at most so many squares.")
@click.option("--exact", is_flag=True, help="Find the score, not only won, drawn or lost.")
@click.option("--threads", type=THREADS, default=1, show_default=True, help="Threads of each search.")
@click.option("--table-mb", type=MIB, default=256, show_default=True, help="The table in MiB.")
@click.option(
    "--lost-first", is_flag=True, help="Ask first whether the first player loses: the same value another way."
)
@click.option("--no-theorem", is_flag=True, help="Search without the follow-up theorem.")
@click.option("--net", type=OLD_FILE, help='Order early moves by this network of "fourthought bench learn".')
@click.option("--again", is_flag=True, help="Solve boards again that have a result by the same plan.")
@click.option(
    "--folder",
    type=FOLDER,
    default=Path("frontier"),
    show_default=True,
    help="Keep results and interrupted searches here.",
)
@click.option("--figure", type=FILE, help="Draw positions by squares as an SVG.")
def frontier(
    sizes: tuple[Any, ...], squares: int | None, folder: Path, again: bool, figure: Path | None, **plan: Any
) -> None:
    """Solves empty boards of the given SIZES, such as 7x5.

    Four in a row wins. Prints all results and the published values. An interrupted search continues where it stopped,
    with the same options.
    """
    from engine.workshop.bench.frontier.published import PUBLISHED
    from engine.workshop.bench.frontier.report import cost_svg, lines
    from engine.workshop.bench.frontier.store import Store

    store = Store(folder)
    small = [size for size in PUBLISHED if size.fits and size.squares <= (squares or 0)]
    for size in sorted({*sizes, *small}, key=lambda one: (one.squares, one)):
        _solve(store, plan_of(size, **plan), again)
    results = store.results()
    if figure and results:
        figure.write_text(cost_svg(results), encoding="utf-8")
    for line in lines(results):
        click.echo(line)


def plan_of(size: Any, *, no_theorem: bool, **plan: Any) -> Any:
    """Returns the plan of a board from the command's options."""
    from engine.workshop.bench.frontier.search import Plan

    return Plan(size, theorem=not no_theorem, **plan)


def _solve(store: Any, plan: Any, again: bool) -> None:
    from engine.workshop.bench.frontier.store import result_of

    if not again and store.has(plan):
        return
    search = store.begin(plan)
    try:
        _show(store, search)
    except KeyboardInterrupt:
        store.save(search)
        raise click.ClickException(f"interrupted; the same command continues with {plan.size}") from None
    store.add(result_of(search))
    store.forget(plan)


def _show(store: Any, search: Any) -> None:
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

    shown = console(stderr=True)
    parts = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), TextColumn("at most about"))
    with Progress(*parts, TimeRemainingColumn(), console=shown, disable=not shown.is_terminal) as bar:
        task = bar.add_task(str(search.plan.size), total=1.0)
        while not search.work(store.seconds, lambda: bar.update(task, **_told(search))):
            store.save(search)


def _told(search: Any) -> dict[str, Any]:
    asked = "loses?" if search.goal < 0 else "wins?" if search.goal == 0 else f"above {search.goal}?"
    words = f"{search.plan.size}: the first player {asked} {search.nodes / 1e6:,.0f} million positions"
    return {"completed": search.share, "description": words}


COMMANDS: list[click.Command] = [frontier]
