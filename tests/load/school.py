"""Brings many people behind one address to a server: all have to get in, and each begins a game of their own."""

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path

from tests.load.run import Outcome, Plan, hold
from tests.server import TableServer
from webapp.commands.doctor import variables
from webapp.settings import PREFIX, Settings

SCHOOL = Path(__file__).resolve().parents[2] / "webapp" / "deploy" / "school.env"
ONE_CLASS = 300
"""More people than these come with the settings of a school, fewer with the defaults."""


def settings_for(people: int) -> dict[str, object]:
    """Returns every setting, because the server of tests has others, for clients that come without a proxy."""
    given = variables(SCHOOL.read_text()) if people > ONE_CLASS else {}
    chosen = Settings.from_env({**given, f"{PREFIX}HOSTS": "127.0.0.1"}, proxies=0)
    left_out = ("database", "host", "port")
    return {one.name: getattr(chosen, one.name) for one in fields(Settings) if one.name not in left_out}


def school(folder: Path, plan: Plan, module: str = "webapp.cli", others: Mapping[str, object] = {}) -> Outcome:
    """Runs a server and brings ``plan.connections`` people, each with a game, from one address. ``others`` are further
    settings."""
    server = TableServer(folder, module, **{**settings_for(plan.connections), **others})
    try:
        if module == "webapp.cli":
            server.wait_until_ready()
        return hold(server, plan)
    finally:
        server.stop()
