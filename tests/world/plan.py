"""Draws what happens in a world from a seed: who comes when, what fails when. Each happening has a chance of its own,
so one can be left out, and the others stay as they are."""

from __future__ import annotations

import random
from dataclasses import dataclass, field, replace
from typing import Any

from tests.world.harm.silences import OFTEN, SILENCES
from tests.world.scripts.bounds_of_pages import BOUNDS
from tests.world.scripts.foes import FOES
from tests.world.scripts.meetings import MEETINGS
from tests.world.scripts.moments import MOMENTS
from tests.world.scripts.readers import READINGS
from tests.world.scripts.relays import RELAYS
from tests.world.scripts.returns import RETURNS
from tests.world.scripts.scenes import SCENES
from tests.world.scripts.visits import VISITS

MINUTES = 5.0
"""Virtual minutes in which people come; then all leave, and what is left over is looked at."""
EVERY = 3
"""Of so many seeds one makes a cluster."""
_LONG = 8
"""Of so many seeds one makes a world that lasts a day, if it has one server."""
_DAY, _BURSTS = 24 * 3600.0, 4
_QUIET = 105.0
"""Seconds before the first trouble: people then go through all acts, and the rules hold that ask for calm."""
_SHORT, _NARROW = 100, 64
"""The most events of a game in every other world of one server, and the pages of a server that is full soon."""
_NONE = (0.0, 0.0, 0.0)
_HARMS = (_NONE, _NONE, (0.3, 0.0, 0.0), (0.0, 0.1, 0.0), (0.0, 0.0, 0.2), (0.1, 0.05, 0.1))
TROUBLES = {
    "engine dies": "the engine's process ends",
    "engine hangs": "the engine's process does not answer any more",
    "engine is slow": "the engine answers late",
    "engine stammers": "the engine's answers come twice, in pieces, or about nothing",
    "no engine": "the engine's process ends, and none can be started",
    "disk is slow": "each write takes a second",
    "disk hangs": "no write comes to its end for a while",
    "disk is full": "no write succeeds",
    "writes fail before": "a third of the writes fail before the commit",
    "writes fail after": "a third of the writes fail after the commit",
    "reads fail": "half of the reads of the database fail",
    "kill": "the server is killed, and started again",
    "clock jumps": "the clock on the wall jumps",
    "lines are torn": "half of the lines are torn",
    "lines are half open": "half of the lines are half open from now on",
    "lines are slow": "half of the people read slowly for a while",
    "restart": "the server ends in order, and is started again",
    "lock removed": "the file of the lock is removed, and a second server starts on the database",
}
_OF_STORE = ("disk is full", "writes fail before", "writes fail after")
OF_SERVER = ("kill", "restart", "lock removed", "reads fail")
"""The troubles of one server alone."""
OF_CLUSTER = {
    "host killed": "a host is killed, and another one started",
    "host leaves": "a host gives its games away and ends",
    "host joins": "another host joins",
    "host frozen": "a host does nothing for a while, perhaps past its lease",
    "front killed": "a front is killed, and another one started",
    "front leaves": "a front ends in order, and its pages come back at others",
    "front frozen": "a front does nothing for a while",
    "front cut off": "no byte passes between a front and all hosts for a while",
    "link cut": "no byte passes between two processes for a while",
    "link half open": "no byte passes from one process to another one for a while",
    "links are slow": "half of the links between processes are slow",
    "database lost": "a process does not reach the database for a while",
    "database asleep": "the database answers nobody for a while",
    "database answers late": "the database carries each statement out at once, and answers late",
    "database clock jumps": "the clock of the database jumps",
    **SILENCES,
}

POISON = {"poison": "from now on a position ends, or hangs, every process of the engine that searches it"}
_MOVES_GAMES = ("host killed", "host leaves", "database answers late", "host frozen", "host joins", "database lost")
"""The troubles that bring games to another host, or are worst while one takes them over."""
_LOSES_PAGES = ("front cut off", "front killed", "link cut", "front frozen", "host leaves", "host killed")
"""The troubles in which pages are forgotten that have been brought to another host."""


@dataclass(frozen=True)
class Happening:
    """Describes what happens ``at`` a second: a visit, a foe or a trouble, with its size ``acts`` and its chance."""

    at: float
    kind: str
    acts: int
    number: int
    address: str = ""

    def sentence(self) -> str:
        """Returns what happens, for the story."""
        if trouble := {**TROUBLES, **OF_CLUSTER, **POISON}.get(self.kind):
            return f"At {self.at:.1f} s {trouble}."
        who = "a foe" if self.kind in FOES else "a person"
        return f"At {self.at:.1f} s {who} comes from {self.address}: {self.kind}, {self.acts} acts."


@dataclass(frozen=True)
class Plan:
    """Holds all that a world is made from. ``harm`` are the parts of the events that come twice, not at all, or after
    later ones, ``thinking`` the seconds that an engine takes. Without ``hosts`` there is one server."""

    seed: int
    settings: dict[str, Any] = field(default_factory=dict)
    harm: tuple[float, float, float] = (0.0, 0.0, 0.0)
    thinking: float = 0.02
    happenings: tuple[Happening, ...] = ()
    seconds: float = 60.0 * MINUTES
    hosts: int = 0
    fronts: int = 0

    def without(self, gone: set[int]) -> Plan:
        """Returns the plan without some happenings, by their places."""
        return replace(self, happenings=tuple(one for place, one in enumerate(self.happenings) if place not in gone))


