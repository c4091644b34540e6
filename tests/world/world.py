"""Runs one world: a server, its people, foes and troubles, and what must be true at every step."""

from __future__ import annotations

import atexit
import functools
import gc
import hashlib
import logging
import math
import random
import shutil
import tempfile
import time
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from contextlib import nullcontext
from pathlib import Path

from tests.world.cast.client import Client, Reader, Wait, start
from tests.world.cast.people import Person
from tests.world.ending import end
from tests.world.harm.midst import Midst
from tests.world.harm.silences import Silences
from tests.world.harm.troubles import OfServer, Troubles
from tests.world.ledger.forgotten import judging_deletions
from tests.world.ledger.order import Order
from tests.world.ledger.owners import Owners
from tests.world.ledger.truth import Truth
from tests.world.ledger.turns import Turns
from tests.world.outcome import Failure, Outcome
from tests.world.plan import Happening, Plan
from tests.world.room import RECOVERED, Room
from tests.world.rules.crowd import Crowd
from tests.world.rules.kept import Kept
from tests.world.rules.lines import Course, look_at_lines
from tests.world.rules.lobby import Lobby
from tests.world.rules.minds import Minds
from tests.world.rules.reviewed import Reviews
from tests.world.rules.seekers import Seekers
from tests.world.rules.told import Told
from tests.world.rules.waits import check_waits
from tests.world.scripts.bounds_of_pages import BOUNDS
from tests.world.scripts.foes import FOES
from tests.world.scripts.meetings import MEETINGS
from tests.world.scripts.moments import MOMENTS
from tests.world.scripts.named import NAMED
from tests.world.scripts.numbers import NUMBERS
from tests.world.scripts.pairs import TOGETHER
from tests.world.scripts.patience import PATIENCE
from tests.world.scripts.readers import READINGS, lab_here
from tests.world.scripts.relays import RELAYS, WAITING
from tests.world.scripts.returns import RETURNS
from tests.world.scripts.scenes import SCENES
from tests.world.scripts.tables import TABLES
from tests.world.scripts.tour import TOURS
from tests.world.scripts.unread import UNREAD
from tests.world.scripts.visits import VISITS
from tests.world.scripts.witness import WITNESSES
from tests.world.simulated.collections import excess, sizes
from tests.world.simulated.hosts.cluster import Cluster
from tests.world.simulated.limits import small_bounds
from tests.world.simulated.machine import Machine, nature
from tests.world.simulated.minds.fates import Fates
from tests.world.simulated.network import Line, visitor_of
from tests.world.simulated.node import heavy_pages
from tests.world.simulated.server import Host, Log, flushing, lean
from webapp.settings import Settings
from webapp.storage.database import Database
from webapp.storage.forgetting import forget_game

_FIRST = 5.0
"""Virtual seconds before anybody comes, in which the timers of an empty server are counted."""
_SELDOM = 20
"""Virtual seconds between two looks at all that a server remembers."""
_SOON = 8.0
"""Virtual seconds after single writes that have failed, from which on a game can be saved."""
_PROXY = "10.255.0.1"
_SCRIPTS = (
    VISITS, FOES, SCENES, MEETINGS, MOMENTS, TABLES, READINGS, RELAYS, WAITING, TOGETHER, TOURS, NUMBERS, PATIENCE,
    NAMED, UNREAD, BOUNDS, WITNESSES, RETURNS,
)  # fmt: skip
real_clock, _collect = time.perf_counter, gc.collect


