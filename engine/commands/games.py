"""Defines ``fourthought check-game``: the laws of a game of one's own."""

import sys

import click

from engine.commands import COUNT


@click.command("check-game")
@click.argument("name")
@click.option("--games", type=COUNT, default=1000, show_default=True, help="How many random games to play.")
@click.option("--seed", default=1, show_default=True, help="The same seed plays the same games.")
def check_game(name: str, games: int, seed: int) -> None:
    """Checks a game against the laws of Game, and says what it gets.

    It plays random games and says in sentences what is wrong. With nothing wrong it lists the searches, the players and
    the page of the game. NAME is the game's short name, from this program, an installed package or --load:

        fourthought --load ./mygame.py check-game mygame
    """
    from engine.games import find
    from engine.games.laws import broken_laws
    from engine.search.suits import gets

    game = find(name)
    faults = broken_laws(game, games, seed)
    if faults:
        click.echo("\n".join([f"{game.name} breaks the laws of Game:", *(f"- {fault}" for fault in faults)]))
        sys.exit(1)
    click.echo("\n".join([f"{game.name} keeps the laws of Game in {games} random games.", *gets(game)]))


COMMANDS = [check_game]
