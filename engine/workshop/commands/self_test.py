"""Defines ``fourthought bench self-test``: judges the judge of students' programs."""

import json
import sys
from pathlib import Path

import click

from engine.commands import FILE


@click.command("self-test")
@click.option("--mutants", type=click.IntRange(0, 5000), default=1000, show_default=True, help="How many.")
@click.option(
    "--leaves", type=click.IntRange(2, 6), default=6, show_default=True, help="Of the trees that prove a mutant right."
)
@click.option("--store", type=FILE, default=Path("self-test.jsonl"), show_default=True, help="Keep the verdicts here.")
@click.option("--json", "as_json", is_flag=True, help="Print the table as one JSON object.")
def self_test(mutants: int, leaves: int, store: Path, as_json: bool) -> None:
    """Judges the judge of students' programs.

    Its programs are right ones in four conventions, the nine published slips, and mutants, whose truth comes from a run
    on all small trees. It takes minutes. An interrupted test continues where it stopped. The command ends with 1 if a
    verdict is wrong.
    """
    from rich.table import Table as Shown

    from engine.console import console, track
    from engine.workshop.judge.self_test import Table, judge_all, subjects

    table, some = Table(), subjects(mutants)
    try:
        for outcome in track(judge_all(some, store, leaves), "Judging the judge", len(some)):
            table.outcomes.append(outcome)
    except KeyboardInterrupt:
        click.echo(f"Interrupted after {len(table.outcomes)} of {len(some)}; the same command continues.", err=True)
        sys.exit(1)
    if as_json:
        click.echo(json.dumps(table.as_data(), indent=1))
        sys.exit(0 if table.passed else 1)
    shown = Shown("counted", "")
    for row in table.rows():
        shown.add_row(*row)
    console().print(shown)
    for fault in table.faults:
        click.echo(fault)
    sys.exit(0 if table.passed else 1)


COMMANDS: list[click.Command] = [self_test]
