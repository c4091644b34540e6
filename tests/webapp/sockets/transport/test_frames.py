"""Tests that the ends of websocket frames are found however the bytes are divided."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from webapp.sockets.transport.frames import FrameEnds


def frame(size: int, masked: bool) -> bytes:
    short = size if size < 126 else 126 if size < 65_536 else 127
    more = b"" if short < 126 else size.to_bytes(2 if short == 126 else 8, "big")
    return bytes((0x81, short | 0x80 * masked)) + more + bytes(4 * masked) + b"\x81" * size


@given(
    sizes=st.lists(st.sampled_from([0, 1, 5, 125, 126, 127, 300, 65_535, 65_536]), min_size=1, max_size=6),
    masked=st.booleans(),
    seed=st.integers(0, 1000),
)
def test_the_end_of_each_frame_is_known(sizes: list[int], masked: bool, seed: int) -> None:
    frames = [frame(size, masked) for size in sizes]
    stream, ends, place = b"".join(frames), {0}, 0
    for one in frames:
        place += len(one)
        ends.add(place)
    rng, follows, place = random.Random(seed), FrameEnds(), 0
    while place < len(stream):
        assert follows.between == (place in ends)
        step = min(rng.choice([1, 2, 3, 7, 14, 100, 70_000]), len(stream) - place)
        if place not in ends and rng.random() < 0.9:
            step = min(step, min(end for end in ends if end > place) - place)
        follows.pass_over(stream[place : place + step])
        place += step
    assert follows.between


def test_many_frames_at_once_are_not_followed() -> None:
    follows = FrameEnds()
    follows.pass_over(8 * frame(1, masked=True))
    assert follows.between
    follows.pass_over(9 * frame(1, masked=True))
    assert not follows.between
    follows.pass_over(frame(1, masked=True))
    assert not follows.between
