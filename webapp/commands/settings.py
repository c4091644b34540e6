"""Defines ``fourthought settings``, which lists every setting."""

import json
import os
from dataclasses import fields

import click

from webapp.commands.sentences import OneSentenceError

_SECRET = ("database", "metrics_token")
"""Settings that may hold a password."""


@click.command("settings")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a setting.")
@click.option("--markdown", is_flag=True, help="Print the table of webapp/SETTINGS.md: defaults alone.")
def settings_command(as_json: bool, markdown: bool) -> None:
    """Lists every setting with its value and its origin.

    It also lists the allowed values. A setting is a variable of the environment. Values that may hold a password are
    not printed.
    """
    from webapp.settings import PREFIX, SettingError, Settings, allowed, unknown_settings

    if markdown:
        click.echo("| variable | default | allowed | meaning |\n|---|---|---|---|")
        for one in fields(Settings):
            default = f"`{one.default}`" if one.default != "" else ""
            click.echo(f"| `{PREFIX}{one.name.upper()}` | {default} | {allowed(one)} | {one.metadata['words']} |")
        return
    try:
        settings = Settings.from_env()
    except SettingError as error:
        raise OneSentenceError(str(error)) from None
    for one in fields(Settings):
        variable = PREFIX + one.name.upper()
        origin = "environment" if variable in os.environ else "default"
        if one.name == "database" and origin == "default" and os.environ.get("DATABASE_URL"):
            origin = "DATABASE_URL"
        value = getattr(settings, one.name)
        shown = "(set)" if one.name in _SECRET and value else value
        if as_json:
            record = {"variable": variable, "value": shown, "origin": origin, "default": one.default}
            click.echo(json.dumps(record | {"allowed": allowed(one), "meaning": one.metadata["words"]}))
        else:
            click.echo(f"{variable}={shown}  ({origin}; {allowed(one)})\n    {one.metadata['words']}")
    for sentence in unknown_settings():
        click.echo(sentence, err=True)


COMMANDS = [settings_command]
