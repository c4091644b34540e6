"""Holds simulated threads, which take turns, and what they wait for.

The service threads of the server run here as steps of one real thread. A thread that would wait says so by
:class:`Asleep`, and its turn is run again when somebody wakes it or its time has come. That is safe because each turn
of a service thread waits before it takes anything (``webapp/process/service_threads.py`` names what it waits for).
In the midst of its work a page thread may let time pass (:meth:`Thread.spend`): its turns have a stack of their own.
"""

from __future__ import annotations

import math
import queue
import selectors
import threading
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from greenlet import greenlet

from tests.world.simulated.machine import TICK, Act, Machine
from tests.world.simulated.network import Pair
from webapp.process.service_threads import ServiceThreads

if TYPE_CHECKING:
    from tests.world.world import World

_PAUSE_AFTER_ERROR = 0.05
_SPENDERS = ("pages", "lab", "lease", "engine")
"""The threads whose work takes time, or that start a process."""


class Asleep(BaseException):
    """Says that a thread waits: until the moment ``until``, or until it is woken."""

    def __init__(self, until: float) -> None:
        super().__init__()
        self.until = until


class Thread:
    """Stands for a service thread: ``pace`` are the seconds between being woken and running."""

    def __init__(
        self, machine: Machine, name: str, ident: int, turn: Callable[[], bool], pace: Callable[[], float]
    ) -> None:
        self.name, self.ident, self.ended = name, ident, False
        self._machine, self._turn, self._pace = machine, turn, pace
        self._call_off: Callable[[], None] = lambda: None
        self._due, self._busy_until = math.inf, 0.0
        self._begun: greenlet | None = None
        self.on_error: Callable[[Exception], object] = lambda _: None
        self.on_step: Act = lambda: None
        self.held_until: Callable[[], float] = lambda: 0.0
        self.wake()

    def wake(self) -> None:
        """Runs a turn soon."""
        self._run_in(self._pace())

    def spend(self, seconds: float) -> None:
        """Keeps this thread busy for some time: it does nothing else until then."""
        here, self._busy_until = greenlet.getcurrent(), self._machine.now + seconds
        self._run_in(seconds)
        if here.parent is not None:
            here.parent.switch()

    def join(self, timeout: float | None = None) -> None:
        """Runs the thread to its end, if it does not wait for something else. Time that it lets pass is left out."""
        while not self.ended and (self._step() or self._begun is not None):
            pass

    def kill(self) -> None:
        """Ends the thread wherever it is."""
        self.ended = True
        self._call_off()

    def _run_in(self, seconds: float) -> None:
        due = self._machine.now + seconds
        if not self.ended and due < self._due:
            self._call_off()
            self._due = due
            self._call_off = self._machine.later(seconds, self._run)

    def _run(self) -> None:
        self._due = math.inf
        until = max(self.held_until(), self._busy_until)
        if until > self._machine.now:
            self._run_in(until - self._machine.now)
        elif not self.ended and self._step():
            self._run_in(TICK if self.name == "loop" else self._pace())

    def _step(self) -> bool:
        """Runs one turn. Returns whether another one may follow at once."""
        before, self._machine.current = self._machine.current, self
        self.on_step()
        turn = self._begun
        if turn is None and self.name in _SPENDERS:
            turn = greenlet(self._turn)
        self._begun = None
        try:
            goes_on = self._turn() if turn is None else turn.switch()
            if turn is not None and not turn.dead:  # it lets time pass
                self._begun = turn
                return False
            self.ended = not goes_on
        except Asleep as sleep:
            if sleep.until < math.inf:
                self._run_in(sleep.until - self._machine.now)
            return False
        except Exception as error:
            self.on_error(error)
            self._run_in(_PAUSE_AFTER_ERROR)
            return False
        finally:
            self._machine.current = before
        return not self.ended


class Threads(ServiceThreads):
    """Makes what service threads are and wait for, in a world. ``paces`` has the pace of each thread by name."""

    def __init__(
        self, machine: Machine, paces: dict[str, Callable[[], float]], on_error: Callable[[str, Exception], object]
    ) -> None:
        super().__init__()
        self._machine, self._paces, self._on_error = machine, paces, on_error
        self.all: list[Thread] = []
        self.last = ""
        self.held_until: Callable[[str], float] = lambda _name: 0.0
        """Returns the moment up to which a thread does nothing: its process is frozen, or it waits for another."""

    def start(self, name: str, turn: Callable[[], bool]) -> Any:
        self.count(name, 0)
        thread = Thread(self._machine, name, 1 + len(self.all), turn, self._paces.get(name, lambda: TICK))
        thread.on_error = lambda error: self._on_error(name, error)
        thread.on_step = lambda: setattr(self, "last", name)
        thread.held_until = lambda: self.held_until(name)
        self.all.append(thread)
        return thread

    def ident(self) -> int:
        """Returns the number of the running thread; outside of all that of the loop, which then stands still."""
        current = self._machine.current
        return current.ident if current else next((one.ident for one in self.all if one.name == "loop"), 0)

    def condition(self) -> Condition:  # type: ignore[override]
        """Returns a condition that no real thread waits for."""
        return Condition(self._machine)

    def selector(self) -> Selector:  # type: ignore[override]
        """Returns a selector of simulated sockets."""
        return Selector(self._machine)

    def pair(self) -> tuple[Pair, Pair]:  # type: ignore[override]
        """Returns two joined sockets."""
        here, there = Pair(), Pair()
        here.other, there.other = there, here
        return here, there


