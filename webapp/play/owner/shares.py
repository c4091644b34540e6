"""Gives every address and every player a part of the owner's time, and no more."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from limits import parse
from limits.strategies import FixedWindowRateLimiter

from webapp.play.desk.kinds import QUESTIONS, READ_ONLY
from webapp.play.game.access import key_of
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
        self._lock = threading.Lock()

    def check_player(self, sender: Sender, event: str, game_id: str) -> None:
        """Counts an event of a player.

        Raises:
            Refusal: the player has sent too many.
        """
        tokens = sender.tokens_of(game_id)
        if tokens and event not in READ_ONLY and not self._hit(self._rate, "player", game_id, key_of(tokens[0])):
            raise Refusal("rate_limited", TOO_FAST)

    @contextmanager
    def of_engine(self, address: str, event: str) -> Iterator[None]:
        """Counts a question to the engine as under way; other events pass.

        Raises:
            Refusal: too many questions from the address are under way.
        """
        if event not in QUESTIONS:
            yield
            return
        with self._lock:
            if self._asking[address] >= QUESTIONS_AT_ONCE:
                raise Refusal("rate_limited", "The engine still works on other questions from your address; ask again.")
            self._asking[address] += 1
        try:
            yield
        finally:
            with self._lock:
                self._asking[address] -= 1
                if not self._asking[address]:
                    del self._asking[address]
