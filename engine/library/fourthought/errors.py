"""Names the errors of the library. All but ``CutError`` are :class:`engine.games.GameError`, which is a ``ValueError``.

``IllegalMoveError`` is a move against the rules. A text that is no position, and a name that no game has, are plain
``GameError``.
"""

from engine.games import GameError


class GameOverError(GameError):
    """Refuses a question about a game that has ended: there is no move to choose."""


class ArgumentError(GameError, TypeError):
    """Refuses an argument of another kind than the one that is meant."""


class ClosedError(GameError):
    """Refuses a question to a mind that has been closed."""


class NoSolverError(GameError):
    """Refuses a question that only exact search answers, for a game that has none."""


class CutError(Exception):
    """Tells that the connection is cut, or cannot be made."""


class RefusedError(GameError):
    """Tells in a sentence what the server does not grant. ``code`` is the reason for programs."""

    def __init__(self, message: str, code: str = "") -> None:  # from the message alone it can be unpickled
        super().__init__(message)
        self.code = code
