"""Reads the puzzles that ship (``engine/workshop/puzzles/shipping.py`` writes them)."""

import json
import lzma
from collections.abc import Iterator
from functools import cache
from importlib import resources
from typing import Any

from engine.puzzles.puzzle import Puzzle, from_row

PACKED = ".xz"
"""The end of the names on the disk. Packed so, the puzzles take three quarters of what they take in a zip file."""
_DATA = resources.files("engine.puzzles").joinpath("data")


def read(name: str) -> bytes:
    """Returns a shipped file unpacked, and raises FileNotFoundError if none of this name ships."""
    if name not in names():
        raise FileNotFoundError(name)
    return lzma.decompress(packed(name))


def packed(name: str) -> bytes:
    """Returns a shipped file as it lies on the disk, and raises FileNotFoundError if none of this name ships."""
    return _DATA.joinpath(name + PACKED).read_bytes()


@cache
def names() -> frozenset[str]:
    """Returns the names of all shipped files."""
    return frozenset(entry.name.removesuffix(PACKED) for entry in _DATA.iterdir() if entry.name.endswith(PACKED))


def seed() -> int:
    """Returns the seed of the games of the shipped puzzles."""
    return int(json.loads(read("index.json"))["seed"])


def shipped() -> Iterator[Puzzle]:
    """Yields every shipped puzzle, in the order of the ratings."""
    for number in range(len(json.loads(read("index.json"))["chunks"])):
        for row in json.loads(read(f"puzzles-{number:02}.json"))["puzzles"]:
            yield from_row(row)


def shipped_proofs() -> dict[str, Any]:
    """Returns every shipped proof as plain data: puzzle name -> explanation."""
    found: dict[str, Any] = {}
    for name in sorted(names()):
        if name.startswith("proofs-"):
            found |= json.loads(read(name))["proofs"]
    return found
