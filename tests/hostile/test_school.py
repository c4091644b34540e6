"""Lets a school of 300 pupils behind one address in, at once, through nginx with the example of the project."""

import asyncio
import re
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.hostile import proxy
from tests.hostile.line import Line
from tests.profiles import is_long, more_at_night
from tests.server import TableServer
from tests.wire import RefusedError, Target, request

T = TypeVar("T")

PUPILS = 300
AT_A_TIME = 50
"""Requests under way at a time: what one machine of the test can send."""
ADDRESS, CHEAP = "127.0.0.1", "tests.chaos.cheap_host"


async def get(target: Target, path: str) -> tuple[int, str]:
    line = Line(target, ADDRESS)
    try:
        await line.send(request(target, path, "Connection: close"))
        answer = await line.everything()
    finally:
        line.close()
    return int(answer.split(b" ", 2)[1]), answer.decode(errors="replace")


async def come(target: Target, turn: asyncio.Semaphore, number: int) -> tuple[Line | None, list[int]]:
    """Loads the page and what it names, by day every sixth file, then connects and begins a game; returns the
    connection and what was refused."""
    async with turn:
        status, page = await get(target, "/")
        refused = [] if status == 200 else [status]
        named = sorted(set(re.findall(r'"(/static/[^"#?]+\.(?:js|css))', page)))
        for path in named if is_long() else named[number % 6 :: 6]:
            status, _ = await get(target, path)
            refused += [] if status == 200 else [status]
        line = Line(target, ADDRESS)
        try:
            await line.websocket()
            await line.ask("new_game", game="connect4", seats=[{"kind": "human"}, {"kind": "engine", "level": 1}])
        except RefusedError:
            return None, refused
        return line, refused


def in_a_thread(act: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Runs a coroutine in a thread: the browser tests of the same worker have a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(act())).result()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Target]:
    """Starts the server of all tests here: no bound of a test is the server's own."""
    settings = {"host": ADDRESS, "proxies": 1, "hosts": ADDRESS}
    server = TableServer(tmp_path_factory.mktemp("school"), CHEAP, usual={}, **settings)
    yield Target(ADDRESS, server.port)
    server.kill()


@contextmanager
def front_of(server: Target, folder: Path, zone: str = "") -> Iterator[Target]:
    """Starts nginx before the server, with 5 for the bound of a zone where one is named, and gives the door."""
    front, file = proxy.Proxy(folder, server), folder / "nginx.conf"
    if zone:
        file.write_text(re.sub(rf"limit_conn {zone} \d+", f"limit_conn {zone} 5", file.read_text()))
    front.start()
    try:
        yield front.target
    finally:
        front.stop()


async def school(target: Target) -> tuple[int, list[int]]:
    turn = asyncio.Semaphore(AT_A_TIME)
    pupils = await asyncio.gather(*(come(target, turn, number) for number in range(PUPILS)))
    seated = [line for line, _ in pupils if line is not None]
    for line in seated:
        line.close()
    return len(seated), [status for _, refused in pupils for status in refused]


@more_at_night
@pytest.mark.slow
@pytest.mark.skipif(not proxy.installed(), reason=proxy.ABSENT)
def test_a_school_behind_one_address_gets_in_through_nginx(server: Target, tmp_path: Path) -> None:
    with front_of(server, tmp_path) as target:
        assert in_a_thread(lambda: school(target)) == (PUPILS, [])


async def open_lines(target: Target, count: int) -> int:
    """Opens websockets, and returns how many are let in."""
    lines = [Line(target, ADDRESS) for _ in range(count)]
    try:
        return sum([await is_let_in(line) for line in lines])
    finally:
        for line in lines:
            line.close()


async def is_let_in(line: Line) -> bool:
    try:
        await line.websocket()
    except RefusedError:
        return False
    return True


@pytest.mark.slow
@pytest.mark.skipif(not proxy.installed(), reason=proxy.ABSENT)
@pytest.mark.parametrize("zone", ["fourthought_lines", "fourthought_all_lines"])
def test_each_bound_for_lines_of_the_example_counts_websockets(zone: str, server: Target, tmp_path: Path) -> None:
    with front_of(server, tmp_path, zone) as target:
        assert in_a_thread(lambda: open_lines(target, 15)) == 5
