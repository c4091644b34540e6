"""Attacks a server while a victim plays, and prints a table.

``python -m tests.hostile``: 200 clients, one attack after the other, and once more through nginx where nginx is
installed. The clients of an attack come from one address, or from 20.
``python -m tests.hostile --short``: all attacks at the same time in small numbers.
"""

import asyncio
import contextlib
import resource
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import click

from tests.hostile import attacks as _attacks  # noqa: F401  # fills ATTACKS
from tests.hostile import proxy, table
from tests.hostile.foe import ATTACKS, QUIET, Attack
from tests.hostile.run import SHORT_SETTINGS, Plan, Row, Siege
from tests.programs import ROOT
from tests.server import TableServer
from tests.wire import Target

SHORT = Plan(clients=2, seconds=5.0, tries=5, short=True, games=("connect4",), level=3)


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


_COUNT = click.IntRange(1)


@click.command()
@click.option("--short", is_flag=True, help="All attacks at once in small numbers, as CI does.")
@click.option("--attack", "words", multiple=True, help="Only attacks whose names contain this; once for each.")
@click.option("--clients", type=_COUNT, help="Clients of each attack (200).")
@click.option("--seconds", type=_COUNT, help="Seconds for each attack (20; slow ones take 35).")
@click.option("--addresses", type=_COUNT, help="Addresses of the clients of an attack from many addresses (20).")
@click.option("--victim", type=_COUNT, help="The lowest of the three levels that the victim plays (1).")
@click.option("--code", type=click.Path(path_type=Path), default=ROOT, help="The folder of another state.")
@click.option("--list", "is_list", is_flag=True, help="Prints the names of all attacks.")
def main(short: bool, words: tuple[str, ...], code: Path, is_list: bool, **given: int | None) -> None:
    """Attacks a server while a victim plays. The exit code is 1 if the server did not hold against an attack."""
    attacks = [one for one in ATTACKS if not words or one is QUIET or any(word in one.name for word in words)]
    if is_list:
        print("\n".join(one.name for one in ATTACKS))
        return
    if len(attacks) == 1:
        raise click.UsageError("no attack has such a name; --list prints all names")
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)  # as many open lines as the machine has
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    plan = replace(SHORT if short else Plan(), **{name: value for name, value in given.items() if value is not None})
    rows = besiege(plan, attacks, code=code)
    if proxy.installed() and not short:
        rows += besiege(plan, attacks, code=code, proxied=True)
    elif not short:
        print(f"\nNot tried behind a proxy: {proxy.ABSENT}.")
    bad = [row.name for row in rows if row.faults]
    print(f"\n{'held against everything' if not bad else 'did not hold: ' + ', '.join(bad)}")
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