@functools.cache
def _templates() -> Path:
    """Returns a folder with an empty database and an arena, made once a process."""
    folder = Path(tempfile.mkdtemp(prefix="world-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    Database(f"sqlite:///{folder / 'games.sqlite3'}").close()
    (folder / "arena").mkdir()
    line = b'{"game":"connect4","players":["level 1","level 2"],"moves":"4444443535","result":"1-0"}\n'
    (folder / "arena" / "games.jsonl").write_bytes(line * 30_000)
    return folder


class World(Room):
    """Holds a world while it runs."""

    def __init__(self, plan: Plan, folder: Path, machine: Machine) -> None:
        self.plan, self.seed, self.machine = plan, plan.seed, machine
        self.log: list[str] = []
        self.traffic = hashlib.sha256()
        self.failure: Failure | None = None
        self.clients: dict[Client, None] = {}
        self.readers: dict[Reader, None] = {}
        self.crowded_at = -math.inf
        """When so many readers waited last that one may be told to come again."""
        self.crowd = Crowd()
        self.sent: defaultdict[str, deque[tuple[float, str]]] = defaultdict(lambda: deque(maxlen=4000))
        """By address, when events were sent, and which."""
        self.answered = Counter[int]()
        """The answers of the present server by their status, and as 0 the lines that were torn."""
        self.changes: defaultdict[str, deque[float]] = defaultdict(lambda: deque(maxlen=4000))
        """By address, when events were granted: no others count against the rate of changes."""
        self.heavy: dict[str, float] = {}
        """By address, the seconds that a page thread works for each thing that comes from there."""
        self.doubtful: set[str] = set()
        """The addresses whose questions the engine may answer late or never, and no others (``minds/fates.py``)."""
        self.people: dict[Person, None] = {}
        self.lines: dict[Line, None] = {}
        self.addresses = {"", _PROXY}
        """From where anybody has come."""
        self.games: dict[str, None] = {}
        self.closed: dict[str, float] = {}
        """By game, when its table was closed last as if there were no room for it."""
        self.pairs: set[tuple[str, str]] = set()
        """The pairs of acts that have come together (``scripts/pairs.py``)."""
        self.is_over = self.was_down = False
        self.rough_until = self._crowded_until = self.drained_at = 0.0
        """The moment from which on the last trouble is over. ``drained_at`` is when a server was about to end."""
        self.longest = int(plan.settings.get("longest_game", 2000))
        """The most events of a game."""
        self.fates = Fates()
        self.file = folder / "games.sqlite3"
        self.truth, self.told, self.midst = Truth(self, self.file), Told(self), Midst(machine)
        self.minds, self.seekers, self.kept = Minds(self), Seekers(self), Kept(self)
        self.turns, self.order, self.lobby, self.reviews = Turns(self), Order(self), Lobby(self), Reviews(self)
        settings = Settings(**{"arena": str(_templates() / "arena"), "database": str(self.file), **plan.settings})
        self.host: Host | Cluster
        self._troubles: Troubles
        if plan.hosts:
            self.host = self.cluster = Cluster(
                self, settings, plan.hosts, plan.fronts, random.Random(f"links {self.seed}")
            )
            self.silences, self.owners = Silences(self), Owners(self)
            self._troubles = self.silences
            self.cluster.postgres.note_change = self.owners.note_change
        else:
            self.host = self.server = Host(self, settings)
            self._troubles = OfServer(self)

    # --- for the people ---

    def say(self, sentence: str) -> None:
        """Adds a sentence to the log."""
        self.log.append(f"{self.machine.now - 1000:10.3f}  {sentence}")

    def fail(self, rule: str, words: str) -> None:
        """Notes that a rule is broken. The first time counts, and ends the world."""
        words = words.replace(str(self.file.parent), "")  # the folder has another name each time
        if self.failure is None:
            self.failure = Failure(rule, self.machine.now - 1000, words)
            self.say(f"BROKEN ({rule}): {words}")

    def is_troubled(self, seconds: float) -> None:
        """Notes that something is wrong for some seconds from now on."""
        self.rough_until = max(self.rough_until, self.machine.now + seconds)

    def is_disturbed(self, seconds: float) -> None:
        """Notes that single writes fail for some seconds from now on. What waits for them goes on soon afterwards."""
        self.is_troubled(seconds + _SOON - RECOVERED)

    def is_calm(self, since: float | None = None) -> bool:
        """Returns whether all troubles have been over for so long that everything works again, now or since then."""
        return (self.machine.now if since is None else since) > self.calm_from()

    def calm_from(self) -> float:
        """Returns the moment from which on all works again, if no trouble begins."""
        return self.rough_until + RECOVERED

    def is_kept(self, game_id: str, since: float) -> bool:
        """Tells whether the process that had a game in memory at a moment has it still."""
        if self.plan.hosts:
            return self.owners.since(game_id) < since
        return self.server.services is not None and self.server.started_at < since

    def connect(self, address: str, chance: random.Random, received: Callable[[bytes], object]) -> Line:
        """Opens a line to the server."""
        visitor = visitor_of(address)
        proxy = _PROXY if self.plan.settings.get("proxies") else ""
        line = Line(self.machine, chance, self.host.door(chance), address, received, proxy)
        line.course = Course(self, line)
        self.addresses.add(visitor)
        self.lines[line] = None
        return line

    def trouble(self, kind: str, chance: random.Random) -> None:
        """Begins a trouble now."""
        self._troubles.begin(kind, chance)

    def delete(self, game_id: str) -> bool:
        """Deletes a stored game, as the operator's command does. False: there is none, or hosts own it."""
        if self.plan.hosts:
            return False
        database = Database(f"sqlite:///{self.file}")
        try:
            with self.truth.deleting(game_id):
                return forget_game(database, game_id)
        finally:
            database.close()

    def sleep(self, seconds: float) -> Wait[None]:
        """Returns what is there after some seconds."""
        wait: Wait[None] = Wait()
        self.machine.later(seconds, lambda: wait.resolve(None))
        return wait

    # --- its course ---

    def run(self) -> None:
        """Runs the world to its end, or to the first failure."""
        machine, plan = self.machine, self.plan
        self.host.start()
        for _ in range(10):
            self.go_on(_FIRST / 10)
            self.host.baseline = max(self.host.baseline, self.host.timers())
        roots = self.host.roots()
        fresh = {name.split()[0]: sizes(root) for name, root in roots.items()}
        for happening in plan.happenings:
            machine.later(happening.at, lambda one=happening: self._begin(one))  # type: ignore[misc]
        machine.later(1.0, self._look)
        self.go_on(plan.seconds)
        end(self, fresh, len(roots))

    def go_on(self, seconds: float) -> None:
        """Lets the world go on for some virtual seconds, or to the first failure."""
        end = self.machine.now + seconds
        while self.failure is None and self.machine.now < end:
            self.machine.run(min(end, self.machine.now + 1.0), self._after_step)

    def _after_step(self) -> None:
        self.host.after_step()

    def _begin(self, one: Happening) -> None:
        if self.failure is not None:
            return
        self.say(one.sentence())
        chance = random.Random(f"{self.seed} {one.number}")
        script = next((scenes[one.kind] for scenes in _SCRIPTS if one.kind in scenes), None)
        if script is None:
            self.midst.begin(chance, lambda: self._troubles.begin(one.kind, chance))
            return
        person = Person(self, f"{'Foe' if one.kind in FOES else 'Guest'} {one.number}", one.address, chance)

        async def visit() -> None:
            await script(person, one.acts)
            person.leave()

        start(visit())

    def _look(self) -> None:
        """Looks every second whether somebody has waited too long, and drops lines that have ended."""
        self.lines = {line: None for line in self.lines if not line.socket.closed}
        check_waits(self)
        look_at_lines(self)
        self.told.look()
        for client in list(self.clients):
            client.words.check()
        self.crowd.look(self)
        self.minds.look()
        self.seekers.look()
        self.kept.look()
        self._check_host()
        if int(self.machine.now) % _SELDOM == 0 and self.host.is_up():
            for name, root in self.host.roots().items():
                if words := excess(root):
                    self.fail("memory is bounded", f"{name} holds {words}.")
        if not self.is_over:
            self.machine.later(1.0, self._look)

    def _check_host(self) -> None:
        if self.plan.hosts:
            for front in self.cluster.fronts:
                front.check_counted(front.services, front.server)
            self.cluster.postgres.check_owners()
            self.owners.look()
            if self.is_calm():
                self.truth.clocks.check_flags(0.0)
        elif self.server.services is not None:
            self.server.check_counted(self.server.services, self.server.server)
            if not self.heavy:  # which hold up all that takes a page thread
                self.truth.check_safe(self.server.started_at)
            if self.is_calm():
                self.truth.clocks.check_flags(self.server.started_at)
            if (process := self.server.engines.now) is not None and process.is_alive:
                process.slices.check()
        for strange in {visitor for loop in self.host.loops() for visitor in loop._used} - self.addresses:
            self.fail("one owner", f"Work is counted for {strange}, from where nobody has come.")


def run(plan: Plan) -> Outcome:
    """Runs a world in a folder and with a clock of its own. Nothing of it is left for the next one to clear away."""
    outcome = _run(plan)
    logging.disable()  # what waited at the end is closed without an answer
    _collect()
    logging.disable(logging.NOTSET)
    return outcome


def _run(plan: Plan) -> Outcome:
    folder = Path(tempfile.mkdtemp(prefix="world-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    shutil.copy(_templates() / "games.sqlite3", folder)
    machine = Machine(plan.seed)
    log = logging.getLogger("webapp")
    before = log.propagate, log.handlers[:]
    with nature(machine, plan.seed), lean():
        world = World(plan, folder, machine)
        part = world.cluster.nature() if plan.hosts else nullcontext()
        log.handlers, log.propagate = [Log(world)], False
        try:
            with part, heavy_pages(world), flushing(world), lab_here(world), judging_deletions(world), small_bounds():
                world.run()
                if world.host.is_up():
                    world.host.crash()
                world.host.give_back()
        finally:
            log.propagate, log.handlers = before
            world.truth.close()
            shutil.rmtree(folder, ignore_errors=True)
    return Outcome(
        plan, tuple(world.log), world.failure, machine.now - 1000, machine.steps, world.host.longest, len(world.pairs)
    )
