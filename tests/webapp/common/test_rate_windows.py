"""Tests what bounds the many: counts in windows, parts for each address, a line a minute in the log."""

import ast
import logging
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from limits import parse

from tests.webapp.fakes import FakeTimers
from webapp.common.parts import Parts
from webapp.common.rate_windows import MOST, Windows
from webapp.common.seldom import EVERY, Seldom


def test_so_many_in_a_window_and_then_again() -> None:
    now = [100.0]
    windows, rate = Windows(lambda: now[0]), parse("3 per 10 seconds")
    assert windows.allows(rate, "a")
    assert [windows.hit(rate, "a") for _ in range(5)] == [True] * 3 + [False] * 2
    assert not windows.allows(rate, "a")
    assert windows.hit(rate, "b")
    now[0] += 9.9
    assert not windows.hit(rate, "a")
    now[0] += 0.2
    assert windows.hit(rate, "a")


def test_what_is_over_takes_no_memory_and_no_thread() -> None:
    now, before = [0.0], threading.active_count()
    windows, rate = Windows(lambda: now[0]), parse("3 per 10 seconds")
    for number in range(10_000):
        now[0] += 0.1
        windows.hit(rate, str(number))
    assert threading.active_count() == before
    windows.forget(rate, "9999")
    assert windows.get(rate.key_for("9999")) == 0
    assert 0 < len(windows) < 1000


def test_strangers_within_a_window_take_bounded_room_and_push_nobody_out_who_reached_a_limit() -> None:
    windows, rate = Windows(lambda: 0.0), parse("3 per 1 hour")
    assert [windows.hit(rate, "spent") for _ in range(4)] == [True] * 3 + [False]
    for number in range(3 * MOST):
        assert windows.hit(rate, str(number))
        assert len(windows) <= MOST
        assert number % 1000 or not windows.hit(rate, "spent")
    assert len(windows) >= MOST // 2


ROOT = Path(__file__).parents[3]
RECORDS = {
    "webapp/serving/http.py",
    "webapp/storage/games.py",
    "webapp/storage/classes.py",
    "webapp/storage/forgetting.py",
    "webapp/play/lobby/reports.py",
    "webapp/play/ports.py",
    "engine/cards/teaching/deck.py",
    "engine/mind/mind.py",
    "engine/solver/proof_log/log.py",
    "engine/arena/contest/live.py",
    "webapp/http/rooms/arena.py",
    "webapp/doctor/machine.py",
}
"""The dates of stored events, classes, offers of seats, reports, proofs and answers, the ages of files, the seed of a
mind without a chosen seed, the end of an arena in another process, and the clock that the doctor compares."""


def test_only_records_read_the_clock_on_the_wall() -> None:
    readers = set()
    for source in (*(ROOT / "webapp").rglob("*.py"), *(ROOT / "engine").rglob("*.py")):
        text = source.read_text()
        for node in ast.walk(ast.parse(text if "time.time" in text or "datetime" in text else "")):
            if isinstance(node, ast.Attribute) and ast.unparse(node) in ("time.time", "time.time_ns", "datetime.now"):
                readers.add(str(source.relative_to(ROOT)))
    assert readers == RECORDS


def test_the_oldest_of_the_address_with_the_most_goes() -> None:
    parts = Parts[str](6, 4)
    parts.put("mine", "friend", "mine")
    for number in range(10):
        parts.put(str(number), "foe", str(number))
        parts.put(f"other {number}", f"address {number % 2}", f"other {number}")
    assert parts.get("mine") == "mine"
    assert len(parts) == 6
    parts.put("mine", "another", "mine again")
    assert [parts.get("mine"), list(parts)[-1]] == ["mine again", "mine again"]


@given(st.lists(st.tuples(st.sampled_from("abcdefgh"), st.sampled_from("xyz"))), st.integers(1, 6), st.integers(1, 4))
def test_bounds_hold_and_no_address_takes_the_part_of_another(
    puts: list[tuple[str, str]], most: int, of_address: int
) -> None:
    parts, last = Parts[tuple[str, str]](most, of_address), dict[str, str]()
    for key, address in puts:
        parts.put(key, address, (key, address))
        last[key] = address
        held = list(parts)
        assert len(held) <= most
        assert held[-1] == (key, address)
        counts = [sum(1 for _, other in held if other == each) for each in "xyz"]
        assert max(counts) <= of_address
        assert all(last[kept] == owner for kept, owner in held)


def test_each_kind_of_line_comes_at_most_once_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    clock = FakeTimers()
    seldom = Seldom(logging.getLogger("test"), clock.now)
    for number in range(5):
        seldom.warning("refused: %d", number)
        seldom.warning("another")
    clock.advance(EVERY)
    seldom.warning("refused: %d", 5)
    assert [record.getMessage() for record in caplog.records] == [
        "refused: 0",
        "another",
        "refused: 5 (and 4 more since the last line)",
    ]
