"""Sets the variables that Ray reads once when it is loaded, in every process of a cluster: for authentication, and for
long waits for the head.
"""

import os
import socket
from collections.abc import Mapping, MutableMapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

OLDEST = (2, 60)
"""Token authentication came with Ray 2.52, a head that stores its state without Redis with 2.60."""
SHORTEST_TOKEN = 32
_PATIENCE = 5.0

SETTINGS: Mapping[str, str] = {
    # Ray listens on all addresses and runs every program that it is sent: never without the token.
    "RAY_AUTH_MODE": "token",
    # Every node, actor and command ends itself after so many seconds without the head. The default of 60 would end
    # all games a minute after the death of a machine that no game needs. A day is time to start another head.
    "RAY_gcs_rpc_server_reconnect_timeout_s": "86400",
    # The death of an actor is known after this wait: 1.7 to 2.0 s by default, 0.5 to 0.6 s with 100 ms.
    "RAY_timeout_ms_task_wait_for_death_info": "100",
    # A machine counts as lost after a minute without an answer to the head, and then Ray ends there. Takeovers need no
    # Ray, and a shorter time would lose busy machines.
    "RAY_health_check_period_ms": "3000",
    "RAY_health_check_timeout_ms": "3000",
    "RAY_health_check_failure_threshold": "20",
    # Workers have a nice value of 15 by default, and moves of a host would wait for all other programs. Jobs lower
    # their priority themselves.
    "RAY_worker_niceness": "0",
    # No statistics about this cluster are sent.
    "RAY_USAGE_STATS_ENABLED": "0",
}
"""The variables, each with the reason."""


class MachinesError(Exception):
    """Says in one sentence why Ray cannot be used, and what to do."""


def prepare(environ: MutableMapping[str, str] = os.environ) -> None:
    """Puts the settings into the environment.

    Raises:
        MachinesError: Ray is missing or too old, or there is no token.
    """
    _check_version()
    mode = environ.get("RAY_AUTH_MODE", "token")
    if mode.lower() != "token":
        raise MachinesError(f"RAY_AUTH_MODE is {mode!r}, but a cluster runs with token authentication alone; unset it")
    token = _token(environ)
    if len(token) < SHORTEST_TOKEN:
        told = "is too short" if token else "is missing"
        raise MachinesError(
            f"the token of the cluster {told}: set RAY_AUTH_TOKEN to the same secret of {SHORTEST_TOKEN} characters "
            "or more on every machine, as made by: openssl rand -hex 32"
        )
    environ.update(SETTINGS)


def reach(address: str) -> None:
    """Raises ``MachinesError`` for no address, and where no head listens: Ray itself would wait for minutes."""
    host, _, port = address.rpartition(":")
    if not host or not port.isdigit():
        raise MachinesError(f"{address!r} is no address of a head; one looks like 10.0.0.7:6379")
    try:
        socket.create_connection((host.strip("[]"), int(port)), timeout=_PATIENCE).close()
    except (OSError, OverflowError):
        raise MachinesError(f"there is no head at {address}; start one there with: fourthought cluster head") from None


def remember(folder: Path, environ: Mapping[str, str] = os.environ) -> dict[str, str]:
    """Returns the variables for a head that stores its state in a folder, or with RAY_REDIS_ADDRESS in Redis.

    A head that starts again without its state knows no host, and ends all hosts.
    """
    if environ.get("RAY_REDIS_ADDRESS"):
        return {}
    return {"RAY_gcs_storage": "rocksdb", "RAY_gcs_storage_path": str(folder)}


def _check_version() -> None:
    try:
        found = version("ray")
    except PackageNotFoundError:
        raise MachinesError("this command needs ray: pip install 'fourthought[ray]'") from None
    if tuple(int(part) for part in found.split(".")[:2]) < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise MachinesError(f"ray {found} is too old for a cluster with authentication; {needed} or newer is needed")


def _token(environ: Mapping[str, str]) -> str:
    """Returns the token from the places where Ray looks, in Ray's order."""
    if environ.get("RAY_AUTH_TOKEN"):
        return environ["RAY_AUTH_TOKEN"]
    path = Path(environ.get("RAY_AUTH_TOKEN_PATH") or Path.home() / ".ray" / "auth_token")
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
