"""Sets the variables that Ray reads when it is loaded. They keep out everybody who has no token."""

import os
import socket
from collections.abc import Mapping, MutableMapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

OLDEST = (2, 60)
"""Token authentication came with Ray 2.52; the oldest that was tried is 2.60."""
SHORTEST_TOKEN = 32
_PATIENCE = 5.0

SETTINGS: Mapping[str, str] = {
    # Ray listens on all addresses and runs every program that it is sent: never without the token.
    "RAY_AUTH_MODE": "token",
    # No statistics about this cluster are sent.
    "RAY_USAGE_STATS_ENABLED": "0",
}
"""The variables, each with the reason."""


class MachinesError(Exception):
    """Says in one sentence why Ray cannot be used, and what to do."""


def prepare(environ: MutableMapping[str, str] = os.environ) -> None:
    """Puts the settings into the environment. Raises MachinesError without Ray, a new one, or a token."""
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


def _check_version() -> None:
    try:
        found = version("ray")
    except PackageNotFoundError:
        raise MachinesError("this command needs ray: pip install 'fourthought[ray]'") from None
    if tuple(int(part) for part in found.split(".")[:2]) < OLDEST:
        needed = ".".join(map(str, OLDEST))
        raise MachinesError(f"ray {found} is too old for a cluster with authentication; {needed} or newer is needed")


def _token(environ: Mapping[str, str]) -> str:
    if environ.get("RAY_AUTH_TOKEN"):
        return environ["RAY_AUTH_TOKEN"]
    path = Path(environ.get("RAY_AUTH_TOKEN_PATH") or Path.home() / ".ray" / "auth_token")
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