class Condition:
    """Wakes the threads that wait for it, and needs no lock: there is one real thread."""

    def __init__(self, machine: Machine) -> None:
        self._machine, self._waiting = machine, list[Thread]()

    def __enter__(self) -> None:
        """Does nothing."""

    def __exit__(self, *_: object) -> None:
        """Does nothing."""

    def wait(self) -> None:
        """Puts the running thread to sleep."""
        thread = self._machine.current
        if thread is None:
            raise AssertionError("nobody waits here but service threads")
        if thread not in self._waiting:
            self._waiting.append(thread)
        raise Asleep(math.inf)

    def notify(self) -> None:
        """Wakes one waiting thread."""
        if self._waiting:
            self._waiting.pop(self._machine.chance.randrange(len(self._waiting))).wake()

    def notify_all(self) -> None:
        """Wakes all waiting threads."""
        while self._waiting:
            self._waiting.pop().wake()


class Selector:
    """Tells which simulated sockets are ready. Numbers of real files, of the engine's pipe, are asked of the system."""

    def __init__(self, machine: Machine) -> None:
        self._machine, self._map = machine, dict[int, selectors.SelectorKey]()
        self._hot: dict[int, None] = {}
        self._files: set[int] = set()
        self._sources: dict[int, Any] = {}
        self._until: float | None = None
        self._sleeper: Thread | None = None

    def register(self, fileobj: Any, events: int, data: Any = None) -> None:
        """Watches a socket or the number of a file."""
        number = fileobj if isinstance(fileobj, int) else fileobj.fileno()
        self._map[number] = selectors.SelectorKey(fileobj, number, events, data)
        if isinstance(fileobj, int):
            self._files.add(number)
        else:
            source = self._sources[number] = self._machine.descriptors.get(number, fileobj)
            source.on_change = lambda: self._heat(number)
            self._heat(number)

    def modify(self, fileobj: Any, events: int, data: Any = None) -> None:
        """Watches for other events."""
        self.register(fileobj, events, data)

    def unregister(self, fileobj: Any) -> None:
        """Watches no more. Raises KeyError for what was not watched."""
        number = fileobj if isinstance(fileobj, int) else fileobj.fileno()
        del self._map[number]
        self._hot.pop(number, None)
        self._sources.pop(number, None)
        self._files.discard(number)

    def get_map(self) -> dict[int, selectors.SelectorKey]:
        """Returns what is watched, by number."""
        return self._map

    def close(self) -> None:
        """Watches nothing."""
        self._map.clear()
        self._hot.clear()
        self._files.clear()

    def wake(self) -> None:
        """Wakes the thread that sleeps here."""
        sleeper, self._sleeper = self._sleeper, None
        if sleeper is not None:
            sleeper.wake()

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        """Returns what is ready, or puts the running thread to sleep."""
        ready = self._ready()
        wait = math.inf if timeout is None else timeout
        if ready or wait <= 0:
            self._until = None
            return ready
        now = self._machine.now
        if self._until is not None and now >= self._until:
            self._until = None
            return []
        self._until = min(now + wait, math.inf if self._until is None else self._until)
        self._sleeper = self._machine.current
        raise Asleep(self._until)

    def _heat(self, number: int) -> None:
        self._hot[number] = None
        self.wake()

    def _ready(self) -> list[tuple[selectors.SelectorKey, int]]:
        found = []
        for number in list(self._hot):
            key = self._map.get(number)
            events = self._sources[number].events() & key.events if key else 0
            if key and events:
                found.append((key, events))
            else:
                del self._hot[number]
        if self._files:
            with selectors.SelectSelector() as real:
                for number in self._files:
                    real.register(number, self._map[number].events)
                found += [(self._map[key.fd], events) for key, events in real.select(0)]
        return found


class Queues:
    """Makes queues at which somebody outside of all threads waits, while the world goes on."""

    def __init__(self, world: World) -> None:
        self._world, self._items, self._filled = world, deque[Any](), Event(world)

    def __getitem__(self, _kind: object) -> Queues:
        return self

    def __call__(self) -> Queues:
        """Returns a new queue."""
        return Queues(self._world)

    def put(self, item: object) -> None:
        """Adds what may be got."""
        self._items.append(item)
        self._filled.set()

    def get(self, timeout: float) -> Any:
        """Waits for the first item. Raises ``queue.Empty`` without one in time."""
        if not self._filled.wait(timeout):
            raise queue.Empty
        return self._items.popleft()


class Event(threading.Event):
    """Lets the world go on while somebody outside of all threads waits."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def wait(self, timeout: float | None = None) -> bool:
        machine = self._world.machine
        end = machine.now + (timeout or 0.0)
        while machine.now < end and not self.is_set() and self._world.failure is None:
            machine.run(min(end, machine.now + 0.02), self._world.host.after_step)
        return self.is_set()
