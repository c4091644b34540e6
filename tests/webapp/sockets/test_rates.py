"""Counting in windows."""

from __future__ import annotations

import pytest

from webapp.sockets.rates import Counts, Rate


def test_rates_are_read() -> None:
    assert Rate.parse("100 per 10 seconds") == Rate(100, 10)
    assert Rate.parse("600 per 1 hour") == Rate(600, 3600)
    assert Rate.parse("5 per minute") == Rate(5, 60)


@pytest.mark.parametrize("text", ["", "many", "10 per", "10/minute", "-1 per 10 seconds", "10 per 10 seconds\n"])
def test_what_is_no_rate_is_refused_in_words(text: str) -> None:
    with pytest.raises(ValueError, match="is no rate"):
        Rate.parse(text)


def test_so_many_in_a_window_and_then_again() -> None:
    now = [100.0]
    counts, rate = Counts(lambda: now[0]), Rate(3, 10)
    assert [counts.hit(rate, "a") for _ in range(5)] == [True] * 3 + [False] * 2
    assert counts.hit(rate, "b")
    now[0] += 9.9
    assert not counts.hit(rate, "a")
    now[0] += 0.2
    assert counts.hit(rate, "a")


def test_what_is_over_takes_no_memory() -> None:
    now = [0.0]
    counts, rate = Counts(lambda: now[0]), Rate(3, 10)
    for number in range(10_000):
        now[0] += 0.1
        counts.hit(rate, number)
    assert len(counts._windows) < 1000
    counts.forget(9999)
    assert 9999 not in counts._windows
