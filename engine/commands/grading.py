"""Defines ``fourthought grade``: judges a student's program."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import click

from engine.commands import OLD_FILE, UNCONFINED, confine


@click.command()
@click.argument("file", type=OLD_FILE)
@click.option("--function", default="minimax", show_default=True, help="The function that searches a tree.")
@click.option("--decay", type=click.FloatRange(0.01, 1.0), default=1.0, help="What a value keeps with each ply.")
@click.option("--json", "as_json", is_flag=True, help="Print the result as Gradescope's results.json.")
@UNCONFINED
def grade(file: Path, function: str, decay: float, as_json: bool, unconfined: bool) -> None:
    """Judges a Python program that searches a tree.

    FILE searches by minimax or alpha-beta, in any of their conventions. The program runs in a jail for at most
    3 seconds of processor time, with 8 MB, and without files and network. Its function gets the tree as nested
    lists or as nodes with children and a value, by what it asks for. The command
    ends with 1 if the program is wrong.
    """
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


COMMANDS = [grade]
