"""Defines ``fourthought match`` and ``fourthought engine``: engine against engine, ours or from outside."""

import io
import itertools
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from engine.commands import COUNT, FILE, FiniteRange
from engine.console import console, track

if TYPE_CHECKING:
    from engine.arena.pipe_words import Info


@click.command()
@click.option("--first", default="6", show_default=True, help="A level, random, simple, sheet, net: or pipe:.")
@click.option("--second", default="6", show_default=True, help="The other side.")
@click.option("--games", type=COUNT, default=20, show_default=True, help="Number of games; half with colours swapped.")
@click.option("--game", "name", default="connect4", show_default=True, help="The game, by its short name.")
@click.option(
    "--openings",
    type=click.Choice(["random", "draws", "wins", "losses"]),
    default="random",
    show_default=True,
    help="Openings by their theoretical result for the player named first; the solver chooses.",
)
@click.option(
    "--patience", type=FiniteRange(0.1, 86_400), default=60.0, help="Seconds for a move of an outside engine."
)
@click.option("--movetime", type=FiniteRange(0.001, 86_400), help="Seconds a move that an outside engine is told.")
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same games.")
@click.option("--store", type=FILE, help="Keep every game here; an interrupted match continues.")
@click.option("--show", is_flag=True, help="Print the board after every move, and what outside engines tell.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a game.")
def match(
    first: str,
    second: str,
    games: int,
    name: str,
    openings: str,
    patience: float,
    movetime: float | None,
    seed: int,
    store: Path | None,
    show: bool,
    as_json: bool,
) -> None:
    """Plays engine against engine, from paired openings.

    A player is a level from 1 to 10, "random" for a random mover, "simple" for a player with three rules (win, else
    block, else play near the centre), "sheet" for the cards that ship for the board, "net:FILE" for a network that has
    learnt (one ply ahead, "net:FILE:4" looks four plies ahead), or "pipe:COMMAND" for an outside engine
    (engine/arena/PIPE.md has the protocol).
    """
    from engine.arena import match as arena
    from engine.arena.match import openings as find_openings
    from engine.arena.pipe import PipePlayer
    from engine.arena.pipe_words import Limits
    from engine.arena.players import make_player, tell_apart
    from engine.games import find, write

    game = find(name)
    one = make_player(game, first, patience)
    try:
        two = make_player(game, second, patience)
    except BaseException:
        one.close()
        raise
    tell_apart(one, two, (first, second))
    for player in (one, two):
        if isinstance(player, PipePlayer):
            player.limits = Limits(movetime)
            player.inform = Teller(player.name) if show else None
    tally = {True: [0, 0, 0], False: [0, 0, 0]}
    printer = (lambda state, move: click.echo(f"{game.describe(state)}\n")) if show else None
    starts = itertools.islice(find_openings(game, openings, seed), games)
    try:
        done = arena.match(game, one, two, starts, seed, show=printer, store=store)
        for number, (played, is_first) in enumerate(track(done, "Playing", games, hidden=show)):
            points = played.points(is_first)
            tally[is_first][round(2 - 2 * points)] += 1
            if played.forfeit:
                click.echo(f"game {number + 1} is forfeited: {played.forfeit}", err=True)
            if as_json:
                click.echo(json.dumps({**played.fields(), "points": points}))
            elif show:
                ended = "a draw" if played.winner is None else f"{game.player_names[played.winner]} wins"
                click.echo(f"game {number + 1}, {' against '.join(played.players)}: {ended}")
                click.echo(f"{write(game, played.moves)}\n")
    finally:
        one.close()
        two.close()
    if not as_json:
        _report(game, one.name, two.name, tally)


class Teller:
    """Prints what an engine tells of its search to the error stream. In a terminal it overwrites the line before."""

    def __init__(self, name: str) -> None:
        self._name, self._stream = name, sys.stderr

    def __call__(self, info: "Info") -> None:
        """Prints one piece of information."""
        words = f"{self._name}: {info.words()}"
        if self._stream.isatty():
            click.echo(f"\r\033[K{words[:100]}", nl=False, err=True)
        else:
            click.echo(words, err=True)


def _report(game: Any, first: str, second: str, tally: dict[bool, list[int]]) -> None:
    from rich.table import Table

    table = Table(f"{first} against {second}", "won", "drawn", "lost")
    for is_first in (True, False):
        if sum(tally[is_first]):
            colour = game.player_names[not is_first]
            table.add_row(f"as {colour}", *map(str, tally[is_first]))
    table.add_row("all", *(str(sum(pair)) for pair in zip(*tally.values(), strict=True)))
    console().print(table)


@click.command("engine")
@click.option("--level", type=click.IntRange(1, 10), default=10, show_default=True, help="The level to play at.")
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same games.")
def outside_engine(level: int, seed: int) -> None:
    """Plays as the outside engine of another program.

    It reads positions and prints moves. engine/arena/PIPE.md has the protocol. The tree lives from move to move, and
    with "go ponder" also grows on the other side's time.
    """
    from engine.arena.protocol.serve import read_lines, serve
    from engine.arena.protocol.thinker import LevelThinker

    thinker = LevelThinker(level, seed)
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # any bytes may come
    lines, name = read_lines(sys.stdin), f"Fourthought level {level}"
    serve(lines, lambda line: click.echo(line), name, thinker.choose, thinker.ponder)


@click.command("check-engine", context_settings={"ignore_unknown_options": True})
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
@click.option("--game", "name", default="connect4", show_default=True, help="The game, by its short name.")
@click.option("--patience", type=FiniteRange(0.1, 86_400), default=30.0, show_default=True, help="Seconds an answer.")
@click.option("--grace", type=FiniteRange(0.1, 86_400), default=2.0, show_default=True, help="Seconds over a limit.")
@click.option("--seed", default=1, show_default=True, help="The same seed makes the same situations.")
@click.pass_context
def check_engine(
    ctx: click.Context, command: tuple[str, ...], name: str, patience: float, grace: float, seed: int
) -> None:
    """Tells what an outside engine does wrong.

    It plays a hundred situations against the engine, whose command follows two dashes: fourthought check-engine --
    ./my-engine. The exit code is 0 for an engine without a fault, else 1. engine/arena/PIPE.md has the protocol.
    """
    from engine.arena.protocol.check import Engine, check
    from engine.arena.protocol.situations import situations
    from engine.files import reason
    from engine.games import GameError, find

    game = find(name)
    try:
        engine = Engine(command, patience, grace)
    except (OSError, ValueError) as error:
        raise GameError(f"the engine {command[0]!r} cannot be started: {reason(error)}") from None
    report = check(engine, game.name, situations(game, seed))
    for sentence in report.sentences():
        click.echo(sentence)
    ctx.exit(bool(report.counts))


COMMANDS = [match, outside_engine, check_engine]
