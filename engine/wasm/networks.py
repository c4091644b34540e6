"""Makes the page's files of the networks from the engine's own when they are asked for, so each network ships once."""

import gzip
import json
from pathlib import Path
from typing import Any

PROVENANCE = Path(__file__).with_name("provenance.json")


def listed() -> list[str]:
    """Lists the files of the page's engine. Each name holds a hash of the content."""
    return list(json.loads(PROVENANCE.read_text())["files"])


def names() -> list[str]:
    """Lists the files of networks, such as "connect4-1a2b3c4d5e6f.net"."""
    return [name for name in listed() if name.endswith(".net")]


def packed(name: str) -> bytes:
    """Returns a file, packed by gzip. The hash in its name is of the content before: releases of zlib pack differently.

    Raises:
        GameError: the network of the package is missing or damaged.
    """
    return gzip.compress(content(arrays_of(name.rpartition("-")[0])), 9, mtime=0)


def content(arrays: tuple[Any, ...]) -> bytes:
    """Returns the arrays one after the other, of each number the lowest byte first."""
    return b"".join(one.astype(one.dtype.newbyteorder("<")).tobytes() for one in arrays)


def arrays_of(network: str) -> tuple[Any, ...]:
    """Returns the arrays of a network of the package for the kernels, without the memory, which the page has itself.

    Raises:
        GameError: the network of the package is missing or damaged.
    """
    # Imported here: a server names the files when it starts, and loads NumPy for the first who asks for one.
    from engine.games import LineGame
    from engine.nets import file
    from engine.nets.boards import BOARDS
    from engine.nets.layout import Compiled
    from engine.nets.shipped import ORDERING, path_of

    games = {name: LineGame(*board) for board, name in {**BOARDS, **ORDERING}.items()}
    return Compiled(games[network], file.read(path_of(network))).arrays()[:-1]
