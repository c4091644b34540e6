"""Defines ``fourthought grade``, which judges a student's program, ``autograder``, which packs the judge, and ``tree``,
which reads and writes trees."""

from __future__ import annotations

import json
import re
import sys
from keyword import iskeyword
from pathlib import Path
from typing import TextIO

import click

from engine.commands import FILE, OLD_FILE, UNCONFINED, FiniteRange, TextFile, confine


@click.command()
@click.argument("file", type=OLD_FILE)
@click.option("--function", default="minimax", show_default=True, help="The function that searches a tree.")
@click.option("--decay", type=FiniteRange(0.01, 1.0), default=1.0, help="What a value keeps with each ply.")
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


@click.command()
@click.argument("platform", type=click.Choice(["gradescope", "prairielearn"]))
@click.argument("package", type=FILE)
@click.option("--function", default="minimax", show_default=True, help="The function that searches a tree.")
@click.option("--file", default="search.py", show_default=True, help="The file that students hand in.")
@click.option("--decay", type=FiniteRange(0.01, 1.0), default=1.0, help="What a value keeps with each ply.")
@click.option("--reports", type=click.IntRange(0, 1000), default=0, help="Full reports in 24 hours. 0: no bound.")
def autograder(platform: str, package: Path, function: str, file: str, decay: float, reports: int) -> None:
    """Packs the judge of "fourthought grade" as an autograder.

    PACKAGE is the zip to write. Gradescope takes it as it is: a student beyond the full reports of a day gets the
    points without a reason. For PrairieLearn it holds a question to unpack in a course, and with --reports a homework
    for a course instance, in which each submission waits its part of a day.
    """
    from zipfile import is_zipfile

    from engine.lab.grade import packages

    if not function.isidentifier() or iskeyword(function):
        raise click.BadParameter("write the name of a function, as minimax", param_hint="--function")
    if not re.fullmatch(r"[A-Za-z_][A-Za-z0-9_-]*\.py", file):
        raise click.BadParameter("write the name of a Python file, as search.py", param_hint="--file")
    made = packages.Homework(function, file, decay, reports)
    write = packages.gradescope if platform == "gradescope" else packages.prairielearn
    if package.exists() and not is_zipfile(package):
        raise click.UsageError(f"{package} is no package, so it is not written over; give another file")
    try:
        package.write_bytes(write(made))
    except OSError as error:
        raise click.UsageError(f"{package} cannot be written: {error.strerror}") from None
    click.echo(f"{package} is written: {package.stat().st_size / 1024:.0f} KB")


@click.command()
@click.argument("file", type=TextFile(encoding="utf-8-sig"))
@click.option(
    "--as", "form", default="text", show_default=True, help="The form to print; a wrong name lists all names."
)
def tree(file: TextIO, form: str) -> None:
    """Prints a tree in another form.

    FILE has one tree: nested lists, JSON, max(min(3, 12), min(2, 4)), Newick, indented lines, Graphviz, edges, LaTeX of
    the package forest, or a course's test. "-" reads a pipe. What was understood goes to the error output.
    """
    from engine.lab.trees.tree import parse
    from engine.lab.trees.understood import sentences

    read = parse(file.read())
    click.echo(read.written(form))
    click.echo(" ".join(map(str, sentences(read))), err=True)


COMMANDS: list[click.Command] = [grade, autograder, tree]
