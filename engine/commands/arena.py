"""Defines ``fourthought arena``: many programs, rated beside the levels and judged by exact play."""

import os
import time
from pathlib import Path
from typing import Any

import click

from engine.commands import COUNT, FOLDER, UNCONFINED, FiniteRange, confine
from engine.console import console


@click.command()
@click.argument("programs", nargs=-1, required=True, metavar="FOLDER_OR_COMMANDS...")
@click.option("--minutes", type=FiniteRange(0, 10_080), default=30.0, show_default=True, help="How long to play.")
@click.option("--rounds", type=COUNT, help="End after so many rounds, too.")
@click.option("--game", "name", default="connect4", show_default=True, help="The game, by its short name.")
@click.option("--levels", default="all", show_default=True, help='Levels that play along, as 1,3,5, or "none".')
@click.option("--seconds", type=FiniteRange(0.1, 3_600), default=5.0, show_default=True, help="Seconds for a move.")
@click.option("--memory", type=click.IntRange(32, 65_536), default=512, show_default=True, help="MiB of a program.")
@click.option("--swiss/--round-robin", default=None, help="The rounds.  [default: Swiss from nine programs on]")
@click.option("--workers", type=click.IntRange(1, 256), default=1, show_default=True, help="Pairings at once.")
@click.option("--out", type=FOLDER, default="arena", show_default=True, help="Folder of the games and the pages.")
@click.option("--seed", default=1, show_default=True, help="The same seed draws the same openings.")
@UNCONFINED
def arena(
    programs: tuple[str, ...],
    minutes: float,
    rounds: int | None,
    name: str,
    levels: str,
    seconds: float,
    memory: int,
    swiss: bool | None,
    workers: int,
    out: Path,
    seed: int,
    unconfined: bool,
) -> None:
    """Plays, rates and judges many programs, each apart.

    Each gets a certificate: rating, regret by exact play, and the worst move with the proof of why.

    A folder holds the programs: files that end with .py or may be executed, and folders with a file run or main.py. A
    command is a program, too, or NAME=COMMAND. Each speaks the pipe protocol (engine/arena/PIPE.md). Every game is kept
    in games.jsonl, and the same command continues an interrupted arena. A program that breaks loses its game.

    Each program runs in a jail. The first line says what a program has just tried there and was refused. Where that is
    too little, --unconfined is needed. Programs of strangers need more: engine/jail/__init__.py says what.
    """
    from engine.arena.contest.contest import Contest
    from engine.arena.contest.live import Live
    from engine.arena.contest.pairing import Plan
    from engine.arena.contest.programs import Room, find_programs
    from engine.arena.contest.report import write_pages
    from engine.games import find
    from engine.standings import GAMES

    game = find(name)
    room = Room(memory, seconds)
    plan = Plan(game, find_programs(programs), _levels(levels, name), room, seed, swiss)
    held = confine(unconfined)
    click.echo(f"Refused to each program, as just tried: {', '.join(held) or 'nothing'}.", err=True)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        click.echo("The number of root's processes has no bound; an ordinary user's has.", err=True)
    out.mkdir(parents=True, exist_ok=True)  # refused here, and not by a thread in the middle
    contest = Contest(plan, out / GAMES)
    live = Live(contest, out, held, 60 * minutes)
    with live:
        _play(contest, live, time.monotonic() + 60 * minutes, workers, rounds)
    standings = live.standings()
    write_pages(out, standings, contest.games)
    console().print(_table(standings))
    click.echo(f"The pages are in {out}, and the games in {out / GAMES}.", err=True)


def _levels(given: str, name: str) -> tuple[int, ...]:
    from engine.mind.levels.level import levels

    if given in ("", "none"):
        return ()
    if given == "all":
        return tuple(level.number for level in levels(name))
    words = [word.strip() for word in given.split(",")]
    if not all(word in map(str, range(1, 11)) for word in words):
        raise click.BadParameter("give levels from 1 to 10, separated by commas, all or none", param_hint="--levels")
    return tuple(sorted(set(map(int, words))))


def _play(contest: Any, live: Any, until: float, workers: int, rounds: int | None) -> None:
    """Plays with a live table on a terminal. Ctrl-C ends the playing, and what was played counts."""
    from rich.live import Live

    screen, due = console(stderr=True), 0.0
    try:
        with Live(console=screen, auto_refresh=False, transient=True) as shown:
            for _ in contest.run(until, workers, rounds):
                if screen.is_terminal and time.monotonic() >= due:
                    shown.update(_table(live.standings()), refresh=True)
                    due = time.monotonic() + 1.0  # fast programs end many games a second
    except KeyboardInterrupt:
        click.echo("Interrupted; the same command continues.", err=True)


def _table(standings: Any) -> Any:
    from rich.table import Table

    from engine.text import text

    table = Table("", "program", "rating", "won", "drawn", "lost", "broken", "kept", "plies lost")
    for place, one in enumerate(standings.entrants, start=1):
        counts = map(str, (one.won, one.drawn, one.lost, one.broken))
        table.add_row(str(place), one.name, one.rating_words, *counts, *one.regret_words)
    table.caption = text("{n} game|{n} games", n=standings.games)
    return table


COMMANDS = [arena]
