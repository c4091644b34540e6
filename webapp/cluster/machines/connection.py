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
        MachinesError: nobody listens at the address, the token is another one, or this machine is not in the cluster.
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
    except (ConnectionError, RuntimeError, ray.exceptions.RayError):
        raise MachinesError(
            f"the cluster at {address} does not let this program in; RAY_AUTH_TOKEN must be as at the head, and this "
            "machine must run the head or a host of the cluster"
        ) from None
    try:
        yield
    finally:
        ray.shutdown()
