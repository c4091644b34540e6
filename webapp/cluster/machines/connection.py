"""Joins a program to a Ray cluster for a while; ``ray_settings.prepare`` comes before the import of this module."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import contextmanager

import ray

from webapp.cluster.machines.ray_settings import MachinesError

NAMESPACE = "fourthought"
"""Holds the names of all actors."""

_PATIENCE = 5.0


@contextmanager
def connected(address: str) -> Iterator[None]:
    """Joins the cluster with the head at an address, and leaves at the end.

    Raises:
        MachinesError: nobody listens at the address, or this machine is no part of the cluster.
    """
    _check(address)
    try:
        ray.init(
            address=address,
            namespace=NAMESPACE,
            log_to_driver=False,
            logging_level=logging.ERROR,
            configure_logging=False,
            include_dashboard=None,
        )
    except (ConnectionError, RuntimeError, ray.exceptions.RayError) as error:
        first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise MachinesError(f"the cluster at {address} does not let this machine in: {first}") from None
    try:
        yield
    finally:
        ray.shutdown()


def _check(address: str) -> None:
    """Asks whether anybody listens, since Ray itself would wait for minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit():
        raise MachinesError(f"{address} is no address of a head; one looks like 10.0.0.7:6379")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE).close()
    except OSError:
        raise MachinesError(f"there is no head at {address}; start one there with: fourthought head") from None
