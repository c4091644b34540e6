"""Judges what pages are told beside the games: their rights, strangers, reviews, how ready the engine is."""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING, Any

from tests.world.ledger.model import key_of
from tests.world.rules.reasons import is_sound
from tests.world.rules.said import misfit, review_misfit, thinking_misfit
from webapp.play.desk.forms import BEGINNINGS

if TYPE_CHECKING:
    from tests.world.cast.client import Client
    from tests.world.rules.reasons import Asked

_ENGINES_WORDS = ("hint", "preview", "why_not", "why", "mistake", "beliefs")
_READY = 3.0
"""Virtual seconds within which a new page hears how ready the engine is."""
_ON_THE_WAY, _LAST = 2.0, 30.0
"""Virtual seconds that news take, and the end of a server."""
_UNREAD, _NEARLY = 20.0, 3
"""Virtual seconds after which a page that was not read, as it asked too much, may be taken for dead, and the places
from which on a server counts as full."""
_THOUGHTS, _WHILE, _PEOPLE = 14, 10.0, 16
"""The thoughts of one mind in two seconds, and the words in ten seconds on who is at a table, that a page is told at
most: four a second and one a second, and some that have waited."""
_CLOCKS = {"none": None, "3+2": (180.0, 2.0), "5+3": (300.0, 3.0), "10+5": (600.0, 5.0)}


