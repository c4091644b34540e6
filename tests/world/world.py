"""Runs one world: a server, its people, foes and troubles, and what must be true at every step."""

from __future__ import annotations

import atexit
import functools
import gc
import hashlib
import logging
import random
import shutil
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tests.world.cast.client import Client, Wait, start
from tests.world.cast.foes import FOES
from tests.world.cast.people import Person
from tests.world.cast.visits import VISITS
from tests.world.plan import Happening, Plan
from tests.world.simulated.machine import Machine, nature
from tests.world.simulated.network import Line
from tests.world.simulated.server import Host, Log, lean
from tests.world.truth import Truth
from webapp.settings import Settings
from webapp.storage.database import Database
from webapp.storage.url import DatabaseError

_FIRST = 5.0
"""Virtual seconds before anybody comes, in which the timers of an empty server are counted."""
_QUIET = 160.0
"""Virtual seconds after the last client has gone, in which everything is given back."""
_PATIENCE, _ENGINES_PATIENCE = 60.0, 400.0
"""Virtual seconds within which a question is answered, and one for an engine that hangs, dies and starts."""
_ENGINES = ("hint", "preview", "why_not", "why", "review", "mistake", "beliefs")
real_clock, _collect = time.perf_counter, gc.collect


class Failure(NamedTuple):
    """Says which rule was broken when, in a sentence."""

    rule: str
    at: float
    words: str


@dataclass(frozen=True)
class Outcome:
    """Holds what a world has come to: its log, and the first failure or None. ``seconds`` were simulated."""

    plan: Plan
    log: tuple[str, ...]
    failure: Failure | None
    seconds: float
    events: int
    longest: tuple[float, str]

    def text(self) -> str:
        """Returns the log, byte for byte the same for the same seed."""
        return "\n".join(self.log) + "\n"


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