def plan(seed: int) -> Plan:
    """Draws a plan."""
    chance = random.Random(f"plan {seed}")
    seconds = 60.0 * MINUTES
    settings = {
        "connections": chance.choice((_NARROW, 200, 500)),
        "address_share": chance.choice((0.25, 0.5)),
        "live_games": chance.choice((6, *7 * (500,))),
        "forget": 60.0,
        "keep_days": seed % 3,
        "keep_unmoved_days": 1 + seed % 2,
        "keep_report_days": 3,
        "grace": 15.0,
        "per_minute": chance.choice((40.0, 600.0)),
        "claim": chance.choice((20.0, 30.0)),
        "event_rate": chance.choice(("100 per 10 seconds", "1000 per 10 seconds")),
        "proxies": seed // 2 % 2,
    }
    if seed // 2 % 2:  # behind a proxy nobody is at the machine itself
        settings |= {"metrics_token": "of the operator", "root_path": "/table"}
    if seed % 2 == 0 and seed % EVERY != EVERY - 1:
        settings["longest_game"] = _SHORT
    if seed % EVERY != EVERY - 1:  # a script asks for more than that from one visitor (``scripts/numbers.py``)
        settings |= {"game_rate": "120 per 1 hour", "stored_rate": "60 per 1 hour", "player_rate": "90 per 10 seconds"}
        settings |= {"address_rate": "400 per 10 seconds", "connect_rate": "120 per 60 seconds"}
    visits, foes = _some(chance, list(VISITS)), _some(chance, list(FOES))
    happenings = [
        Happening(
            chance.uniform(0, 0.8 * seconds),
            chance.choice(visits),
            chance.randint(2, 24),
            number,
            f"10.0.0.{chance.randint(1, 9)}",
        )
        for number in range(chance.randint(2, 8))
    ]
    for number in range(chance.randint(0, 5)):
        kind = chance.choice(foes)
        address = f"10.9.0.{chance.randint(1, 2)}"
        happenings.append(
            Happening(chance.uniform(0, 0.6 * seconds), kind, chance.randint(1, 12), 100 + number, address)
        )
    is_cluster = seed % EVERY == EVERY - 1
    kinds = list(TROUBLES)
    if is_cluster:
        kinds = [*(kind for kind in TROUBLES if kind not in OF_SERVER), *2 * list(OF_CLUSTER)]
    kinds = _some(chance, kinds)
    for number in range(chance.choice((0, 2, 4, 8))):
        kind = chance.choice(kinds)
        happenings.append(Happening(chance.uniform(_QUIET, 0.67 * seconds), kind, 1, 200 + number))
    harm, thinking = chance.choice(_HARMS), chance.choice((0.02, 0.3, 1.0))
    hosts, fronts = (chance.choice((1, 2, 2, 2, 3, 3)), chance.choice((1, 2, 2, 2, 3))) if is_cluster else (0, 0)
    if seed % _LONG == _LONG - 1 and not is_cluster:
        seconds, happenings = _DAY, _over_a_day(random.Random(f"day {seed}"), happenings)
    of_kind = list(OF_CLUSTER if is_cluster else TROUBLES)
    happenings += _scenes(random.Random(f"scenes {seed}"), [*of_kind, *3 * _OF_STORE])
    if seconds < _DAY:
        number = seed // EVERY if is_cluster else seed - seed // EVERY
        scenes = [*SCENES, *MEETINGS, *MOMENTS, *READINGS, *POISON]
        some = [scenes[(2 * number + place) % len(scenes)] for place in range(2)]
        troubles = [of_kind[(2 * number + place) % len(of_kind)] for place in range(2)]
        if is_cluster and number % 2:
            some[1] = "gallery"  # who only looks on is lost most easily where games change their hosts
            troubles = [_MOVES_GAMES[number // 2 % len(_MOVES_GAMES)], _LOSES_PAGES[number // 2 % len(_LOSES_PAGES)]]
        happenings += _in_turn(some, troubles, random.Random(f"turn {seed}"))
        happenings += _tables(random.Random(f"tables {seed}"), is_cluster)
        happenings += _silences(random.Random(f"silences {seed}"), number) if is_cluster else []
    kinds = [one.kind for one in happenings]
    if {"full house", "crowded reading"} & set(kinds):
        settings["connections"] = _NARROW
    happenings.sort(key=lambda one: one.at)
    return Plan(seed, settings, harm, thinking, tuple(happenings), seconds, hosts, fronts)


def _scenes(chance: random.Random, troubles: list[str]) -> list[Happening]:
    """Draws the scenes of a world, most of them with a trouble in their midst: none in a third of the worlds."""
    scenes, kinds = list[Happening](), [*SCENES, *MEETINGS, *MOMENTS, *READINGS, *POISON, *VISITS]
    for number in range(300, 300 + 2 * chance.choice((0, 4, 8)), 2):
        at, address = chance.uniform(_QUIET - 5, 200), f"10.1.0.{number - 299}"
        scenes.append(Happening(at, chance.choice(kinds), chance.randint(2, 24), number, address))
        if chance.random() < 0.7:
            scenes.append(Happening(at + chance.uniform(0, 12), chance.choice(troubles), 1, number + 1))
    return scenes


def _in_turn(scenes: list[str], troubles: list[str], chance: random.Random) -> list[Happening]:
    """Puts two scenes into a world, and two troubles, one after the other: two dozen seeds hold each."""
    happenings = list[Happening]()
    for place, (scene, trouble) in enumerate(zip(scenes, troubles, strict=True)):
        number = 400 + 2 * place
        happenings.append(
            Happening(_QUIET - 10 + chance.uniform(0, 30), scene, chance.randint(2, 24), number, f"10.1.1.{place}")
        )
        happenings.append(Happening(chance.uniform(120, 160) + 50 * place, trouble, 1, number + 1))
    return happenings


def _tables(chance: random.Random, is_cluster: bool) -> list[Happening]:
    """Puts tables into a world at which people do all that can be done, before its troubles and after them. Pairs of
    acts take the place of one of them in a world of one server."""
    count, most = (3, 30) if is_cluster else (2, 20)
    tables = [
        Happening(
            chance.uniform(60 * place, 60 * place + 30),
            "table",
            chance.randint(12 if is_cluster else 8, most),
            500 + place,
            f"10.1.2.{place}",
        )
        for place in range(count)
    ]
    tables += [Happening(3.0, "tour", half, 520 + half, f"10.1.4.{half}") for half in (1, 2)]
    together = Happening(20.0, "pairs", 1, 510, "10.1.3.0"), Happening(12.0, "in numbers", 1, 511, "10.1.3.1")
    reading = Happening(5.0, "reading", 40, 512, "10.1.3.2")
    near = [Happening(2.0, kind, 1, 530 + place, f"10.24.9.{place}") for place, kind in enumerate(BOUNDS)]
    patience = Happening(4.0, "patience", 1, 513, "10.1.3.3")
    more = [patience, Happening(6.0, "named", 1, 514, "10.1.3.4")]
    more.append(Happening(chance.uniform(140, 200), "unread", 1, 515, "10.1.3.5"))
    more.append(Happening(chance.uniform(4, 9), "unwritten", 1, 516, "10.1.3.6"))
    more.append(Happening(7.0, "lesson", 6, 517, "10.1.3.7"))
    more.append(Happening(9.0, "many reviews", 1, 518, "10.1.3.8"))
    more.append(Happening(48.0, "hanging disk", 1, 519, "10.1.3.9"))
    back = [Happening(3.5, kind, 1, 540 + place, f"10.1.5.{place}") for place, kind in enumerate(RETURNS)]
    return [*tables, reading, *near, patience] if is_cluster else [*tables, reading, *near, *together, *more, *back]


def _silences(chance: random.Random, number: int) -> list[Happening]:
    """Puts people into a cluster who always do something, and four troubles that turn on time."""
    scenes = [
        Happening(chance.uniform(8, 30), kind, 1, 600 + place, f"10.1.3.{place}") for place, kind in enumerate(RELAYS)
    ]
    often, others = list(SILENCES)[:OFTEN], list(SILENCES)[OFTEN:]
    kinds = [*often, *(others[(2 * number + place) % len(others)] for place in range(2))]
    chance.shuffle(kinds)
    scenes += [Happening(6.0, "waiting", 1, 604, "10.1.3.4"), Happening(10.0, "witness", 1, 605, "10.1.3.5")]
    scenes.append(Happening(14.0, "passing", 1, 606, "10.1.3.6"))
    return scenes + [
        Happening(_QUIET + 28 * place + chance.uniform(0, 12), kind, 1, 610 + place) for place, kind in enumerate(kinds)
    ]


def _over_a_day(chance: random.Random, happenings: list[Happening]) -> list[Happening]:
    """Puts the happenings into a few busy periods of some minutes each. Nobody comes in the hours between."""
    bursts = [0.0, *(chance.uniform(0, 0.9 * _DAY) for _ in range(_BURSTS - 1))]
    return [replace(one, at=one.at + chance.choice(bursts)) for one in happenings]


def lasts_minutes(plan: Plan) -> bool:
    """Tells whether a world lasts minutes, not a day."""
    return plan.seconds < _DAY


def enough(hours: float, first: int) -> range:
    """Returns the seeds from ``first`` on whose worlds last so many hours together."""
    end, seconds = first, 0.0
    while seconds < 3600 * hours:
        seconds += plan(end).seconds
        end += 1
    return range(first, end)


def _some(chance: random.Random, kinds: list[str]) -> list[str]:
    """Draws which kinds a world knows: all, or two, which then meet often (Groce et al., "Swarm testing", 2012)."""
    return kinds if chance.random() < 0.5 else chance.sample(kinds, 2)
