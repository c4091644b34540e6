"""Defines ``fourthought doctor``, which says whether machine and settings fit a number of people."""

import json
import os
from pathlib import Path
from typing import TextIO

import click

from engine.commands import OLD_FILE
from webapp.commands.sentences import OneSentenceError, database_option


@click.command("doctor")
@database_option
@click.option("--people", type=click.IntRange(1, 10_000_000), default=40, show_default=True, help="People at a time.")
@click.option(
    "--addresses",
    type=click.IntRange(1),
    help="Addresses that they come from; a school has 1.  [default: one for each person]",
)
@click.option(
    "--settings", "file", type=OLD_FILE, help="A file of settings such as school.env, read in place of the environment."
)
@click.option("--write", type=click.File("x"), help="A new file for the settings that have to change.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a line.")
@click.pass_context
def doctor_command(
    ctx: click.Context, people: int, addresses: int | None, file: Path | None, write: TextIO | None, as_json: bool
) -> None:
    """Says what to change for a number of people.

    It looks at memory, files, tasks, processor cores, settings, kernels, clock and database. The exit code is 1 if
    something has to change.
    """
    from sqlalchemy.engine import make_url

    from webapp.doctor.advice import Verdict, advise
    from webapp.doctor.machine import look
    from webapp.doctor.needs import Needs
    from webapp.settings import SettingError, Settings, unknown_settings

    environ = os.environ if file is None else {**os.environ, **variables(file.read_text("utf-8-sig"))}
    try:
        settings = Settings.from_env(environ, database=ctx.find_root().params["database"])
        url = make_url(settings.database_url)
    except SettingError as error:
        raise OneSentenceError(str(error)) from None
    for sentence in unknown_settings(environ):
        click.echo(sentence, err=True)
    machine = look(Path(url.database) if url.get_backend_name() == "sqlite" and url.database else None)
    found = advise(Needs(people, addresses or people), machine, settings, _facts(settings.database_url))
    for one in found:
        if as_json:
            click.echo(json.dumps({"verdict": one.verdict.value, "subject": one.subject, "words": one.words}))
        else:
            click.echo(f"{one.verdict.value:6}  {one.subject}: {one.words}")
    if write is not None:
        write.writelines(f"{one.line}\n" for one in found if one.line)
    if any(one.verdict is Verdict.CHANGE for one in found):
        ctx.exit(1)


def variables(text: str) -> dict[str, str]:
    """Returns the variables of a file for systemd and compose: a line ``NAME=value`` each, with ``#`` for remarks."""
    lines = (line.strip() for line in text.splitlines())
    pairs = (line.partition("=") for line in lines if line and not line.startswith("#"))
    return {name.strip(): value.strip().strip("\"'") for name, _, value in pairs}


def _facts(url: str) -> dict[str, object] | str:
    from webapp.storage.status import status
    from webapp.storage.url import DatabaseError, read_url

    try:
        return status(read_url(url))
    except DatabaseError as error:
        return str(error)


COMMANDS = [doctor_command]
