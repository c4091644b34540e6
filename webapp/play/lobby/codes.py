"""Gives games short codes to read out: "Play with me, the code is KRMTX." A code leads to the address of a game, as a
link does, and gives no further rights. Codes live in memory: a page asks again after a restart, and gets the same code,
which is drawn from the game's id."""

import hashlib
from dataclasses import dataclass

from webapp.common.parts import Parts
from webapp.play.game.refusals import Refusal
from webapp.play.ports import Timers

LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""No vowels, so that codes are no words, and no digits, which look like letters."""
LENGTH = 5
LIFE = 6 * 3600.0
"""Seconds from the last request for a code to its end."""
CODES_AT_MOST = 2000
OF_ADDRESS = 50
"""The most codes of one address. The oldest goes."""


@dataclass(slots=True)
class _Room:
    game_id: str
    asked: float


class RoomCodes:
    """Owns the codes."""

    def __init__(self, timers: Timers) -> None:
        self._timers = timers
        self._rooms = Parts[_Room](CODES_AT_MOST, OF_ADDRESS)  # by code, in the order of the last request

    def code_of(self, game_id: str, address: str) -> str:
        """Returns the code of a game, for a person of an IP address."""
        now = self._timers.now()
        self._drop(now)
        number = 0
        while (room := self._rooms.get(code := _draw(game_id, number))) and room.game_id != game_id:
            number += 1
        self._rooms.put(code, address, _Room(game_id, now))
        return code

    def game_of(self, code: str) -> str:
        """Returns the game of a code, however the code is written. Raises ``Refusal`` for an unknown code."""
        self._drop(self._timers.now())
        room = self._rooms.get("".join(filter(str.isalnum, code)).upper())
        if room is None:
            raise Refusal("no_such_code", "No game has this code now; please ask for the code again.")
        return room.game_id

    def _drop(self, now: float) -> None:
        self._rooms.end_while(lambda room: now - room.asked > LIFE)


def _draw(game_id: str, number: int) -> str:
    """Returns a code drawn from the id of a game. Another ``number`` gives another code."""
    drawn = int.from_bytes(hashlib.sha256(f"code {number} of {game_id}".encode()).digest())
    letters = []
    for _ in range(LENGTH):
        drawn, letter = divmod(drawn, len(LETTERS))
        letters.append(LETTERS[letter])
    return "".join(letters)
