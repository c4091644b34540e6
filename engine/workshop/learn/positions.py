"""Makes and reads the judge's positions: in each the results of all moves are known, and not all are the same.

Half of the positions come from random play (A), half from games of the hand-written evaluation with some random moves
(B). In no position a side can complete a line with the next stone, because such moves are too easy. The sets are frozen
files of this package. ``python -m engine.workshop.learn.positions connect4`` makes one, and the seed repeats it.
"""

import functools
import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from engine.games import Game, GameError, LineGame, LineState, Move, find, parse, replay, write
from engine.mind.search.kernels import KERNEL_CACHE, Kernels
from engine.solver.analysis import Analysis
from engine.solver.book.book import book_of

FOLDER = Path(__file__).with_name("judged")

PLIES = {"connect4": range(8, 31), "connect4-8x7": range(24, 39), "connect4-5x4": range(4, 16)}
"""Plies of the positions of each game. Before them the solver of the wide board would take too long."""

DEPTH, STRAY = 5, 0.15  # sets the games of set B: the plies of the search, and the share of random moves

RESULTS = "-=+"  # writes the result of a move: lost, drawn, won


@dataclass(frozen=True, slots=True)
class Judged:
    """Holds a position and the result of each move for the side to move: -1, 0 or 1."""

    kind: str  # "A" from random play, "B" from games of the hand-written evaluation
    state: LineState
    results: dict[Move, int]

    @property
    def best(self) -> int:
        """Returns the result of the position."""
        return max(self.results.values())


@functools.cache
def judged(name: str) -> tuple[Judged, ...]:
    """Returns the frozen positions of a game, none for a game without a set."""
    path = FOLDER / f"{name}.txt"
    if not path.exists():
        return ()
    game = find(name)
    found = []
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        kind, moves, results = line.split()
        state = parse(game, moves)[1]
        signs = (RESULTS.index(result) - 1 for result in results)
        found.append(Judged(kind, state, dict(zip(game.moves(state), signs, strict=True))))
    return tuple(found)


def make(name: str, a_ply: int, seed: int) -> Iterator[tuple[str, tuple[Move, ...], dict[Move, int]]]:
    """Yields positions: the set, the moves that lead there, and the result of each move. Either set gets ``a_ply``
    positions of each ply. Raises GameError if the game has no exact solver, or no plies are known at which the
    solver is quick."""
    game = find(name)
    kernels = KERNEL_CACHE.kernels_for(game)
    if not isinstance(game, LineGame) or kernels is None or kernels.solver is None or name not in PLIES:
        raise GameError(f"there is no judge for {name}; there is one for {', '.join(PLIES)}")
    for kind in "AB":
        rng, seen = random.Random(f"judged {kind} {seed}"), set()
        missing = dict.fromkeys(PLIES[name], a_ply)
        while missing:
            line = _game(game, kernels, kind, rng)
            ply = rng.choice(list(missing))
            state: Any = replay(game, line[:ply])
            if len(line) < ply or game.outcome(state) is not None or not game.is_quiet(state):
                continue
            if game.key(state) in seen:
                continue
            scores = Analysis(kernels.solver, game, state, book_of(game)).scores()
            results = {move: score.sign for move, score in scores.items()}
            if len(set(results.values())) > 1:
                seen.add(game.key(state))
                missing[ply] -= 1
                if not missing[ply]:
                    del missing[ply]
                yield kind, line[:ply], results


def _game(game: LineGame, kernels: Kernels, kind: str, rng: random.Random) -> tuple[Move, ...]:
    leaf, moves, state = kernels.leaf(), list[Move](), game.initial()
    while game.outcome(state) is None:
        legal: Sequence[Move] = game.moves(state)
        move = rng.choice(legal)
        if kind == "B" and rng.random() >= STRAY:
            values = {}
            for one in legal:
                after = game.play(state, one)
                values[one] = 2.0 if game.outcome(after) else -leaf(after, DEPTH - 1, -1.0, 1.0).result()
            best = max(values.values())
            move = rng.choice([one for one, value in values.items() if value == best])
        moves.append(move)
        state = game.play(state, move)
    return tuple(moves)


@click.command()
@click.argument("name")
@click.option("--a-ply", default=50, show_default=True, help="Positions of each ply, for either set.")
@click.option("--seed", default=1, show_default=True, help="Another seed makes other positions.")
@click.option("--save", type=click.Path(path_type=Path), help="The file.  [default: the file of this package]")
def main(name: str, a_ply: int, seed: int, save: Path | None) -> None:
    """Makes the judge's positions of the game called NAME, and writes the positions into a file."""
    game: Game[Any] = find(name)
    lines = [json.dumps({"game": name, "a_ply": a_ply, "seed": seed})]
    for kind, moves, results in make(name, a_ply, seed):
        signs = "".join(RESULTS[results[move] + 1] for move in game.moves(replay(game, moves)))
        lines.append(f"{kind} {write(game, moves)} {signs}")
    (save or FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
