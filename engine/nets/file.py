"""Reads and writes the file of a network.

The file: the magic word, a line of JSON (board, tuples, seed, games, figures), the packed weights, and at the end the
SHA-256 of all bytes before. The number of a cell is ``(column - 1) * height + (row - 1)``. The index of a tuple is the
sum of ``state * 3 ** place`` over the cells, with state 0 for an empty cell, 1 for a stone of the side to move, 2 for a
stone of the other side. The weights for the first player to move precede the weights for the second. A file may come
from anywhere, so every field is checked.
"""

import hashlib
import json
import lzma
import math
import zlib
from pathlib import Path
from typing import Any

import numpy as np

from engine.files import pack, reason
from engine.games import GameError
from engine.nets.net import Net, Shape

MAGIC = b"fourthought net 1\n"

MOST_BYTES = 1 << 24  # the most bytes of a file, and of its weights

MOST_TUPLES, LONGEST_TUPLE = 512, 12


def write(net: Net, path: Path) -> None:
    """Writes the file, complete or not at all."""
    shape = net.shape
    head = {
        "game": shape.game,
        "width": shape.width,
        "height": shape.height,
        "images": shape.images,
        "sets": shape.sets,
        "tuples": [list(cells) for cells in shape.tuples],
        "unit": net.unit,
        "bytes": net.weights.itemsize,
        "packing": "xz",
        "seed": net.seed,
        "games": net.games,
        "figures": dict(net.figures),
        "learner": net.learner,
    }
    weights = net.weights.astype(net.weights.dtype.newbyteorder("<")).tobytes()
    content = MAGIC + json.dumps(head).encode() + b"\n" + pack(weights, lzma.CHECK_CRC64)
    fresh = path.with_suffix(".new")
    fresh.write_bytes(content + hashlib.sha256(content).digest())
    fresh.replace(path)


def read(path: Path) -> Net:
    """Returns the network in a file. Raises GameError if it cannot be read, is not a network, or is damaged."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise GameError(f"the network {path} cannot be read: {reason(error)}") from None
    if len(content) > MOST_BYTES:
        raise GameError(f"{path} is too large for a network")
    if not content.startswith(MAGIC):
        raise GameError(f"{path} is not a network; fourthought bench learn makes one")
    if hashlib.sha256(content[:-32]).digest() != content[-32:]:
        raise GameError(f"the network {path} is damaged or cut short; make or copy it again")
    try:
        end = content.index(b"\n", len(MAGIC))
        return _net(json.loads(content[len(MAGIC) : end]), content[end + 1 : -32])
    except (
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        OverflowError,
        RecursionError,
        lzma.LZMAError,
        zlib.error,
    ) as error:
        raise GameError(f"{path} is not a network: its description is wrong ({error})") from None


def _net(head: dict[str, Any], body: bytes) -> Net:
    width, height, images, sets = (_whole(head[key], 1, 64) for key in ("width", "height", "images", "sets"))
    tuples = tuple(tuple(_whole(cell, 0, width * height - 1) for cell in cells) for cells in head["tuples"])
    if not 0 < len(tuples) <= MOST_TUPLES or not all(0 < len(cells) <= LONGEST_TUPLE for cells in tuples):
        raise ValueError(f"at most {MOST_TUPLES} tuples of at most {LONGEST_TUPLE} cells")
    if images not in (1, 2, 4, 8) or sets not in (1, 2) or (images == 8 and width != height):
        raise ValueError("images or sets")
    shape = Shape(str(head["game"]), width, height, images, sets, tuples)
    wide = _whole(head["bytes"], 1, 2)
    length = shape.size * sets * wide
    if length > MOST_BYTES:
        raise ValueError("too many weights")
    figures = {str(name): float(figure) for name, figure in head["figures"].items()}
    if not all(map(math.isfinite, figures.values())):
        raise ValueError("figures")
    weights = np.frombuffer(_unpacked(body, str(head["packing"]), length), f"<i{wide}").astype(f"i{wide}")
    seed, games = _whole(head["seed"], 0, 1 << 62), _whole(head["games"], 0, 1 << 62)
    return Net(shape, weights, _whole(head["unit"], 1, 1 << 15), seed, games, figures, str(head["learner"]))


def _unpacked(body: bytes, packing: str, length: int) -> bytes:
    """Returns the weights' bytes. A bomb is not unpacked further than the weights are long."""
    if packing == "none":
        found = body
    elif packing == "zlib":
        found = zlib.decompressobj().decompress(body, length + 1)
    elif packing == "xz":
        found = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=1 << 27).decompress(body, length + 1)
    else:
        raise ValueError(f"packing {packing!r}")
    if len(found) != length:
        raise ValueError(f"{len(found)} bytes of weights, not {length}")
    return found


def _whole(number: Any, low: int, high: int) -> int:
    if type(number) is not int or not low <= number <= high:
        raise ValueError(f"{number!r} is not a whole number from {low} to {high}")
    return number
