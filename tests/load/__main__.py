"""Measures how many pages and moves one server bears.

``python -m tests.load --connections 1000 --games 400 --moves-per-second 80 --minutes 10``

``--churn`` shows the memory while visitors come and go, ``--storm`` restarts a full server. ``--people 2000
--one-address --minutes 1`` brings a school behind one address, with ``webapp/deploy/school.env``; 300 people and fewer
get the defaults.
"""

import argparse
import tempfile
from dataclasses import fields
from pathlib import Path

from tests.load.churn import churn
from tests.load.run import Outcome, Plan, hold, milliseconds, serving, storm
from tests.programs import ROOT
from tests.server import TableServer
from webapp.commands.doctor import variables
from webapp.settings import PREFIX, Settings

ONE_CLASS = 300
"""More people than these come with the settings of a school, fewer with the defaults."""


def settings_for(people: int) -> dict[str, object]:
    """Returns every setting, because the server of tests has others, for clients that come without a proxy."""
    given = variables((ROOT / "webapp" / "deploy" / "school.env").read_text()) if people > ONE_CLASS else {}
    chosen = Settings.from_env({**given, f"{PREFIX}HOSTS": "127.0.0.1"}, proxies=0)
    left_out = ("database", "host", "port")
    return {one.name: getattr(chosen, one.name) for one in fields(Settings) if one.name not in left_out}


def report(plan: Plan, outcome: Outcome) -> list[tuple[str, str]]:
    """Returns the rows of the table in the README."""
    refused = ", ".join(f"{count} {code}" for code, count in outcome.refused_events.items()) or "0"
    searching, serving = outcome.share(plan.seconds)
    rows = [
        ("connections held", f"{outcome.connected:,}"),
        ("moves acknowledged", f"{outcome.moves:,} ({outcome.moves / plan.seconds:.0f} a second)"),
        ("engines' replies", f"{outcome.replies:,}"),
        ("acknowledgement p50 / p99", _quantiles(outcome.latencies)),
        ("of that the disk, for one write alone, p50 / p99", _quantiles(outcome.flushes)),
        ("games begun", f"{len(outcome.back):,}"),
        ("pages refused", str(sum(outcome.refused_lines.values()))),
        ("events refused", refused),
        ("connections lost", f"{outcome.lost_lines}"),
        ("memory, first / last", f"{outcome.memory[0][1]:.0f} / {outcome.memory[-1][1]:.0f} MB"),
        ("memory, growth in the second half", f"{outcome.slope():.2f} MB a minute"),
        ("threads, least / most", f"{min(outcome.threads)} / {max(outcome.threads)}"),
        (
            "cores busy: search / all else in the server / the pages",
            f"{searching:.2f} / {serving:.2f} / {outcome.cores:.2f}",
        ),
        ("processor time beside the search, a move", f"{1000 * serving * plan.seconds / max(1, outcome.moves):.1f} ms"),
        ("/healthz, slowest", f"{1000 * max(outcome.health):.0f} ms"),
    ]
    if plan.beyond:
        rows.append((f"{plan.beyond} more", ", ".join(f"{count} {why}" for why, count in outcome.beyond.items())))
    return rows


def _quantiles(seconds: list[float]) -> str:
    return f"{milliseconds(seconds, 0.5):.1f} / {milliseconds(seconds, 0.99):.1f} ms"


def main() -> None:
    """Runs the load, and prints the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--connections", type=int, default=1000)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--moves-per-second", type=float, default=80)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--beyond", type=int, default=300, help="connections above the cap, at the end")
    parser.add_argument("--storm", type=int, default=0, help="instead: so many pages come back after a restart")
    parser.add_argument("--churn", action="store_true", help="instead: visitors come, play three moves and leave")
    parser.add_argument("--visitors-per-second", type=float, default=5, help="for --churn")
    parser.add_argument("--people", type=int, default=0, help="instead: so many people, each with a game")
    parser.add_argument("--one-address", action="store_true", help="for --people: all behind one address")
    parser.add_argument("--folder", type=Path, help="where the database lies meanwhile, on a disk of your choice")
    chosen = parser.parse_args()
    pages = chosen.storm or chosen.connections
    seconds = 60 * chosen.minutes
    plan = Plan(pages, chosen.games, chosen.moves_per_second, seconds, beyond=chosen.beyond)
    with tempfile.TemporaryDirectory(dir=chosen.folder) as name:
        folder = Path(name)
        if chosen.people:
            rate = min(chosen.moves_per_second, chosen.people / 10)
            people = Plan(chosen.people, chosen.people, rate, seconds, shares=chosen.one_address)
            with serving(folder, **settings_for(chosen.people)) as server:
                tell(report(people, hold(server, people)))
            return
        if chosen.churn:
            # Each visitor has another address, so the rates of the product hold, and what they remember counts.
            rates = {name: getattr(Settings(), name) for name in ("connect_rate", "address_rate", "game_rate")}
            with serving(folder, connections=1000, grace=60.0, **rates) as server:
                print(churn(server, chosen.visitors_per_second, chosen.minutes, min(5.0, chosen.minutes / 2)))
        else:
            with serving(folder, connections=pages) as server:
                tell(_storm(server, pages) if chosen.storm else report(plan, hold(server, plan)))


def _storm(server: TableServer, pages: int) -> list[tuple[str, str]]:
    seconds, outcome = storm(server, pages)
    refused = str(sum(outcome.refused_lines.values()))
    return [(f"{pages} pages back after a restart", f"{seconds:.1f} s"), ("refused during the restart", refused)]


def tell(rows: list[tuple[str, str]]) -> None:
    """Prints a table."""
    print("| | |\n|---|---:|")
    for name, value in rows:
        print(f"| {name} | {value} |")


if __name__ == "__main__":
    main()
