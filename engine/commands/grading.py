"""Defines ``fourthought grade``: judges a student's program."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from engine.commands import FILE, OLD_FILE, UNCONFINED, confine


@click.command()
@click.argument("file", type=OLD_FILE, required=False)
@click.option("--function", default="minimax", show_default=True, help="The function that searches a tree.")
@click.option("--decay", type=click.FloatRange(0.01, 1.0), default=1.0, help="What a value keeps with each ply.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as Gradescope's results.json.")
@click.option("--self-test", is_flag=True, help="Judge the known slips, right programs and mutants instead.")
@click.option(
    "--mutants", type=click.IntRange(0, 5000), default=1000, show_default=True, help="How many, with --self-test."
)
@click.option(
    "--leaves", type=click.IntRange(2, 6), default=6, show_default=True, help="Of the trees that prove a mutant right."
)
@click.option("--store", type=FILE, default=Path("self-test.jsonl"), show_default=True, help="Keep the verdicts here.")
@UNCONFINED
def grade(
    file: Path | None,
    function: str,
    decay: float,
    as_json: bool,
    self_test: bool,
    mutants: int,
    leaves: int,
    store: Path,
    unconfined: bool,
) -> None:
    """Judges a Python program that searches a tree.

    FILE searches by minimax or alpha-beta, in any of their conventions. The program runs in a jail for at most
    3 seconds of processor time, with 8 MB, and without files and network. Its function gets the tree as nested
    lists or as nodes with children and a value, by what it asks for. The command
    ends with 1 if the program is wrong.

    --self-test judges the judge: right programs in four conventions, the nine published slips, and mutants, whose truth
    comes from a run on all small trees. It takes minutes. An interrupted test continues where it stopped.
    """
    if self_test:
        sys.exit(0 if _test_the_judge(mutants, leaves, store, as_json) else 1)
    if file is None:
        raise click.UsageError("Name the FILE to be judged, or take --self-test.")
    from engine.lab.grade.grading import grade as judge
    from engine.lab.grade.grading import results
    from engine.lab.judge.sentences import told

    confine(unconfined)
    verdict = judge(file.read_text("utf-8", "replace"), function, decay)
    if as_json:
        click.echo(json.dumps(results(verdict), indent=1, ensure_ascii=False))
    else:
        for sentence in told(verdict.as_data()):
            click.echo(sentence)
    sys.exit(0 if verdict.right else 1)


def _test_the_judge(mutants: int, leaves: int, store: Path, as_json: bool) -> bool:
    """Judges the programs of the self-test and prints the table. Tells whether the judge passed."""
    from rich.table import Table as Shown

    from engine.console import console, track
    from engine.lab.grade.self_test import Table, self_test, subjects

    table, some = Table(), subjects(mutants)
    try:
        for outcome in track(self_test(some, store, leaves), "Judging the judge", len(some)):
            table.outcomes.append(outcome)
    except KeyboardInterrupt:
        click.echo(f"Interrupted after {len(table.outcomes)} of {len(some)}; the same command continues.", err=True)
        return False
    if as_json:
        click.echo(json.dumps(table.as_data(), indent=1))
        return table.passed
    shown = Shown("counted", "")
    for row in table.rows():
        shown.add_row(*row)
    console().print(shown)
    for fault in table.faults:
        click.echo(fault)
    return table.passed


COMMANDS = [grade]
