"""Makes the page's files of networks and courses from the engine's own when asked for: each ships once."""

import gzip
import json
from typing import Any

from engine.kernels.library import provenance

NET, COURSE = ".net", ".json"


def listed() -> list[str]:
    """Lists the files of the page's engine. Each name holds a hash of the content."""
    return list(provenance()["page"])


def names(*kinds: str) -> list[str]:
    """Lists the files of networks and courses, such as "7x6-1-1a2b3c4d5e6f.json": all, or those of some kinds."""
    return [name for name in listed() if name.endswith(kinds or (NET, COURSE))]


def packed(name: str) -> bytes:
    """Returns a file as a server sends it: that of a network packed by gzip. The hash in its name is of the content
    before, because releases of zlib pack differently. Raises GameError if the network of the package is missing or
    damaged."""
    stem = name.rpartition("-")[0]
    if name.endswith(COURSE):
        return course(stem)
    return gzip.compress(content(arrays_of(stem)), 9, mtime=0)


def course(name: str) -> bytes:
    """Returns the course called so, such as "7x6-1", for the page."""
    from engine.cards.teaching.course import shipped

    (found,) = (one for one in shipped(name.partition("-")[0]) if one.name == name)
    return json.dumps(found.as_json(), separators=(",", ":")).encode()


def content(arrays: tuple[Any, ...]) -> bytes:
    """Returns the arrays one after the other, of each number the lowest byte first."""
    return b"".join(one.astype(one.dtype.newbyteorder("<")).tobytes() for one in arrays)


def arrays_of(network: str) -> tuple[Any, ...]:
    """Returns the arrays of a network of the package for the kernels, without the memory, which the page has itself.
    Raises GameError if the network of the package is missing or damaged."""
    # Imported here: a server names the files when it starts, and loads NumPy for the first who asks for one.
    from engine.games import LineGame
    from engine.nets import BOARDS, file
    from engine.nets.layout import Compiled
    from engine.nets.shipped import ORDERING, path_of

    games = {name: LineGame(*board) for board, name in {**BOARDS, **ORDERING}.items()}
    return Compiled(games[network], file.read(path_of(network))).arrays()[:-1]
