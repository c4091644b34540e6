"""Connects a program to a Ray cluster. Call ``ray_settings.prepare`` before the import of this module."""

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
        MachinesError: the head is not there, has another token, or does not know this machine.
    """
    reach(address)
    settings = {"log_to_driver": False, "logging_level": logging.ERROR, "configure_logging": False}
    try:
        ray.init(address=address, namespace=NAMESPACE, **settings)
    except (ConnectionError, RuntimeError, ray.exceptions.RayError):
        raise MachinesError(
            f"the cluster at {address} does not let this program in; RAY_AUTH_TOKEN must be as at the head, and this "
            "machine must run the head or a host of the cluster"
        ) from None
    try:
        yield
    finally:
        ray.shutdown()
