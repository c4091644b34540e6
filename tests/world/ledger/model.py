"""Holds what a game must be, worked out from its stored events alone. None of the code here is the server's: its own
folding and its own views would be wrong together."""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

from engine.games import CHANCE, Player, find, plies, replay
from tests.world.ledger.longest import ACTS
from tests.world.ledger.whole import PLAYER, rest_of

_ENDS = ("resigned", "claimed", "flagged", "drawn")
_CLOSES = (*_ENDS, "moved", "swapped", "undone", "redone", "returned", "seat_set", "declined", "rematched")
"""The events after which no question is open."""
_FORGETS = {"moved", "swapped", "undone", "redone", "returned", *_ENDS}
"""The events after which a declined question may be asked again."""
_BRANCHES = 6


def key_of(token: str) -> str:
    """Returns what is stored of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


class Facts(NamedTuple):
    """Holds what decides on a command, beside what a page is shown. Pairs are by seat. ``offers`` are the seats that
    another device may take: the hash of the code, and when."""

    owners: tuple[str | None, str | None]
    lent: tuple[bool, bool]
    controls: frozenset[str]
    is_ended: bool
    is_timed: bool
    turns: int
    refused: frozenset[tuple[str, int]]
    offers: tuple[tuple[str, float] | None, ...]
    free: list[int]
    noted: frozenset[int]
    acts: tuple[int, int]
    namings: tuple[int, int]
    """``noted`` are the plies at which an engine has moved. ``acts`` and ``namings`` are counted as in the model."""


class Model:
    """Keeps one game as it is after each event."""

    def __init__(self, game_id: str, created: dict[str, Any]) -> None:
        self.game_id, self.game, self.version = game_id, find(created["game"]), 1
        self.created = created
        self.start: list[int] = created["start"]
        self.start_ply = plies(self.game, self.start) if self.start else 0
        self.turns: list[list[int]] = []
        self.future: list[list[int]] = []
        self.branches: list[list[list[int]]] = []
        self.seats = [{**PLAYER, **seat} for seat in created["seats"]]
        self.keys: list[str | None] = list(created["keys"])
        self.controls = {*filter(None, created["keys"]), *created["controls"]}
        self.lent: list[dict[str, Any] | None] = [None, None]
        of_rematch = set(filter(None, created["keys"])) if created.get("rematch_of") else set()  # of an older release
        self.newcomers = of_rematch if created.get("newcomers") is None else set(created["newcomers"])
        self.wins, self.clock = list(created.get("wins", (0, 0))), created.get("clock")
        self.left = [self.clock["seconds"]] * 2 if self.clock else [0.0, 0.0]
        self.paused, self.pace = False, created["per_minute"]
        self.swapped = self.swap_undone = self.is_open_to_engines = False
        self.ended: dict[str, Any] | None = None
        self.asked: dict[str, Any] | None = None
        self.rematch: str | None = None
        self.noted: set[int] = set()
        self.acts, self.namings = [0, 0], [0, 0]
        """By seat, the events about it that one person may cause again and again, and those of its name."""
        self.refused: set[tuple[str, int]] = set()
        self.offers: list[tuple[str, float] | None] = [None, None]
        """The questions that were declined since the last move, each with the seat that asked. And by seat, the hash of
        the code by which another device takes it, and when it was offered."""
        self._place()

    @property
    def moves(self) -> list[int]:
        """Lists all moves from the empty board."""
        return [*self.start, *(move for turn in self.turns for move in turn)]

    @property
    def ply(self) -> int:
        """Counts the moves of the players."""
        return self.start_ply + len(self.turns)

    def owner(self, seat: int) -> str | None:
        """Returns the hash of the token of a seat's person, also while an engine plays there."""
        lent = self.lent[seat]
        return lent["key"] if lent else self.keys[seat]

    def engines(self) -> list[int]:
        """Lists the seats of engines."""
        return [seat for seat in (0, 1) if self.seats[seat]["kind"] == "engine"]

    def others(self, mine: set[str]) -> list[int]:
        """Lists the seats of people who hold none of these keys."""
        return [
            seat
            for seat in (0, 1)
            if self.seats[seat]["kind"] == "human" and self.keys[seat] is not None and self.keys[seat] not in mine
        ]

    def take(self, event: dict[str, Any]) -> None:
        """Follows one more event."""
        kind = event["kind"]
        self.version += 1
        if kind in ACTS:
            self.acts[event["seat"]] += 1
        self._asker = self.asked["seat"] if self.asked else event.get("seat", 0)
        if kind in ("moved", "swapped", "seat_set", *_ENDS):
            self._charge(event)
        if kind in _CLOSES:
            self.asked = None
        if kind in _FORGETS:
            self.refused = set()
        if kind in _ENDS:
            self.ended, self.offers = event, [None, None]
        else:
            getattr(self, f"_{kind}")(event)
        self._place()

    def _place(self) -> None:
        """Works out the position, who moves, and who has won."""
        position = replay(self.game, self.moves)
        outcome = self.game.outcome(position)
        self.winner: int | None = None if outcome is None or outcome.winner is None else int(outcome.winner)
        if self.ended is not None:
            kind, seat = self.ended["kind"], self.ended.get("seat", 0)
            self.winner = None if kind == "drawn" else seat if kind == "claimed" else 1 - seat
        self.is_over = outcome is not None or self.ended is not None
        self.to_move = None if self.is_over else int(self.game.to_move(position))
        self.legal = [] if self.is_over else [int(move) for move in self.game.moves(position)]

    def _charge(self, event: dict[str, Any]) -> None:
        seat = self.to_move
        if self.clock is None or seat is None or self.seats[seat]["kind"] != "human":
            return
        spent = self.left[seat] if event["kind"] == "flagged" else event.get("spent", 0.0)
        gain = self.clock.get("increment", 0.0) if event["kind"] in ("moved", "swapped") and self.turns else 0.0
        self.left[seat] = max(0.0, self.left[seat] - spent) + gain

    def _moved(self, event: dict[str, Any]) -> None:
        future, move = self.future, event["move"]
        if future and not self.created.get("pie") and not (len(future) == 1 and future[0][0] == move):
            self._keep([*self.turns, *future])
        self.turns, self.future = [*self.turns, [move, *event.get("lots", ())]], []
        self.swap_undone = False
        self.noted = {*self.noted, event["ply"]} if event.get("answer") else self.noted - {event["ply"]}
        key = self.keys[event["seat"]]
        self.offers = [None if key and self.owner(seat) == key else offer for seat, offer in enumerate(self.offers)]

    def _keep(self, branch: list[list[int]]) -> None:
        self.branches = [*(one for one in self.branches if one != branch), branch][-_BRANCHES:]

    def _cut(self, ply: int) -> None:
        turns, cut = [*self.turns, *self.future], ply - self.start_ply
        self.turns, self.future = turns[:cut], turns[cut:]

    def _undone(self, event: dict[str, Any]) -> None:
        still = event["ply"] == self.ply
        self._cut(event["ply"])
        if self.swapped and (still or len(self.turns) < self._swap_turn):
            self._change_sides(False)

    def _redone(self, event: dict[str, Any]) -> None:
        still = event["ply"] == self.ply
        self._cut(event["ply"])
        if self.swap_undone and (still or len(self.turns) > self._swap_turn):
            self._change_sides(True)

    @property
    def _swap_turn(self) -> int:
        return 0 if self.start_ply else 1

    def _returned(self, event: dict[str, Any]) -> None:
        left, turns = [*self.turns, *self.future], self.branches.pop(event["branch"])
        if left and left != turns[: len(left)]:
            self.branches = [*self.branches, left][-_BRANCHES:]
        self.turns, self.future = turns, []

    def _swapped(self, _event: dict[str, Any]) -> None:
        self._change_sides(True)

    def _change_sides(self, swapped: bool) -> None:
        for pair in (self.seats, self.keys, self.lent, self.left, self.wins, self.acts, self.namings):
            pair.reverse()
        self.swapped, self.swap_undone, self.offers = swapped, not swapped, [None, None]

    def _level_set(self, event: dict[str, Any]) -> None:
        self.seats[event["seat"]] = {**self.seats[event["seat"]], "kind": "engine", "level": event["level"]}

    def _seat_set(self, event: dict[str, Any]) -> None:
        seat, key, owner = event["seat"], event["key"], event.get("owner")
        before = self.owner(seat)
        self.lent[seat] = {**self._person(seat), "key": owner} if owner else None
        self.seats[seat], self.keys[seat], self.paused = {**PLAYER, **event["to"]}, key, False
        self.controls |= {key} if key else set()
        self.offers[seat] = None
        if before is None or before != (owner or key):
            self.refused = set()

    def _person(self, seat: int) -> dict[str, Any]:
        return self.lent[seat] or {key: self.seats[seat][key] for key in ("name", "bot")}

    def _seated(self, event: dict[str, Any]) -> None:
        self.keys[event["seat"]], self.seats[event["seat"]]["bot"] = event["key"], event.get("bot", False)
        self.controls |= {event["key"]}
        self.newcomers |= {event["key"]}

    def _named(self, event: dict[str, Any]) -> None:
        lent = self.lent[event["seat"]]
        (lent or self.seats[event["seat"]])["name"] = event["name"]
        self.namings[event["seat"]] += lent is None

    def _handed(self, event: dict[str, Any]) -> None:
        seat, lent = event["seat"], self.lent[event["seat"]]
        old = self.owner(seat)
        if lent:
            lent["key"] = event["key"]
        else:
            self.keys[seat] = event["key"]
        self.controls -= {old} if old and old != self.owner(1 - seat) else set()
        self.controls |= {event["key"]}
        self.newcomers |= {event["key"]}
        self.offers[seat] = None

    def _asked(self, event: dict[str, Any]) -> None:
        self.asked = {key: event[key] for key in ("what", "seat", "ply")}

    def _paced(self, event: dict[str, Any]) -> None:
        self.paused, self.pace = event["paused"], event["per_minute"]

    def _rematched(self, event: dict[str, Any]) -> None:
        self.rematch = event["game_id"]

    def _opened_to_engines(self, event: dict[str, Any]) -> None:
        self.is_open_to_engines = event["on"]

    def _hand_over(self, event: dict[str, Any]) -> None:
        self.offers[event["seat"]] = event["key"], event["at"]

    def _declined(self, event: dict[str, Any]) -> None:
        self.refused = {*self.refused, (event["what"], self._asker)}

    def facts(self) -> Facts:
        """Returns what decides on the next command."""
        seats = (0, 1)
        return Facts(
            (self.owner(0), self.owner(1)), (self.lent[0] is not None, self.lent[1] is not None),
            frozenset(self.controls), self.ended is not None, self.clock is not None, len(self.turns),
            frozenset(self.refused), tuple(self.offers), [seat for seat in seats if self._is_free(seat)],
            frozenset(self.noted), (self.acts[0], self.acts[1]), (self.namings[0], self.namings[1]),
        )  # fmt: skip

    # --- what a page is shown ---

    def shown(self) -> dict[str, Any]:
        """Returns what a page must show, by the names of the wire."""
        wins = [self.wins[seat] + (self.is_over and self.winner == seat) for seat in (Player.FIRST, Player.SECOND)]
        return {
            "version": self.version, "game": self.game.name, "moves": self.moves, "ply": self.ply,
            "start": self.start_ply, "to_move": self.to_move, "legal": self.legal, "paused": self.paused,
            "pace": self.pace, "pie": self.created.get("pie", False), "swapped": self.swapped,
            "with_help": self.created.get("with_help", False), "rematch": self.rematch, "score": wins,
            "open_to_engines": self.is_open_to_engines, "analysis": self.created.get("analysis", False),
            "over": (self.is_over, self.winner), "asked": self.asked,
            "branches": len(self.branches) + bool(self.future),
            "help": self._is_help_allowed(), "can_swap": self.can_swap, "can_redo": self.redo_ply is not None,
            "seats": [
                {**self.seats[seat], "lent": self.lent[seat] is not None, "open": self._is_free(seat)}
                for seat in (0, 1)
            ],
            **rest_of(self),
        }  # fmt: skip

    def _is_help_allowed(self) -> bool:
        """The engine is silent while two people play one another, unless they were promised help."""
        if self.is_over or self.created.get("analysis") or self.created.get("with_help"):
            return True
        if any(self.lent) or (any(map(self._is_free, (0, 1))) and not self.engines()):
            return False
        first, second = self.keys
        return None in (first, second) or first == second or self.newcomers.isdisjoint(self.keys)

    @property
    def can_swap(self) -> bool:
        """Tells whether the side to move may take the other side's place."""
        if not self.created.get("pie") or self.swapped or len(self.turns) != self._swap_turn or self.is_over:
            return False
        return not any(map(self._is_free, (0, 1))) and len(self.engines()) <= (self.start_ply > 0)

    @property
    def undo_ply(self) -> int | None:
        """Returns the ply to which a takeback leads where nobody is to be asked: a person's last decision."""
        if self.ended is not None or any(self.lent):
            return None
        if self.swapped and len(self.turns) == self._swap_turn and not self.engines():
            return self.ply
        back = [place for place in self._stops() if place < len(self.turns)]
        return self.start_ply + back[-1] if back else None

    @property
    def redo_ply(self) -> int | None:
        """Returns the ply to which the last takeback is played again."""
        if self.ended is not None or any(self.lent):
            return None
        if self.swap_undone and len(self.turns) == self._swap_turn:
            return self.ply
        stops = [place for place in self._stops() if place > len(self.turns)]
        end = len(self.turns) + len(self.future)
        return self.start_ply + [*stops, end][0] if self.future else None

    def takeback_ply(self, seat: int) -> int | None:
        """Returns the ply to which a takeback of the last act of a seat's player leads, if there is one."""
        if self.swapped and len(self.turns) == self._swap_turn and seat != self.to_move:
            return self.ply
        movers = self.movers()[: len(self.turns)]
        own = [
            place for place, mover in enumerate(movers) if mover ^ (self.swapped and place < self._swap_turn) == seat
        ]
        return self.start_ply + own[-1] if own else None

    def _stops(self) -> list[int]:
        """Lists the turns before which a takeback stops: against an engine, where a person moved."""
        engines = self.engines()
        return [place for place, mover in enumerate(self.movers()) if len(engines) != 1 or mover not in engines]

    def movers(self) -> list[int]:
        """Lists the seats that moved, by turn, also of the turns that were taken back."""
        position, movers = replay(self.game, self.start), []
        for turn in (*self.turns, *self.future):
            movers.append(int(self.game.to_move(position)))
            for move in turn:
                position = self.game.play(position, move)
        return movers

    def are_lots(self, move: int, lots: list[int]) -> bool:
        """Tells whether these may be the lots drawn after a move."""
        position = self.game.play(replay(self.game, self.moves), move)
        for lot in lots:
            drawn = self.game.to_move(position) is CHANCE and lot in [one for one, _ in self.game.outcomes(position)]
            if not drawn:
                return False
            position = self.game.play(position, lot)
        return self.game.outcome(position) is not None or self.game.to_move(position) is not CHANCE

    def _is_free(self, seat: int) -> bool:
        return self.seats[seat]["kind"] == "human" and self.keys[seat] is None
