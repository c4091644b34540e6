"""Judges that what a page asks on one line is stored in the order of its sending, and granted within the rates."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from typing import TYPE_CHECKING, Any

from tests.world.ledger.model import Model

if TYPE_CHECKING:
    from tests.world.cast.client import Client
    from tests.world.rules.reasons import Asked
    from tests.world.world import World

_BOUNDS = {"react": (10.0, 4), "use_code": (600.0, 30), "report": (3600.0, 20)}
"""By event, how many of one player or address are granted in how many seconds (of codes: the wrong ones)."""


class Order:
    """Knows in which order each line has sent its requests."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._sent: dict[str, tuple[str, int] | None] = {}
        """By number of a request, the line and the place there. None: it was sent more than once."""
        self._stored: dict[tuple[str, str], int] = {}
        """By line and game, the place of the last request that is stored."""
        self._granted: defaultdict[tuple[str, str], deque[float]] = defaultdict(lambda: deque(maxlen=100))
        self._count = 0
        self._begun: dict[tuple[str, str], tuple[dict[str, Any], str]] = {}
        """By secret and number of a request, what was asked for, and the game that was begun."""
        self._open = Counter[str]()
        self._refused: dict[str, str] = {}
        """By number, how many requests are not answered, and how one was refused last."""

    def sends(self, client: Client, payload: Any, in_order: bool, count: int) -> None:
        """Notes that a line sends a request, so often."""
        number = payload.get("request_id") if isinstance(payload, dict) else None
        if isinstance(number, str):
            self._open[number] += count
            self._count += 1
            is_first = number not in self._sent and in_order
            self._sent[number] = (f"{client.name} {id(client)}", self._count) if is_first else None

    def stored(self, game_id: str, request: str) -> None:
        """Judges that a request is stored now: none that was refused, and has not come again."""
        if self._open.get(request) == 0 and request in self._refused and not self._world.plan.hosts:
            words = f"The request {request!r} in {game_id} is stored after it was refused as"
            self._world.fail("one answer", f"{words} {self._refused[request]!r}.")
        line, place = self._sent.get(request) or ("", 0)
        if line and not self._world.plan.hosts:
            if place < self._stored.get((line, game_id), 0):
                words = f"The request {request!r} in {game_id} was carried out after a later one of the same line."
                self._world.fail("order", words)
            self._stored[line, game_id] = place

    def answered(self, client: Client, asked: Asked, answer: dict[str, Any]) -> None:
        """Counts what is granted, and judges that it is not more than the rates allow: twice as much in two windows."""
        number = asked.payload.get("request_id") if isinstance(asked.payload, dict) else None
        if isinstance(number, str):
            self._open[number] -= 1
            if not answer["ok"]:
                self._refused[number] = answer["error"]["code"]
        if asked.event == "new_game" and isinstance(asked.payload, dict) and asked.payload.get("secret"):
            self._check_same(client, asked.payload, answer)
        counts = answer["ok"] if asked.event != "use_code" else not answer["ok"] and _is_wrong(answer)
        if asked.event not in _BOUNDS or not counts or self._world.plan.hosts or self._world.was_down:
            return
        who = client.address
        if asked.event == "react":
            who = " ".join(sorted(client.heard.sure.get(asked.payload["game_id"], ()))[:1])
        seconds, most = _BOUNDS[asked.event]
        now, granted = self._world.machine.now, self._granted[asked.event, who]
        granted.append(now)
        if sum(now - at < seconds for at in granted) > 2 * most:
            words = f"{client.name} was granted {asked.event!r} more than {2 * most} times in {seconds:.0f} s"
            self._world.fail("memory is bounded", f"{words}, and {most} are allowed.")

    def _check_same(self, client: Client, asked: dict[str, Any], answer: dict[str, Any]) -> None:
        """The same request begins one game, however often it comes, and none for other wishes."""
        wish = {name: value for name, value in asked.items() if name not in ("secret", "request_id", "move")}
        key = str(asked["secret"]), str(asked.get("request_id"))
        before, truth = self._begun.get(key), self._world.truth
        if before is not None and before[1] in truth.deleted:
            return
        if answer["ok"] and before is None:
            self._begun[key] = wish, str(answer["game_id"])
        elif answer["ok"] and before != (wish, answer["game_id"]):
            self._world.fail("one answer", f"{client.name} was granted {answer['game_id']} by the request of {before}.")
        elif not answer["ok"] and answer["error"]["code"] == "bad_request" and before and before[0] == wish:
            words = f"{client.name} asked for {before} again, and was refused: {answer['error']['message']}"
            self._world.fail("one answer", f"{words}.")


def _is_wrong(answer: dict[str, Any]) -> bool:
    return bool(answer["error"]["code"] == "no_such_code")


def rematch_misfit(before: Model, created: dict[str, Any]) -> str | None:
    """Returns what is wrong about a rematch: the same game, the seats and rights swapped."""
    wins = before.shown()["score"]
    right = {
        "game": before.game.name, "clock": before.clock, "wins": wins[::-1], "rematch_of": before.game_id,
        "pie": bool(before.created.get("pie")), "with_help": bool(before.created.get("with_help")),
        "keys": before.keys[::-1], "start": before.start, "controls": sorted(before.controls),
        "newcomers": sorted(before.newcomers),
    }  # fmt: skip
    given = {"clock": None, "pie": False, "with_help": False, "analysis": False, **created}
    kinds = [(seat["kind"], seat.get("level")) for seat in given["seats"]]
    wrong = [f"{name} is {given[name]!r}, not {value!r}" for name, value in right.items() if given[name] != value]
    if kinds != [(seat["kind"], seat["level"]) for seat in before.seats[::-1]]:
        wrong.append(f"the seats are {kinds}")
    return "; ".join(wrong) or None