class World:
    """Holds a world while it runs."""

    def __init__(self, plan: Plan, folder: Path, machine: Machine) -> None:
        self.plan, self.seed, self.machine = plan, plan.seed, machine
        self.log: list[str] = []
        self.traffic = hashlib.sha256()
        self.failure: Failure | None = None
        self.clients: dict[Client, None] = {}
        self.lines: dict[Line, None] = {}
        self.games: dict[str, None] = {}
        self.invitations: list[str] = []
        self._calm: dict[int, dict[str, object]] = {}
        self.is_over = self.was_down = False
        self._file = folder / "games.sqlite3"
        self.truth = Truth(self, self._file)
        chosen = {"arena": str(_templates() / "arena"), "database": str(self._file), **plan.settings}
        self.host = Host(self, Settings(**chosen))
        self.host.engines.temper.seconds = plan.thinking

    # --- for the people ---

    def say(self, sentence: str) -> None:
        """Adds a sentence to the log."""
        self.log.append(f"{self.machine.now - 1000:10.3f}  {sentence}")

    def fail(self, rule: str, words: str) -> None:
        """Notes that a rule is broken. The first time counts, and ends the world."""
        words = words.replace(str(self._file.parent), "")  # the folder has another name each time
        if self.failure is None:
            self.failure = Failure(rule, self.machine.now - 1000, words)
            self.say(f"BROKEN ({rule}): {words}")

    def connect(self, address: str, chance: random.Random, received: Callable[[bytes], object]) -> Line:
        """Opens a line to the server."""
        line = Line(self.machine, chance, self.host.listener, address, received)
        self.lines[line] = None
        return line

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
            self._run(_FIRST / 10)
            self.host.baseline = max(self.host.baseline, self.host.timers())
        for happening in plan.happenings:
            machine.later(happening.at, lambda one=happening: self._begin(one))  # type: ignore[misc]
        machine.later(1.0, self._look)
        self._run(plan.seconds)
        self._end()

    def _run(self, seconds: float) -> None:
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
        script = VISITS.get(one.kind) or FOES.get(one.kind)
        if script is None:
            getattr(self, f"_{one.kind.replace(' ', '_')}")(chance)
            return
        person = Person(self, f"{'Foe' if one.kind in FOES else 'Guest'} {one.number}", one.address, chance)

        async def visit() -> None:
            await script(person, one.acts)
            person.leave()

        start(visit())

    def _look(self) -> None:
        """Looks every second whether somebody has waited too long, and drops lines that have ended."""
        self.lines = {line: None for line in self.lines if not line.socket.closed}
        for client in list(self.clients):
            oldest = client.oldest()
            if (
                oldest is None
                or client.line.is_frozen
                or client.line.slowness is not None
                or self.host.services is None
            ):
                continue
            event, since = oldest
            waited, patience = self.machine.now - since, _ENGINES_PATIENCE if event in _ENGINES else _PATIENCE
            if waited > patience:
                self.fail(
                    "each question is answered", f"{client.name} has waited {waited:.0f} s for an answer to {event!r}."
                )
        if not self.is_over:
            self.machine.later(1.0, self._look)

    def _end(self) -> None:
        """Shows everybody out, and looks at what is left."""
        self.is_over = True
        self.say("Everybody leaves.")
        self.host.disk.__init__()  # type: ignore[misc]
        self.host.engines.temper.__init__()  # type: ignore[misc]
        for client in list(self.clients):
            client.close()
        for line in list(self.lines):
            line.close()
        self._run(_QUIET)
        for _ in range(20):  # a clock runs on with nobody there, and then its flag falls
            if self.failure or self.host.services is None or not self.host.has_clocks():
                break
            self._run(_QUIET)
        if self.failure is None:
            held = self.host.held()
            if held:
                words = ", ".join(f"{count:g} {kind}" for kind, count in held.items())
                self.fail(
                    "everything is given back", f"Nobody has been here for {_QUIET:.0f} s, and there are {words}."
                )
            elif self.host.timers() > self.host.baseline:
                words = f"Of {self.host.timers()} timers {self.host.baseline} are the server's own."
                self.fail("everything is given back", words)
        if self.host.services is not None:
            self.host.stop()
        self.truth.look_again()
        digest = hashlib.sha256("".join(row.data for rows in self.truth.games.values() for row in rows).encode())
        told = self.traffic.hexdigest()[:16]
        self.say(f"The end: {len(self.truth.games)} games ({digest.hexdigest()[:16]}), all that was told is {told}.")

    # --- troubles ---

    def _for_a_while(self, chance: random.Random, thing: object, **changed: object) -> None:
        calm = self._calm.setdefault(id(thing), {})  # of two troubles at once the end of the first ends both
        for name, value in changed.items():
            calm.setdefault(name, getattr(thing, name))
            setattr(thing, name, value)
        seconds = chance.uniform(5, 60)

        def back() -> None:
            for name in changed:
                setattr(thing, name, calm[name])

        self.machine.later(seconds, back)

    def _engine_dies(self, chance: random.Random) -> None:
        self.host.engines.die(chance.choice((-9, -11, 0, 1)))

    def _engine_hangs(self, chance: random.Random) -> None:
        self._for_a_while(chance, self.host.engines.temper, is_hung=True)

    def _engine_is_slow(self, chance: random.Random) -> None:
        self._for_a_while(chance, self.host.engines.temper, seconds=chance.choice((2.0, 9.0)))

    def _engine_stammers(self, chance: random.Random) -> None:
        self._for_a_while(chance, self.host.engines.temper, twice=0.4, torn=0.4, stray=0.4)

    def _no_engine(self, chance: random.Random) -> None:
        self._for_a_while(chance, self.host.engines.temper, starts=False)
        self.host.engines.die(-9)

    def _disk_is_slow(self, chance: random.Random) -> None:
        self._for_a_while(chance, self.host.disk, seconds=1.0)

    def _disk_is_full(self, chance: random.Random) -> None:
        self._for_a_while(chance, self.host.disk, is_full=True)

    def _writes_fail_before(self, chance: random.Random) -> None:
        self._for_a_while(chance, self.host.disk, before=0.3)

    def _writes_fail_after(self, chance: random.Random) -> None:
        self._for_a_while(chance, self.host.disk, after=0.3)

    def _kill(self, chance: random.Random) -> None:
        if self.host.services is not None:
            self.was_down = True
            self.host.crash()
            self.truth.look_again()
            self.machine.later(chance.uniform(0.2, 5.0), self.host.start)

    def _clock_jumps(self, chance: random.Random) -> None:
        self.machine.wall += chance.choice((-86_400.0, -3600.0, 5.0, 3600.0, 400_000.0))

    def _some(self, chance: random.Random) -> list[Client]:
        return [client for client in self.clients if chance.random() < 0.5]

    def _lines_are_torn(self, chance: random.Random) -> None:
        for client in self._some(chance):
            client.line.tear()

    def _lines_are_half_open(self, chance: random.Random) -> None:
        for client in self._some(chance):
            client.line.freeze()
            self.machine.later(25.0, client.close)

    def _lines_are_slow(self, chance: random.Random) -> None:
        for client in self._some(chance):
            self._for_a_while(chance, client.line, slowness=400.0)

    def _lock_removed(self, _chance: random.Random) -> None:
        """Removes the lock, and starts another server. Some seconds later one of the two knows that it has lost."""
        if self.host.services is None:
            return
        services = self.host.services
        self._file.with_name(self._file.name + ".lock").unlink(missing_ok=True)
        try:
            other = Database(f"sqlite:///{self._file}", owned=True)
        except DatabaseError:
            return

        def judge() -> None:
            both = services is self.host.services and services.database._claim.holds() and other._claim.holds()  # type: ignore[union-attr]
            other.close()
            if both:
                self.fail("one owner", "Two servers hold the database, and neither knows it.")

        self.machine.later(5.0, judge)


def run(plan: Plan, setup: Callable[[], object] = lambda: None) -> Outcome:
    """Runs a world in a folder and with a clock of its own."""
    folder = Path(tempfile.mkdtemp(prefix="world-", dir="/dev/shm" if Path("/dev/shm").is_dir() else None))
    shutil.copy(_templates() / "games.sqlite3", folder)
    machine = Machine(plan.seed)
    log = logging.getLogger("webapp")
    before = log.propagate, log.handlers[:]
    with nature(machine, plan.seed), lean():
        world = World(plan, folder, machine)
        log.handlers, log.propagate = [Log(world)], False
        try:
            world.run()
        finally:
            log.propagate, log.handlers = before
            if world.host.services is not None:
                world.host.crash()
            world.truth.close()
            shutil.rmtree(folder, ignore_errors=True)
    _collect()
    return Outcome(plan, tuple(world.log), world.failure, machine.now - 1000, machine.steps, world.host.longest)
