"""Works out the traps, the beginnings of proofs and the forced positions, and writes the file: some ten minutes of one
core."""

import json
from collections.abc import Iterable
from pathlib import Path

import click

from engine import openings
from engine.games import LineGame, Move, find
from engine.solver.book.book import shipped_book
from engine.workshop.openings import forced, proofs, traps


def main() -> None:
    """Writes the file, and reports on the way."""
    game, book = find("connect4"), shipped_book()
    if not isinstance(game, LineGame) or book is None:
        raise SystemExit("The book of Connect Four is not there.")
    positions = list(traps.met(game))
    often = sorted(positions, key=lambda one: -one.share)
    found = [trap for one in often if (trap := traps.trap(book, one))]
    click.echo(f"{len(positions)} positions, {len(found)} traps", err=True)
    follower, begun = proofs.Follower(game), list[proofs.Begun]()
    for one in positions:
        if len(one.moves) <= proofs.PLIES and (start := follower.follow(one.moves)):
            begun.append(start)
            click.echo(f"\r{len(begun)} beginnings of proofs", nl=False, err=True)
    rows = {
        "traps": [[_text(one.moves), one.move, one.levels] for one in found],
        "proofs": [[_text(one.moves), _text(one.line), one.lines] for one in begun],
        "forced": forced.packed(book, traps.PLIES),
    }
    Path(openings.__file__).with_name(openings.FILE).write_text(
        json.dumps(rows, separators=(",", ":")) + "\n", encoding="utf-8"
    )


def _text(moves: Iterable[Move]) -> str:
    return "".join(map(str, moves))


if __name__ == "__main__":
    main()