class Words:
    """Knows what one page has asked that news may answer, and judges those."""

    def __init__(self, client: Client) -> None:
        self._client, self._world = client, client.world
        self._began = client.world.machine.now
        self._finds: dict[str, dict[str, Any]] = {}
        """By what is stored of the token, each search for a stranger."""
        self._stopped_at: float | None = None
        self._drains_at: float | None = None
        """When the page was told that the server ends."""
        self.ready: bool | None = None
        """Whether the engine is ready, as the page was told last."""
        self._lately: dict[tuple[str, str, Any], deque[float]] = {}

    def asks(self, event: str, payload: Any) -> None:
        """Notes what the page asks."""
        self._world.seekers.asks(self._client, event, payload)
        if event == "find" and isinstance(payload, dict):
            key = key_of(str(payload.get("token")))
            self._finds[key], self._stopped_at = payload, None
            self._world.lobby.looks(self._client, key)
            self._world.lobby.agree(key, payload.get("shown") is True)
        elif event in ("show", "report") and isinstance(payload, dict):
            self._world.lobby.asks(self._client, event, payload)

    def answered(self, asked: Asked, answer: dict[str, Any]) -> None:
        """Judges what was granted."""
        event, truth = asked.event, self._world.truth
        if event in BEGINNINGS and self._drains_at is not None and asked.at > self._drains_at:
            self._fail("nothing but the truth", f"was granted {event!r} by a server that is about to end")
        if event == "find":
            self._world.seekers.answered(self._client, asked, answer)
            if answer["found"]:
                self._check_found(answer["found"])
        elif event == "stop_finding":
            self._stopped_at = self._world.machine.now
        elif event in _ENGINES_WORDS:
            self._check_said(asked, answer)
        elif event == "review":
            self._check_review(answer, asked.since(truth))
            self._world.reviews.answered(self._client, answer)
        elif event in ("show", "make_code", "use_code", "shown_tables", "report"):
            self._world.lobby.answered(self._client, asked, answer)
        if "state" in answer and self._hears():
            self._world.truth.clocks.check_running(self._client.name, answer["state"])

    def news(self, event: str, payload: Any) -> None:
        """Judges news."""
        if event == "notice":
            self._drains_at = self._world.machine.now
        elif event == "engine":
            self.ready = payload["ready"]
        elif event == "found":
            self._check_found(payload)
            now, stopped = self._world.machine.now, self._stopped_at or math.inf
            if now - stopped > _ON_THE_WAY and self._hears() and self._world.is_calm(stopped):  # no slow disk
                self._fail("nothing but the truth", f"looks for nobody any more, and was told of {payload}")
        elif event == "review":
            self._check_review(payload, 1)
            self._world.reviews.told(payload)
        elif event == "thinking" and self._hears():
            self._world.truth.check_help(self._client.name, "watch_thinking", payload["game_id"])
            if words := thinking_misfit(self._world.truth, payload):
                self._fail("one answer", f"was told of thoughts {words}")
            if not self._world.plan.hosts:  # whose lines may bring some together
                self._count((event, payload["game_id"], payload["seat"]), 2.0, _THOUGHTS)
        elif event == "people" and self._hears() and self._client.heard.is_there(self._world.machine.now - _WHILE):
            self._count((event, payload["game_id"], None), _WHILE, _PEOPLE)
        elif event in ("aim", "reaction"):
            self._world.crowd.heard(self._client, event, payload)
        elif event == "game":
            self._check_game(payload)

    def check(self) -> None:
        """Judges whether the page knows of the engine. That it knows the truth is judged in ``told.py``."""
        now, world = self._world.machine.now, self._world
        if (
            not self._hears()
            or now - self._began < _READY + self._client.line.latency
            or world.plan.hosts
            or not world.is_calm()
        ):
            return
        if self.ready is None:
            self._fail("each page is told", f"has not heard for {now - self._began:.0f} s whether the engine is ready")

    def end(self) -> None:
        """Judges that the server has hung up: on nobody who reads and keeps to the rates."""
        client, world = self._client, self._world
        is_right = client._joined and not client.refused and not client.line.socket.is_reset and self._hears()
        is_right = is_right and not self._is_crowded_out() and world.machine.now - client.full_at > _UNREAD
        is_up = world.host.is_up() and not world.is_over and world.is_calm()
        if (
            is_right
            and is_up
            and not client.name.startswith("Foe")
            and world.machine.now - world.host.started_at > _READY
        ):
            self._fail("each question is answered", "was hung up on, for no reason")

    def _is_crowded_out(self) -> bool:
        """Tells whether so many pages are open that one at no table may have to go for a newcomer."""
        listener, world = self._client.line.listener, self._world
        pages = sum(one.line.listener is listener for one in world.clients)
        return self._client.heard.at is None and pages >= int(world.plan.settings.get("connections", 1000)) - _NEARLY

    def _hears(self) -> bool:
        client, now = self._client, self._world.machine.now
        line = client.line
        return line.slowness is None and not line.is_frozen and line.buffer > 50_000 and now - client.deaf_until > 8.0

    def _fail(self, rule: str, words: str) -> None:
        self._world.fail(rule, f"{self._client.name} {words}.")

    def _count(self, kind: tuple[str, str, Any], seconds: float, most: int) -> None:
        """Judges that no more news of a kind come than a page can show."""
        now, lately = self._world.machine.now, self._lately.setdefault(kind, deque(maxlen=most + 1))
        lately.append(now)
        if len(lately) > most and now - lately[0] < seconds:
            self._fail("memory is bounded", f"was told {most + 1} times of {kind} in {now - lately[0]:.1f} s")

    def _check_found(self, found: dict[str, Any]) -> None:
        """The game is one with a seat for a token of this page, as it was wished for."""
        model = self._world.truth.models.get(found["game_id"])
        if model is None:
            self._fail("nothing lost", f"was told of a stranger in {found['game_id']}, which is not stored")
            return
        created, seat = model.created, found["seat"]
        self._world.lobby.check_pair(created["keys"][1 - seat] or "", found["game_id"])
        wish = self._finds.get(created["keys"][seat] or "")
        if wish is None:
            self._fail("one owner", f"was given seat {seat} of {found['game_id']}, which belongs to another token")
        elif wish["game"] != created["game"]:
            self._fail("one answer", f"looks for {wish['game']}, and was given {created['game']}")
        elif created["seats"][seat].get("name") not in (None, " ".join(wish.get("name", "").split())):
            self._fail("one owner", f"looks as {wish['name']!r}, and plays as {created['seats'][seat]['name']!r}")
        elif wish.get("clock", "any") in _CLOCKS:
            clock, right = created.get("clock"), _CLOCKS[wish["clock"]]
            if (clock and (clock["seconds"], clock.get("increment", 0.0))) != right:
                self._fail("one answer", f"looks for the clock {wish['clock']}, and was given {clock}")

    def refused(self, asked: Asked, answer: dict[str, Any]) -> None:
        """Judges what was refused: an engine's own refusal comes with its words."""
        world, code = self._world, answer["error"]["code"]
        if code == "restarting" and world.machine.now - world.drained_at > _LAST:
            self._fail("each question is answered", f"is refused {asked.event!r} by a server that does not restart")
        if asked.event == "find" and isinstance(asked.payload, dict):
            world.seekers.refused(asked)
        if asked.event == "why" and answer["error"]["code"] == "bad_request" and is_sound("why", asked.payload):
            self._check_said(asked, answer)
        elif asked.event == "use_code" and answer["error"]["code"] == "no_such_code":
            self._world.lobby.refused(self._client, asked)

    def _check_said(self, asked: Asked, answer: dict[str, Any]) -> None:
        words = misfit(self._world.truth, asked.event, asked.payload, answer, asked.since(self._world.truth))
        if words:
            self._fail("one answer", f"asked {asked.event!r} {asked.payload}, and was told {words:.400}")

    def _check_review(self, view: dict[str, Any], since: int) -> None:
        if self._hears() and "ok" not in view:
            self._world.truth.check_help(self._client.name, "review", view["game_id"])
        if words := review_misfit(self._world.truth, view, since):
            self._fail("one answer", f"was told of a review of {view['game_id']} {words:.400}")

    def _check_game(self, view: dict[str, Any]) -> None:
        """The news of a game come with their event, one after the other."""
        if view.get("event", {}).get("version") != view["version"]:
            self._fail("one answer", f"was told of version {view['version']} without the event that led there")
        self._check_next(view)
        if self._hears():
            self._world.truth.clocks.check_running(self._client.name, view)

    def _check_next(self, view: dict[str, Any]) -> None:
        """The news of a table come one after the other, without a hole."""
        game_id, version = view["game_id"], view["version"]
        before = self._client.newest(game_id)
        world = self._world
        rows = world.truth.games.get(game_id, [])
        is_hole = 0 < before < version - 1 < len(rows) and not world.is_crowded()
        is_hole = is_hole and world.is_settled(game_id, min(rows[before].at, self._client.heard.at_since))
        missed = {(game_id, one) for one in range(before + 1, version)}  # a slow line brings all, and late
        is_sure = is_hole and not missed <= world.truth.doubted
        if is_sure and self._client.heard.at == game_id and not self._client.name.startswith("Foe"):
            self._fail("each page is told", f"was told of version {version} of {game_id} after {before}")
