"""Names the boards with a network for the searches, and reads the networks of the package."""

import functools
import hashlib
import logging
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any

from engine.games import Game, GameError, LineGame
from engine.nets import BOARDS, file
from engine.nets.net import Net

_log = logging.getLogger(__name__)

ORDERING = {(8, 7, 4, True): "connect4-8x7", (7, 6, 4, True): "connect4"}
"""Names of networks by which the solver orders moves. An order changes no score, so a network needs no ladder here."""

HAND_WRITTEN = "hand-written"


def path_of(name: str) -> Path:
    """Returns the file of a network of the package."""
    return Path(str(resources.files("engine.nets"))) / "data" / f"{name}.net"


def shipped(game: Game[Any]) -> Net | None:
    """Returns the network that judges in the searches of a game. None: the hand-written evaluation judges. A missing or
    damaged file, or one for another board, is named in the log once. Then the hand-written evaluation replaces the
    network, and the solver orders moves without one."""
    return _find(game, BOARDS) if isinstance(game, LineGame) else None


def ordering_net(game: LineGame) -> Net | None:
    """Returns the network by which the solver orders the moves of a board. None: the order needs no network."""
    return _find(game, ORDERING)


def evaluation_of(game: Game[Any]) -> str:
    """Returns the name of the evaluation in the searches of a game: players of a name play alike."""
    net = shipped(game)
    return f"net {hashlib.sha256(net.weights.tobytes()).hexdigest()[:12]}" if net else HAND_WRITTEN


def _find(game: LineGame, names: Mapping[tuple[int, int, int, bool], str]) -> Net | None:
    board = (game.width, game.height, game.connect, game.gravity)
    return _read(path_of(names[board]), board) if board in names else None


@functools.cache
def _read(path: Path, board: tuple[int, int, int, bool]) -> Net | None:
    try:
        net = file.read(path)
    except GameError as error:
        _log.warning("%s; the engine goes on without a network", error)
        return None
    if (net.shape.game, net.shape.width, net.shape.height) != (path.stem, *board[:2]):
        _log.warning("the network %s is for another board; the engine goes on without a network", path)
        return None
    return net
