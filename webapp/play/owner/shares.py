"""Gives every address and every player a part of the owner's time, and no more."""

from __future__ import annotations

from collections import Counter

from limits import parse
from limits.strategies import FixedWindowRateLimiter

from webapp.common.rate_windows import Windows
from webapp.play.desk.kinds import READ_ONLY
from webapp.play.game import commands as c
from webapp.play.game.refusals import Refusal
from webapp.play.game.wire import Form
from webapp.play.owner.sender import Sender

QUESTIONS_AT_ONCE = 8
"""Questions to the engine under way at once from one IP address; a page asks one after the other."""
_FREE = (c.Move, c.Resign, c.Claim, c.Sit, c.TakeSeat)
"""Moves, comings and ends of games, which the budget of stored events never refuses. Moves are bounded by the games
that an address may begin and by the takebacks that free a place on a board, and a school plays from one address."""
TOO_FAST = "That was too fast; please wait a few seconds."


class Shares:
    """Counts questions by address, and events by player.

    Args:
        player_rate: the most events of one player at one table in a time, over all connections.
        stored_rate: the most stored events of one address in a time, apart from moves, comings and ends.
    """

    def __init__(self, player_rate: str, stored_rate: str = "2000 per 1 hour") -> None:
        self._rate, self._stored = parse(player_rate), parse(stored_rate)
        self._windows = Windows()
        limiter = FixedWindowRateLimiter(self._windows)
        self._hit, self._test = limiter.hit, limiter.test
        self._asking: Counter[str] = Counter()

    def check_player(self, sender: Sender, event: str) -> None:
        """Counts an event of a player.

        Raises:
            Refusal: the player has sent too many.
        """
        keys = sender.keys
        if keys and event not in READ_ONLY and not self._hit(self._rate, "player", sender.game_id, keys[0]):
            raise Refusal("rate_limited", TOO_FAST)

    def check_stored(self, address: str) -> None:
        """Raises a refusal where the address has stored too many events that :func:`takes_budget`."""
        if not self._test(self._stored, "stored", address):
            raise Refusal("rate_limited", "Too many changes were stored for your address; please wait a while.")

    def note_stored(self, address: str) -> None:
        """Counts an event that was carried out."""
        self._hit(self._stored, "stored", address)

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


def takes_budget(form: Form) -> bool:
    """Tells whether an event is stored, and counts: a person who takes back a seat from an engine always may."""
    back = isinstance(form, c.SetSeat) and form.kind == "human"
    return isinstance(form, c.Command) and not isinstance(form, _FREE) and not back
