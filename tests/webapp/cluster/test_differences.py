"""Tests differences: what is put together at the other end is what was taken apart."""

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.cluster.thoughts import Thought, Thoughts, difference, patch

LEAVES = st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from([0.5, 1.0, "", "a"])
PLAIN = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from("abcd"), inner), max_leaves=12
)


def travelled(value: Any) -> Any:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(value), strict=False)


@pytest.mark.slow
@given(PLAIN, PLAIN)
def test_a_difference_makes_the_new_value_of_the_old_one(old: Any, new: Any) -> None:
    made = patch(old, travelled(difference(old, new)))
    assert repr(made) == repr(new) or made == new
    assert difference(new, made) is None or made == new


def test_only_what_has_changed_travels() -> None:
    old = {"depth": 9, "moves": [{"move": 1, "value": 0.5, "pv": [1, 2]}, {"move": 2, "value": 0.0, "pv": [2]}], "x": 1}
    new = {"depth": 9, "moves": [{"move": 1, "value": 0.75, "pv": [1, 2]}, {"move": 2, "value": 0.0, "pv": [2]}]}
    assert difference(old, new) == {"x": [], "moves": {0: {"value": [0.75]}}}
    assert difference(old, old) is None


def test_a_tree_is_sent_once_and_then_as_a_difference() -> None:
    """The tree is part of a message only where it has changed. The page keeps its own."""
    here, there = Thoughts(), Thoughts()
    first = {"game_id": "g", "seat": 1, "nodes": 5, "branches": [{"id": 1, "work": 3}, {"id": 2, "work": 4}]}
    later = {"game_id": "g", "seat": 1, "nodes": 6}
    last = {"game_id": "g", "seat": 1, "nodes": 7, "branches": [{"id": 1, "work": 3}, {"id": 2, "work": 9}]}
    for payload in (first, later, last, last, later):
        thought = msgspec.msgpack.decode(msgspec.msgpack.encode(here.shorten("g", payload)), type=Thought)
        assert there.restore(thought) == payload
    assert here.shorten("g", {**last, "branches": first["branches"]}).tree == {1: {"work": [4]}}
    here.forget("g")
    assert here.shorten("g", later).change == {key: [value] for key, value in later.items()}
