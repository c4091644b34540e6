"""Joins a program to a Ray cluster for a while; ``ray_settings.prepare`` comes before the import of this module."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import ray

from webapp.cluster.machines.ray_settings import MachinesError, reach

NAMESPACE = "fourthought"
"""Holds the names of all actors."""


@contextmanager
def connected(address: str) -> Iterator[None]:
    """Joins the cluster with the head at an address, and leaves at the end.

    Raises:
        MachinesError: nobody listens at the address, or this machine is no part of the cluster.
    """
    reach(address)
    try:
        ray.init(
            address=address,
            namespace=NAMESPACE,
            log_to_driver=False,
            logging_level=logging.ERROR,
            configure_logging=False,
        )
    except (ConnectionError, RuntimeError, ray.exceptions.RayError) as error:
        first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise MachinesError(f"the cluster at {address} does not let this machine in: {first}") from None
    try:
        yield
    finally:
        ray.shutdown()
