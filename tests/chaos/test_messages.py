"""Tests S6, S8 and C6: messages lost, doubled, out of order or late, and cut lines, never make a wrong board."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.chaos.audit import audit
from tests.chaos.page import HUMAN, Page, end_all, made, wait_until_in_step
from tests.chaos.proxy import Harm, Proxy
from tests.conftest import LiveServer
from tests.webapp.fakes import FakeEngine

ENGINE = {"kind": "engine", "level": 5}
FREE = {"event_rate": "100000 per 1 second", "game_rate": "100000 per 1 second", "minimum_reply": 0.0}


@pytest.fixture
def proxy(start_server: Callable[..., LiveServer]) -> Iterator[Proxy]:
    server = start_server(engine=FakeEngine, **FREE)
    proxy = Proxy(("127.0.0.1", server.port))
    yield proxy
    proxy.close()


def play(proxy: Proxy, folder: Path, moves: int, every: Callable[[int], None] = lambda _: None) -> None:
    """Plays on several pages through the proxy until ``moves`` are acknowledged, then compares all boards.

    ``every`` is called again and again with the number of acknowledged moves.
    """
    seats = [(HUMAN, HUMAN), (HUMAN, ENGINE), (ENGINE, HUMAN), (HUMAN, HUMAN)]
    pages = [Page(lambda: proxy.url, seats=pair, seed=number, patience=0.3) for number, pair in enumerate(seats)]
    for page in pages:
        page.start()
    now, since = 0, time.monotonic()
    while now < moves:
        before, now = now, made(pages)
        since = time.monotonic() if now > before else since
        assert time.monotonic() - since < 120, "\n".join(["no page moves:", *map(str, pages)])
        every(now)
        time.sleep(0.05)
    proxy.harm = Harm()
    for page in pages:
        page.in_step.clear()
    proxy.cut()
    wait_until_in_step(pages)
    end_all(pages)
    tally = audit(pages, f"sqlite:///{folder / 'games.sqlite3'}")
    assert tally.faults == (0, 0, 0)
    assert tally.acknowledged >= moves
    refused = sum((page.record.refused for page in pages), start=type(pages[0].record.refused)())
    assert not refused.keys() - {"stale", "game_over"}, refused  # of messages that came twice or too late


@pytest.mark.parametrize(
    "harm",
    [Harm(lose=0.15), Harm(double=0.3), Harm(reorder=0.2), Harm(0.08, 0.2, 0.1, (0.0, 0.02))],
    ids=["lost", "doubled", "reordered", "all, and late"],
)
def test_no_board_is_wrong(proxy: Proxy, tmp_path: Path, harm: Harm) -> None:
    proxy.harm = harm
    play(proxy, tmp_path, 30)
    done = proxy.counted
    assert (done.lost > 0, done.doubled > 0, done.reordered > 0) == (harm.lose > 0, harm.double > 0, harm.reorder > 0)


def test_lines_that_are_cut_again_and_again_only_cost_time(proxy: Proxy, tmp_path: Path) -> None:
    last = [time.monotonic()]
    moves = [0]

    def cut(acknowledged: int) -> None:
        if (
            time.monotonic() - last[0] > 0.5 and acknowledged > moves[0]
        ):  # a slow machine needs time for a move between cuts
            proxy.cut()
            last[0], moves[0] = time.monotonic(), acknowledged

    play(proxy, tmp_path, 60, cut)
    assert proxy.counted.cut > 3


@pytest.mark.long
def test_a_thousand_moves_through_all_of_it(proxy: Proxy, tmp_path: Path) -> None:
    proxy.harm = Harm(0.08, 0.2, 0.1, (0.0, 0.3))
    play(proxy, tmp_path, 1000)
