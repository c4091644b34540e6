"""Defines ``fourthought check-game`` and ``fourthought games``: a game of one's own, and files of games."""

import sys
from typing import TextIO

import click

from engine.commands import COUNT, TextFile


@click.command("check-game")
@click.argument("name")
@click.option("--games", type=COUNT, default=1000, show_default=True, help="How many random games to play.")
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same games.")
def check_game_command(name: str, games: int, seed: int) -> None:
    """Checks a game against the laws of Game, and says what it gets.

    It plays random games and says in sentences what is wrong. With nothing wrong it lists the searches, the players and
    the page of the game. NAME is the game's short name, from this program, an installed package or --load:

        fourthought --load ./mygame.py check-game mygame
    """
    from fourthought.checking import check_game

    report = check_game(name, games, seed=seed)
    click.echo(str(report))
    if not report:
        sys.exit(1)


@click.command("games")
@click.argument("file", type=TextFile(encoding="utf-8"), default="-")
@click.option("--text", "as_text", is_flag=True, help="Write text; without it, JSON lines.")
@click.option("--game", "name", help="Only this game.")
@click.option("--player", help="Only games of this player.")
def games_command(file: TextIO, as_text: bool, name: str | None, player: str | None) -> None:
    """Reads games and writes them as JSON lines or text.

    FILE is what match, its --store or arena has written, or this command: JSON lines, or one game a line as text, as

        connect4 44556622 * mine - level 3

    with the moves as in addresses, the result (1-0, 0-1, 1/2, or * for an unfinished game) and the players.
    """
    from engine.games import find
    from engine.games.formats.records import read_games

    if name is not None:
        find(name)
    for record in read_games(file):
        if name in (None, record.game) and (player is None or player in record.players):
            click.echo(record.as_text() if as_text else record.as_json())


COMMANDS = [check_game_command, games_command]
