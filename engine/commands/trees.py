"""Defines ``fourthought tree``: reads a tree in one form and prints another."""

import click

from engine.commands.textbook import BadInputError, check


@click.command()
@click.argument("file", type=click.Path(dir_okay=False, allow_dash=True, exists=True))
@click.option(
    "--as", "form", default="text", show_default=True, help="The form to print; a wrong name lists all names."
)
def tree(file: str, form: str) -> None:
    """Prints a tree in another form.

    FILE has one tree: nested lists, JSON, max(min(3, 12), min(2, 4)), Newick, indented lines, Graphviz, edges, LaTeX of
    the package forest, or a course's test. "-" reads a pipe. What was understood goes to the error output.
    """
    from engine.lab.trees.tree import parse
    from engine.lab.trees.understood import sentences

    try:
        with click.open_file(file, encoding="utf-8-sig") as opened:
            text = opened.read()
    except (OSError, UnicodeDecodeError):
        raise BadInputError(f"{file} cannot be read as text in UTF-8") from None
    read = check(lambda: parse(text))
    click.echo(check(lambda: read.written(form)))
    click.echo(" ".join(map(str, sentences(read))), err=True)


COMMANDS = [tree]
