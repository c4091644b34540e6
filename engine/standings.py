"""Holds how an arena stands, as a file of JSON in the arena's folder: the arena writes it, and a server shows it."""

import os
from pathlib import Path
from typing import Any

import msgspec

FILE, GAMES = "arena.json", "games.jsonl"
"""The files of an arena's folder: how it stands, and its games."""
VERSION = 1
_LARGEST = 8 << 20


class WorstMove(msgspec.Struct, frozen=True):
    """Describes the move that cost a program the most.

    Attributes:
        before: the moves before it, as in addresses.
        plies: how many plies it lost against ``best``.
        was: the result before, and ``became`` after it, as :func:`engine.text.wire` gives them.
        steps: the proof for the other side, in the same form. ``play``: best play, where there is no small proof.
    """

    before: str
    move: int
    best: int
    plies: int
    was: Any
    became: Any
    steps: tuple[Any, ...]
    play: str = ""


class Entrant(msgspec.Struct, frozen=True):
    """Describes one program. ``broken`` counts the games lost by an error, and ``error`` is the last one. ``kept`` is
    the share of the ``judged`` moves that keep the exact result, and ``plies`` the mean loss in plies. Both are None
    where no move was judged."""

    name: str
    rating: float | None
    margin: float | None
    won: int
    drawn: int
    lost: int
    broken: int
    error: str = ""
    judged: int = 0
    kept: float | None = None
    plies: float | None = None
    worst: WorstMove | None = None

    @property
    def games(self) -> int:
        """Returns how many games the program has played."""
        return self.won + self.drawn + self.lost

    @property
    def rating_words(self) -> str:
        """Returns the rating with its 95 % interval, or a dash."""
        return "-" if self.rating is None else f"{self.rating:.0f} ± {self.margin or 0:.0f}"

    @property
    def regret_words(self) -> tuple[str, str]:
        """Returns the share of moves that keep the result, and the mean loss in plies, or dashes."""
        return ("-", "-") if self.kept is None else (f"{100 * self.kept:.0f} %", f"{self.plies or 0:.2f}")


class Running(msgspec.Struct, frozen=True):
    """Holds a game under way, with its moves as in addresses."""

    players: tuple[str, str]
    moves: str


class Standings(msgspec.Struct, frozen=True):
    """Describes an arena at one moment, the best program first. ``until`` is when the last game begins (seconds since
    1970), ``confined`` what its jail refused to a program, ``levels`` those that play along, with published ratings."""

    game: str
    until: float
    ended: bool
    games: int
    confined: tuple[str, ...]
    levels: tuple[tuple[int, int | None], ...]
    entrants: tuple[Entrant, ...]
    running: tuple[Running, ...] = ()
    version: int = VERSION


def save(folder: Path, standings: Standings) -> None:
    """Writes the file in one step, so that no reader sees a part of it."""
    folder.mkdir(parents=True, exist_ok=True)
    new = folder / f".{FILE}.new"
    new.write_bytes(msgspec.json.encode(standings))
    os.replace(new, folder / FILE)


def load(folder: Path) -> Standings:
    """Returns how an arena stands. Raises OSError without a file, and ValueError for a file of another kind."""
    with (folder / FILE).open("rb") as file:
        data = file.read(_LARGEST + 1)
    if len(data) > _LARGEST:
        raise ValueError(f"{FILE} is larger than {_LARGEST} bytes")
    found = msgspec.json.decode(data, type=Standings)
    if found.version != VERSION:
        raise ValueError(f"{FILE} is of version {found.version}; this release reads {VERSION}")
    return found
