"""Runs the role of a host as a detached actor of Ray: after a death the host comes back on the same machine."""

import logging
import os
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from typing import Any

import ray
from sqlalchemy.exc import SQLAlchemyError

from webapp.cluster.machines import quiet
from webapp.cluster.machines.connection import connected
from webapp.cluster.machines.node import RayNode, start_node
from webapp.cluster.machines.ray_settings import MachinesError
from webapp.cluster.run_host import running_host
from webapp.process import logs
from webapp.process.service_threads import ServiceThreads
from webapp.serving.listening import AddressError, listen
from webapp.settings import Settings
from webapp.storage.database import DatabaseError

_log = logging.getLogger(__name__)

_AGAIN = 2.0
_NOTE = 0.5
_LONGEST_JOIN = 120.0
_LONGEST_WORD = 5.0
"""Seconds for a word to the head, which may be away."""


class TableHost:
    """Runs the host of one machine, as an actor of Ray. For the arguments see ``serve_host_on``.

    Without the database the process ends after a pause and Ray starts it again. An error would end the actor.
    """

    def __init__(self, settings: Settings, address: str, health: int | None) -> None:
        logs.configure(settings.log, settings.log_level)
        self._seconds, self._ends, self._end = settings.drain_seconds, ExitStack(), threading.Event()
        try:
            sock = None if health is None else listen(settings.host, health)
            threads = ServiceThreads(self._begin_again)
            self._host = self._ends.enter_context(running_host(settings, address, threads, _log.info, sock))
            threads.start("quiet", self._note_quiet)
        except (DatabaseError, SQLAlchemyError, AddressError) as error:
            _log.error("the host cannot begin: %s", error)
            time.sleep(_AGAIN)
            os._exit(1)

    def name(self) -> str:
        """Returns the name of the host in the cluster. It changes with every start of the process."""
        return self._host.name

    def leave(self) -> None:
        """Gives the games to the other hosts, and ends the host."""
        self._host.leave(self._seconds)
        self._end.set()
        self._ends.close()

    def _note_quiet(self) -> bool:
        quiet.note(self._host.quiet())
        return not self._end.wait(_NOTE)

    def _begin_again(self) -> None:
        """Leaves and ends the process, because a service thread has ended."""

        def end() -> None:
            with suppress(Exception):
                self._host.leave(self._seconds)
            os._exit(1)

        threading.Thread(target=end, daemon=True).start()


def serve_host_on(
    head: str, settings: Settings, address: str, health: int | None, cores: int, say: Callable[[str], object]
) -> None:
    """Runs a node of Ray on this machine, and on the node a host, until Ctrl-C or SIGTERM.

    Args:
        head: the address of Ray's head.
        settings: of the host.
        address: the address of this machine for fronts and other hosts, with a port or without.
        health: the port of the pages for operators, or None.
        cores: cores for jobs.
        say: called with a sentence for a person.

    Raises:
        MachinesError: the head cannot be reached, or Ray or the host does not start on this machine.
    """
    place, began = f"host {address}", False
    while True:
        node = start_node(head, address.rpartition(":")[0] or address, cores, place)
        try:
            with _joined(head, node):
                actor = _begin(place, settings, address, health)
                say(f"The host {_name(actor, node)} has joined the cluster.")
                began = True
                node.wait()
                _end(actor, settings.drain_seconds)
                return
        except MachinesError as error:
            if not began:
                raise
            _log.warning("%s; it begins again", error)  # the head was away for long, and took this node for dead
        finally:
            node.stop()
        time.sleep(_AGAIN)


def _joined(head: str, node: RayNode) -> ExitStack:
    """Connects as soon as the node of this machine has joined the cluster."""
    end = time.monotonic() + _LONGEST_JOIN
    while True:
        node.check()
        with ExitStack() as stack:
            try:
                stack.enter_context(connected(head))
                return stack.pop_all()
            except MachinesError:
                if time.monotonic() > end:
                    raise
        time.sleep(_AGAIN)


def _begin(place: str, settings: Settings, address: str, health: int | None) -> Any:
    """Starts the actor of this machine, in place of one with the settings of an earlier command."""
    with suppress(ValueError):
        ray.kill(ray.get_actor(place), no_restart=True)
    options: dict[str, Any] = {
        "name": place,
        "lifetime": "detached",
        "max_restarts": -1,
        "max_task_retries": 0,
        "num_cpus": 0,  # the cores are for jobs
        "resources": {place: 1},
    }
    return ray.remote(TableHost).options(**options).remote(settings, address, health)


def _name(actor: Any, node: RayNode) -> str:
    """Waits for the host, and returns the name."""
    while True:
        node.check()
        try:
            return str(ray.get(actor.name.remote(), timeout=_AGAIN))
        except (ray.exceptions.GetTimeoutError, ray.exceptions.ActorUnavailableError):
            continue
        except ray.exceptions.RayError as error:
            raise MachinesError(f"the host cannot begin: {error}") from None


def _end(actor: Any, seconds: float) -> None:
    """Makes the host give its games away, and the head end the actor."""
    with suppress(ray.exceptions.RayError):
        ray.get(actor.leave.remote(), timeout=seconds + _LONGEST_WORD)
    word = threading.Thread(target=ray.kill, args=(actor,), daemon=True)
    word.start()
    word.join(_LONGEST_WORD)
