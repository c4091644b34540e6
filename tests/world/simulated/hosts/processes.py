"""Holds the processes of a cluster: hosts and fronts, each with its threads, an engine and a database to lose."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from tests.world.simulated.leaving import drain
from tests.world.simulated.network import Listener
from tests.world.simulated.node import Node, serve
from webapp.cluster import run_host

if TYPE_CHECKING:
    from tests.world.simulated.hosts.cluster import Cluster
    from tests.world.world import World

_OF_DATABASE = ("store", "lease", "shards", "pages")
"""The threads that wait for the database."""
_GIVEN_UP = 5.0
"""Seconds for which a statement waits for a database that does not answer (``webapp/storage/database.py``)."""


class Process(Node):
    """Holds one process of a cluster, from its start to its end; the next one has another name."""

    def __init__(self, world: World, cluster: Cluster, name: str) -> None:
        super().__init__(world, name, cluster.disk)
        self.cluster, self.is_dead, self.frozen_until, self.member = cluster, False, 0.0, ""
        self._waits_until = self._away_until = self.notice_late = self.reads_late = 0.0
        self.changes, self.was_refused = list[str](), False
        self.make_threads().held_until = self._held_until

    def _held_until(self, thread: str) -> float:
        return max(self.frozen_until, self._waits_until if thread in _OF_DATABASE else 0.0)

    def reaches_database(self) -> bool:
        """Returns whether statements of this process arrive at the database."""
        return not self.is_dead and self._world.machine.now >= self._away_until

    def lose_database(self, seconds: float, waits: bool = True) -> None:
        """Cuts this process off from the database. Statements wait at first, and then fail, or fail at once."""
        now = self._world.machine.now
        self._waits_until, self._away_until = now + min(seconds, _GIVEN_UP) * waits, now + seconds

    def freeze(self, seconds: float) -> None:
        """Lets the process do nothing for a while."""
        self.frozen_until = self._world.machine.now + seconds
        self.cluster.links.note_frozen(self)

    def kill(self) -> None:
        """Ends the process as ``kill -9`` does."""
        self.is_dead = True
        for thread in self.threads.all:
            thread.kill()
        self.engines.die(-9)
        self.cluster.links.kill(self)

    def check_left(self, name: str) -> None:
        """Checks that who has ended in order is no member, if the database has heard of it."""
        is_member = self.cluster.postgres.raw.execute("SELECT 1 FROM member WHERE name = ?", (name,)).fetchone()
        if is_member and self.reaches_database() and not (self.changes or self.was_refused):
            self._world.fail("the leases", f"{self.name} has ended in order, and is still a member.")

    def check_threads(self) -> None:
        """Checks that each thread has come to its end."""
        for thread in self.threads.all:
            if not thread.ended:
                self._world.fail("everything is given back", f"The thread {thread.name} of {self.name} does not end.")
                thread.kill()


class HostProcess(Process):
    """Holds a host, as ``webapp/cluster/run_host.py`` runs it."""

    def start(self) -> None:
        """Starts the host."""
        settings, listen = self.cluster.settings, f"10.1.0.1:{7000 + self.cluster.count}"
        self._running = run_host.running_host(settings, listen, self.threads, lambda _: None)
        self.host = self._running.__enter__()
        self.member = self.host.name
        self.measure(self.host._loop)
        self.join_engine(self.host._owner.engine)

    def after_step(self) -> None:
        """Lets the engine read what was just sent."""
        if not self.is_dead:
            self.let_engine_read()

    def leave(self) -> None:
        """Gives the games to the others, and ends."""
        self.host.leave(5.0)
        if not self.is_dead:
            self.check_left(self.member)
            self.stop()

    def stop(self) -> None:
        """Ends the host in order; after a death only what the dead process held here is given back."""
        was_dead, self.is_dead = self.is_dead, True
        self._running.__exit__(None, None, None)
        if not was_dead:
            self.check_threads()
            self.cluster.links.kill(self)

    @property
    def loop(self) -> Any:
        return self.host._loop

    def counts(self) -> dict[str, Callable[[], float]]:
        """Returns what counts all that the host holds for somebody."""
        host = self.host
        publisher, questions = host.publisher, host.questions
        return {
            **self.held_by_owner(host._owner),
            "open questions": lambda: host.lines.open_questions,
            "places": lambda: len(publisher._places) + len(publisher._at) + len(publisher._watch),
            "late thoughts": lambda: len(publisher._late),
            "known connections": lambda: len(questions._known),
        }


class FrontProcess(Process):
    """Holds a front, as ``webapp/cluster/run_host.py`` starts it."""

    def start(self) -> None:
        """Starts the front."""
        app = run_host.create_front(self.cluster.settings, self.threads)
        self.services = app.extensions["fourthought"]
        process = self.services.process
        self.loop = process.loop
        self.measure(self.loop)
        self.listener = Listener()
        self.server = serve(app, self.listener, process)

    def after_step(self) -> None:
        """Checks the bytes that wait for each visitor."""
        if not self.is_dead:
            self.check_unread(self.loop.unsent)

    def kill(self) -> None:
        super().kill()
        self.listener.close()
        for line in list(self._world.lines):
            if line.listener is self.listener:
                line.tear()

    def drain(self) -> None:
        """Lets the front finish what is open, as the command does before its end, and closes all pages."""
        drain(self._world, self.services, self.listener, lambda: not self.is_dead)
        if not self.is_dead:
            self.services.front.namespace.disconnect_all()

    def leave(self) -> None:
        """Ends the front in order."""
        self.drain()
        if not self.is_dead:
            self.stop()

    def stop(self) -> None:
        """Ends the front in order; after a death only what the dead process held here is given back."""
        was_dead = self.is_dead
        if not was_dead:
            self.server.stop()
        self.services.close()
        if not was_dead:
            self.check_left(self.services.owner.name)
            self.check_threads()
        self.is_dead = True

    def counts(self) -> dict[str, Callable[[], float]]:
        """Returns what counts all that the front holds for somebody."""
        desk = self.services.owner
        pages, lines = desk.pages, desk._mesh._lines
        return {
            **self.services.front.held,
            "lines": self.server.count,
            "slow bytes": lambda: len(self.loop.unsent),
            "pages": lambda: len(pages._pages),
            "early news": lambda: len(pages._early),
            "moving pages": lambda: len(pages._moving),
            "questions to hosts": lambda: sum(len(line._questions) for line in lines.values()),
            "events that wait": lambda: len(desk._waiting),
        }
