"""Defines ``fourthought site``, which writes the pages for a host of plain files."""

from pathlib import Path

import click

from engine.files import reason
from webapp.commands.sentences import OneSentenceError
from webapp.common.speech import LANGUAGES

_MB = 1_000_000


@click.command("site")
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--language", type=click.Choice([*LANGUAGES]), default="en", show_default=True, help="Of the pages.")
def site_command(folder: Path, language: str) -> None:
    """Writes the pages into FOLDER, for any host of files.

    The table plays every level by the page's own engine, in every game in which a line wins. The coach, the student and
    the lab's lessons are there as well. All addresses are relative, and no page asks another machine. An earlier site
    in FOLDER is written over.
    """
    from webapp.site import write_site

    if folder.exists() and any(folder.iterdir()) and not (folder / "offline.json").exists():
        raise OneSentenceError(f"The folder {folder} holds other files; name an empty one.")
    try:
        written = write_site(folder, language)
    except OSError as error:
        raise OneSentenceError(f"The site cannot be written to {folder}: {reason(error)}.") from None
    click.echo(f"{folder}: {written.files} files, {written.size / _MB:.1f} MB. Any host of files can serve it.")


COMMANDS = [site_command]
