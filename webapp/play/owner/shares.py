"""Gives every address and every player a part of the owner's time, and no more."""

from __future__ import annotations

from collections import Counter

from limits import parse
from limits.strategies import FixedWindowRateLimiter

from webapp.play.desk.kinds import READ_ONLY
from webapp.play.game.refusals import Refusal
from webapp.play.owner.sender import Sender
from webapp.rate_windows import Windows

QUESTIONS_AT_ONCE = 8
"""Questions to the engine under way at once from one IP address; a page asks one after the other."""
TOO_FAST = "That was too fast; please wait a few seconds."


class Shares:
    """Counts questions by address, and events by player.

    Args:
        player_rate: the most events of one player at one table in a time, over all connections.
    """

    def __init__(self, player_rate: str) -> None:
        self._rate = parse(player_rate)
        self._windows = Windows()
        self._hit = FixedWindowRateLimiter(self._windows).hit
        self._asking: Counter[str] = Counter()

    def check_player(self, sender: Sender, event: str) -> None:
        """Counts an event of a player.

        Raises:
            Refusal: the player has sent too many.
        """
        keys = sender.keys
        if keys and event not in READ_ONLY and not self._hit(self._rate, "player", sender.game_id, keys[0]):
            raise Refusal("rate_limited", TOO_FAST)

    def begin_question(self, address: str) -> None:
        """Counts a question to the engine as under way, until ``end_question``.

        Raises:
            Refusal: too many questions from the address are under way.
        """
        if self._asking[address] >= QUESTIONS_AT_ONCE:
            raise Refusal("rate_limited", "The engine still works on other questions from your address; ask again.")
        self._asking[address] += 1

    def end_question(self, address: str) -> None:
        """Counts a question as answered."""
        self._asking[address] -= 1
        if not self._asking[address]:
            del self._asking[address]
