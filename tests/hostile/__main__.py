"""Attacks a server in every way known, while a victim plays, and prints a table.

``python -m tests.hostile``: 200 clients, one attack after the other, and once more through nginx where nginx is
installed. The clients of an attack come from one address, or from 20.
``python -m tests.hostile --short``: all attacks at the same time in small numbers.
"""

import argparse
import asyncio
import contextlib
import resource
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from tests.hostile import attacks as _attacks  # noqa: F401  # fills ATTACKS
from tests.hostile import proxy
from tests.hostile.families import nearly_longest, summary
from tests.hostile.foe import ATTACKS, QUIET, Attack
from tests.hostile.run import SHORT_SETTINGS, Plan, Row, Siege
from tests.hostile.server import Server
from tests.programs import ROOT
from tests.wire import Target

COLUMNS = (
    "attack", "clients", "tried", "let in", "refused", "still open", "hung", "moves lost", "victim cut",
    "acknowledgement p99, worst", "due move beyond its budget", "/healthz", "a sleeper, late", "verdict",
)  # fmt: skip
SHORT = Plan(
    clients=2, seconds=5.0, tries=5, short=True, games=("connect4",), level=3, seats=SHORT_SETTINGS["connections"]
)


def cells(row: Row) -> list[str]:
    """Returns the texts of a row of the table."""
    tally = row.tally
    counts = (row.clients, tally.tried, tally.let_in, tally.refused, tally.still_open, tally.hung)
    return [
        row.name,
        *(f"{count:,}" for count in counts),
        f"{row.lost} of {row.moves}",
        str(row.cuts),
        _tail(row.acknowledgements),
        _ms(row.beyond_budget) if row.due else "",
        _ms(row.health[-1]) if row.health else "",
        _tail(row.late),
        "; ".join(row.faults) or "held",
    ]


def _tail(waits: list[float]) -> str:
    """Returns the 99th percentile and the longest of waits, shortest first."""
    return f"{_ms(nearly_longest(waits))}, {_ms(waits[-1])}" if waits else ""


def _ms(seconds: float) -> str:
    return f"{1000 * seconds:.0f} ms"


def table_head() -> str:
    """Returns the head of the table in Markdown."""
    rule = "|---|" + "---:|" * (len(COLUMNS) - 2) + "---|"
    return f"| {' | '.join(COLUMNS)} |\n{rule}"


def tell(row: Row) -> None:
    """Prints a row of the table."""
    print(f"| {' | '.join(cells(row))} |", flush=True)


async def lay_siege(server: Server, door: Target, plan: Plan, attacks: list[Attack]) -> list[Row]:
    """Attacks a server through a door, and prints each row.

    Args:
        door: the server itself, or a proxy before the server.
    """
    return await Siege(server, door, plan, tell).run(attacks)


def besiege(plan: Plan, attacks: list[Attack], *, code: Path = ROOT, proxied: bool = False) -> list[Row]:
    """Starts a server, and runs the attacks. A server that has fallen is started again.

    Args:
        proxied: whether nginx stands before the server.
    """
    print(f"\nfourthought{' behind nginx' if proxied else ''}:\n\n{table_head()}", flush=True)
    rows: list[Row] = []
    waiting = [attack for attack in attacks if not (plan.short and attack.long_only)]
    while waiting:
        *found, end = _besiege_one(plan, waiting, code, proxied)
        rows += found
        done = {row.name for row in rows}
        waiting = [attack for attack in waiting if attack.name not in done]
        if end.faults or not waiting:
            rows.append(end)
            tell(end)
    print("\n" + "\n".join(summary(rows)), flush=True)
    return rows


def _besiege_one(plan: Plan, attacks: list[Attack], code: Path, proxied: bool) -> list[Row]:
    settings = {**(SHORT_SETTINGS if plan.short else {}), **({"proxies": 1} if proxied else {})}
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        server = Server(Path(folder), code, settings)
        stack.callback(server.kill)
        server.wait_until_ready()
        door = stack.enter_context(_proxy(Path(folder), server.target)) if proxied else server.target
        with ThreadPoolExecutor(1) as attackers:  # a thread for the attackers, with another priority
            rows = attackers.submit(asyncio.run, lay_siege(server, door, plan, attacks)).result()
    return rows


@contextlib.contextmanager
def _proxy(folder: Path, server: Target) -> Iterator[Target]:
    nginx = proxy.Proxy(folder, server)
    nginx.start()
    try:
        yield nginx.target
    finally:
        nginx.stop()


def main() -> int:
    """Runs the attacks asked for, and returns 1 if the server did not hold against one of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.hostile", description=__doc__)
    parser.add_argument("--short", action="store_true", help="all attacks at once in small numbers, as CI does")
    parser.add_argument("--attack", action="append", default=[], metavar="WORDS", help="only attacks named like this")
    parser.add_argument("--clients", type=_positive, help="clients of each attack (200)")
    parser.add_argument("--seconds", type=_positive, help="seconds for each attack (20; slow ones take 35)")
    parser.add_argument(
        "--addresses", type=_positive, help="addresses of the clients of an attack from many addresses (20)"
    )
    parser.add_argument("--victim", type=_positive, help="the lowest of the three levels that the victim plays (1)")
    parser.add_argument("--code", type=Path, default=ROOT, help="the folder of another state of the project")
    parser.add_argument("--list", action="store_true", help="print the names of all attacks")
    chosen = parser.parse_args()
    attacks = [one for one in ATTACKS if not chosen.attack or one is QUIET or any(x in one.name for x in chosen.attack)]
    if chosen.list:
        print("\n".join(one.name for one in ATTACKS))
        return 0
    if len(attacks) == 1:
        parser.error("no attack has such a name; --list prints all names")
    _raise_descriptors()
    given = {name: getattr(chosen, name) for name in ("clients", "seconds", "addresses", "victim")}
    plan = replace(
        SHORT if chosen.short else Plan(), **{name: value for name, value in given.items() if value is not None}
    )
    rows = besiege(plan, attacks, code=chosen.code)
    if not chosen.short:
        if proxy.installed():
            rows += besiege(plan, attacks, code=chosen.code, proxied=True)
        else:
            print(f"\nNot tried behind a proxy: {proxy.ABSENT}.")
    bad = [row.name for row in rows if row.faults]
    print(f"\n{'held against everything' if not bad else 'did not hold: ' + ', '.join(bad)}")
    return 1 if bad else 0


def _positive(text: str) -> int:
    number = int(text) if text.isdecimal() else 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number above 0")
    return number


def _raise_descriptors() -> None:
    """Allows this process and the server as many open lines as the machine has."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


if __name__ == "__main__":
    sys.exit(main())
