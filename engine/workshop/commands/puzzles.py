"""Defines ``fourthought bench puzzles``: makes and checks the puzzles that ship."""

import random
import sys
from contextlib import suppress
from pathlib import Path

import click

from engine.commands import COUNT, FILE, FOLDER
from engine.console import bars, track


@click.group()
def puzzles() -> None:
    """Makes or checks the puzzles.

    In a puzzle exactly one move keeps the result.
    """


@puzzles.command()
@click.option("--count", type=click.IntRange(1, 100_000), default=5000, show_default=True, help="Puzzles wanted.")
@click.option("--seed", default=1, show_default=True, help="Another seed plays other games.")
@click.option(
    "--store",
    type=FILE,
    default=Path("puzzles.jsonl"),
    show_default=True,
    help="Keep the work here; an interrupted run continues where it stopped.",
)
@click.option("--processes", type=COUNT, help="Games at once.  [default: one for each core]")
@click.option("--save", type=FOLDER, help="Write the chosen puzzles into this folder.")
def make(count: int, seed: int, store: Path, processes: int | None, save: Path | None) -> None:
    """Makes puzzles from games between levels.

    In each puzzle exactly one move keeps the win or the draw. A puzzle comes with the solution, a refutation of every
    wrong move, themes, a rating on the scale of the levels, and often with a proof.
    """
    from engine.workshop.puzzles import maker, shipping
    from engine.workshop.puzzles.selection import explained

    with bars() as progress:
        task = progress.add_task("Making puzzles", total=count)
        for games, taken in maker.make("connect4", count, store, seed, processes):
            progress.update(task, completed=taken, description=f"{games} games")
        chosen, proofs = maker.chosen("connect4", count, store, seed)
        if save:
            ready = progress.track(maker.completed("connect4", chosen, processes), count, description="Wrong moves")
            shipping.write(save, shipping.files(list(ready), proofs, seed))
    share = sum(map(explained, chosen)) / len(chosen)
    click.echo(f"{len(chosen)} puzzles, {share:.0%} of them with a proof of at most ten lines")


@puzzles.command()
@click.option("--sample", type=COUNT, help="Check so many puzzles, drawn by the seed.  [default: all]")
@click.option("--seed", default=1, show_default=True, help="The seed of the sample.")
@click.option("--games", type=click.IntRange(0), default=0, help="Make the puzzles of so many games once more as well.")
def check(sample: int | None, seed: int, games: int) -> None:
    """Checks the puzzles that ship.

    The positions are scored again without the opening book and without the follow-up theorem. The independent checker
    reads every proof. With --games the puzzles of some games are made once more and must be the same. If interrupted,
    the command prints how many puzzles were checked and which faults were found.
    """
    from engine.puzzles import shipped
    from engine.workshop.puzzles import check as checks

    every, rng = list(shipped.shipped()), random.Random(f"check {seed}")
    chosen = rng.sample(every, min(sample, len(every))) if sample else every
    steps = checks.check(chosen, shipped.shipped_proofs())
    done, complete, wrong = 0, False, list[str]()
    with suppress(KeyboardInterrupt):
        for _, found in track(steps, "Checking", len(chosen)):
            done, wrong = done + 1, wrong + found
        numbers = rng.sample(sorted({puzzle.source for puzzle in every}), games)
        wrong += checks.remake(numbers, shipped.seed(), every)
        complete = True
    for sentence in wrong:
        click.echo(sentence)
    again = f", {games} games made once more" if games and complete else ""
    checked = f"{done} puzzles checked" if complete else f"Interrupted: {done} of {len(chosen)} puzzles checked"
    click.echo(f"{checked}{again}: {len(wrong) or 'no'} fault{'s' * (len(wrong) != 1)}")
    if wrong or not complete:
        sys.exit(1)


@puzzles.command()
@click.option("--save", type=FOLDER, required=True, help="Write the files into this folder.")
def reword(save: Path) -> None:
    """Writes the puzzles that ship with the words of today.

    The puzzles and proofs stay the same. The sentences, the courses and the puzzles of the day are made again.
    """
    from engine.puzzles import shipped
    from engine.workshop.puzzles import shipping

    shipping.write(
        save, shipping.files(list(shipped.shipped()), shipping.reworded(shipped.shipped_proofs()), shipped.seed())
    )


@puzzles.command()
@click.option("--processes", type=COUNT, help="Puzzles at once.  [default: one for each core]")
@click.option("--save", type=FOLDER, required=True, help="Write the files into this folder.")
def draw(processes: int | None, save: Path) -> None:
    """Adds diagrams to the puzzles that ship without a proof.

    A diagram answers every reply by marks on the empty cells. Puzzles and known proofs stay the same.
    """
    from engine.puzzles import shipped
    from engine.workshop.puzzles import shipping
    from engine.workshop.puzzles.drawing import draw as drawn

    every = list(shipped.shipped())
    steps = drawn(every, shipping.reworded(shipped.shipped_proofs()), processes)
    found = list(track(steps, "Drawing", len(every)))
    proofs = {puzzle.name: proof for puzzle, proof in found if proof is not None}
    shipping.write(save, shipping.files([puzzle for puzzle, _ in found], proofs, shipped.seed()))
    click.echo(f"{len(proofs)} of {len(found)} puzzles have a proof")


@click.command()
def words() -> None:
    """Reads the words of all proofs that ship a second time.

    Every term of the theory, such as odd threat, zugzwang and claimeven, must follow from the certificate.
    """
    from engine.workshop.bench.words import measure

    report = measure()
    for line in report.lines():
        click.echo(line)
    if report.wrong:
        sys.exit(1)


COMMANDS: list[click.Command] = [puzzles, words]
