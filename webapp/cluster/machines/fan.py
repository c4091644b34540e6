"""Computes batches on the machines of a Ray cluster. Call ``ray_settings.prepare`` before the import of this module."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import ray

from engine.fan import Fan
from engine.games import GameError
from webapp.cluster.machines.batches import Batch, BatchedFan, Computed
from webapp.cluster.machines.ray_settings import MachinesError, reach
from webapp.cluster.machines.work import code_of_engine, compute

_TRIES = 20
"""Dead workers from which on their batch is taken for the cause."""


class RayMachines:
    """Computes batches as tasks of Ray, each on one core. A task whose worker dies begins again."""

    def __init__(self) -> None:
        self._remote = ray.remote(compute).options(num_cpus=1, max_retries=_TRIES, retry_exceptions=False)

    @property
    def cores(self) -> int:
        """Returns the present number of cores for jobs."""
        return int(ray.cluster_resources().get("CPU", 0))

    def submit(self, batch: Batch) -> Any:
        """Begins a batch, and returns the reference."""
        return self._remote.remote(batch)

    def result(self, ticket: Any) -> Computed:
        """Waits for a batch.

        Raises:
            GameError: the work refuses an item, or kills every worker.
        """
        try:
            computed: Computed = ray.get(ticket)
        except GameError as error:
            raise GameError(str(getattr(error, "cause", error))) from None
        except (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.OutOfMemoryError):
            raise GameError(f"{_TRIES} workers have died over one batch; their machines' logs say why") from None
        return computed

    def cancel(self, ticket: Any) -> None:
        """Cancels a batch, and ends its worker."""
        ray.cancel(ticket, force=True)


@contextmanager
def open_cluster_fan(address: str) -> Iterator[Fan]:
    """Opens the fan of the cluster with the head at an address, on a machine of that cluster.

    Raises:
        MachinesError: there is no such cluster, or no machine of the cluster takes jobs.
    """
    with _connected(address):
        machines = RayMachines()
        if not machines.cores:
            start = "start one: fourthought cluster host --on"
            raise MachinesError(f"no machine of the cluster at {address} takes jobs; {start} {address}")
        yield BatchedFan(machines, code_of_engine())


@contextmanager
def _connected(address: str) -> Iterator[None]:
    """Joins the cluster with the head at an address, and leaves at the end."""
    reach(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, configure_logging=False)
    except (ConnectionError, RuntimeError, ray.exceptions.RayError):
        raise MachinesError(
            f"the cluster at {address} does not let this program in; RAY_AUTH_TOKEN must be as at the head, and this "
            "machine must run the head or a host of the cluster"
        ) from None
    try:
        yield
    finally:
        ray.shutdown()
