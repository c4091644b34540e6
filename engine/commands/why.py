"""Defines ``fourthought why``: the reason of a result, as a proof in words."""

from __future__ import annotations

import json

import click


@click.command()
@click.argument("position", default="")
@click.option(
    "--side", type=click.Choice(["first", "second"]), help="Whom to explain for.  [default: the side to move]"
)
@click.option("--game", "name", default="connect4", show_default=True, help="The board.")
@click.option("--json", "as_json", is_flag=True, help="Print the explanation, with its proof, as one JSON object.")
def why(position: str, side: str | None, name: str, as_json: bool) -> None:
    """Says why POSITION (moves such as 4453) is won, held or lost, with a proof.

    Where there is no small proof, best play is shown instead.
    """
    from engine.coach.exact import ExactScores
    from engine.coach.explain import explain
    from engine.coach.explanation import to_json
    from engine.commands.solve import board_of, read_position
    from engine.games import Player, write

    game = board_of(name)
    state = read_position(game, position)
    player = game.to_move(state) if side is None else Player.FIRST if side == "first" else Player.SECOND
    explanation = explain(game, state, player, ExactScores(game))
    if as_json:
        click.echo(json.dumps(to_json(explanation)))
        return
    for step in explanation.steps:
        click.echo(step.text)
    if explanation.certificate is None and explanation.claim is not None:
        who = game.player_names[explanation.claim.side]
        click.echo(f"{who} {'wins' if explanation.claim.wins else 'does not lose'}. {explanation.reason}")
        click.echo(f"Best play: {write(game, explanation.play)}")


COMMANDS: list[click.Command] = [why]
