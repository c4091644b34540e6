"""Tests that a stranger's message is read before those of a crowd, whatever came first."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

import pytest

from webapp.sockets.transport.order import AT_ONCE, ReadingOrder


@dataclass
class Page:
    visitor: str


@pytest.mark.parametrize("addresses", [1, 20, 200])
def test_a_stranger_is_read_at_once_beside_a_crowd(addresses: int) -> None:
    order = ReadingOrder(lambda: 0.0)
    crowd = [Page(f"foe {number % addresses}") for number in range(200)]
    for _ in range(100):
        order.first(crowd)
    stranger = Page("stranger")
    for _ in range(3):
        assert order.first([*crowd, stranger])[0] is stranger


def test_all_of_a_crowd_are_read_alike() -> None:
    order, read = ReadingOrder(lambda: 0.0), Counter[str]()
    crowd = [Page(f"visitor {number}") for number in range(5 * AT_ONCE)]
    for _ in range(50):
        chosen = order.first(crowd)
        assert len(chosen) == AT_ONCE
        read.update(page.visitor for page in chosen)
    assert set(read.values()) == {10}


def test_what_was_read_long_ago_is_forgotten() -> None:
    now = [0.0]
    order = ReadingOrder(lambda: now[0])
    for _ in range(100):
        order.first([Page("busy")])
    for _ in range(10):
        now[0] += 1.0
        order.first([])
    assert order._counts == {}
