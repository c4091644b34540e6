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
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

from tests.hostile import attacks as _attacks  # noqa: F401  # fills ATTACKS
from tests.hostile import proxy, table
from tests.hostile.foe import ATTACKS, QUIET, Attack
from tests.hostile.run import SHORT_SETTINGS, Plan, Row, Siege
from tests.programs import ROOT
from tests.server import TableServer
from tests.wire import Target

SHORT = Plan(
    clients=2, seconds=5.0, tries=5, short=True, games=("connect4",), level=3, seats=SHORT_SETTINGS["connections"]
)


def besiege(plan: Plan, attacks: list[Attack], *, code: Path = ROOT, proxied: bool = False) -> list[Row]:
    """Starts a server, and runs the attacks. A server that has fallen is started again.

    Args:
        proxied: whether nginx stands before the server.
    """
    print(f"\nfourthought{' behind nginx' if proxied else ''}:\n\n{table.head()}", flush=True)
    rows: list[Row] = []
    waiting = [attack for attack in attacks if not (plan.short and attack.long_only)]
    while waiting:
        *found, end = _besiege_one(plan, waiting, code, proxied)
        rows += found
        done = {row.name for row in rows}
        waiting = [attack for attack in waiting if attack.name not in done]
        if end.faults or not waiting:
            rows.append(end)
            _tell(end)
    print(f"\n{table.summary(rows)}", flush=True)
    return rows


def _tell(row: Row) -> None:
    print(table.line(row), flush=True)


def _besiege_one(plan: Plan, attacks: list[Attack], code: Path, proxied: bool) -> list[Row]:
    settings = {"host": "127.0.0.1", **(SHORT_SETTINGS if plan.short else {}), **({"proxies": 1} if proxied else {})}
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        server = TableServer(Path(folder), code=code, usual={}, **settings)
        stack.callback(server.kill)
        server.wait_until_ready()
        door = Target("127.0.0.1", server.port)
        if proxied:
            nginx = proxy.Proxy(Path(folder), door)
            nginx.start()
            stack.callback(nginx.stop)
            door = nginx.target
        siege = Siege(server, door, plan, _tell)
        with ThreadPoolExecutor(1) as attackers:  # a thread for the attackers, with another priority
            return attackers.submit(asyncio.run, siege.run(attacks)).result()


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
