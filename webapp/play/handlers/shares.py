"""Limits how much each address and each player may ask of this process."""

import logging
from collections import Counter

from limits import parse

from webapp.common.rate_windows import Windows
from webapp.common.seldom import Seldom
from webapp.play.desk.forms import READ_ONLY
from webapp.play.game import commands as c
from webapp.play.game.refusals import Refusal
from webapp.play.game.wire import Form
from webapp.play.handlers.base import Sender

_seldom = Seldom(logging.getLogger(__name__))
QUESTIONS_AT_ONCE = 8
"""Running questions to the engine from one IP address. A page asks one after the other."""
_FREE = (c.Move, c.Resign, c.Claim, c.Sit, c.TakeSeat)
"""Moves, comings and ends of games are not limited here, because a school plays from one address. The games that an
address may begin and the takebacks that free a cell limit the moves."""
TOO_FAST = "That was too fast; please wait a few seconds."


class Shares:
    """Counts questions and stored events by address, and the events of one player at one table by token."""

    def __init__(self, player_rate: str, stored_rate: str = "2000 per 1 hour") -> None:
        self._rate, self._stored = parse(player_rate), parse(stored_rate)
        self._windows = Windows()
        self._asking: Counter[str] = Counter()

    def check_player(self, sender: Sender, event: str) -> None:
        """Counts an event of a player. Raises ``Refusal`` if there are too many."""
        keys = sender.keys
        if keys and event not in READ_ONLY and not self._windows.hit(self._rate, "player", sender.game_id, keys[0]):
            _seldom.warning("events are refused: a player has sent too many (FOURTHOUGHT_PLAYER_RATE)")
            raise Refusal("rate_limited", TOO_FAST)

    def check_stored(self, address: str) -> None:
        """Raises ``Refusal`` if too many events of the address were stored (see :func:`takes_budget`)."""
        if not self._windows.allows(self._stored, "stored", address):
            _seldom.warning("changes are refused: an address has stored too many (FOURTHOUGHT_STORED_RATE)")
            raise Refusal("rate_limited", "Too many changes were stored for your address; please wait a while.")

    def note_stored(self, address: str) -> None:
        """Counts an event that was carried out."""
        self._windows.hit(self._stored, "stored", address)

    def begin_question(self, address: str) -> None:
        """Counts a running question to the engine, until ``end_question``. Raises ``Refusal`` if there are too many."""
        if self._asking[address] >= QUESTIONS_AT_ONCE:
            raise Refusal("rate_limited", "The engine still works on other questions from your address; ask again.")
        self._asking[address] += 1

    def count(self) -> int:
        """Returns the number of running questions."""
        return self._asking.total()

    def end_question(self, address: str) -> None:
        """Counts a question as answered."""
        self._asking[address] -= 1
        if not self._asking[address]:
            del self._asking[address]


def takes_budget(form: Form) -> bool:
    """Tells whether an event is stored and counts. Taking a seat back from an engine does not."""
    back = isinstance(form, c.SetSeat) and form.kind == "human"
    return isinstance(form, c.Command) and not isinstance(form, _FREE) and not back
