"""Provides a PostgreSQL for the tests: the server of TEST_DATABASE_URL, or a private one for the length of the run.

The private one needs PostgreSQL's programs (Debian: ``apt-get install postgresql``), keeps data in a temporary folder
and listens on a socket there, on no port. Each test gets a separate schema.
"""

import contextlib
import itertools
import os
import shutil
import signal
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import create_engine, make_url, text

ABSENT = "no PostgreSQL: set TEST_DATABASE_URL, or install it (Debian: apt-get install postgresql)"
_SPEED = "-c fsync=off -c synchronous_commit=on -c max_connections=60"
_numbers = itertools.count(1)


def program(name: str) -> str | None:
    """Returns the path of one of PostgreSQL's programs. Debian keeps these outside the search path."""
    return shutil.which(name) or max(map(str, Path("/usr/lib/postgresql").glob(f"*/bin/{name}")), default=None)


def can_start() -> bool:
    """Returns whether a private PostgreSQL can be started here."""
    return program("initdb") is not None and program("pg_ctl") is not None and _owner() is not None


def _owner() -> str | None:
    """Returns the user to run PostgreSQL, which refuses to run as root."""
    if not hasattr(os, "geteuid"):
        return None  # not on Windows
    import pwd

    if os.geteuid() != 0:
        return pwd.getpwuid(os.geteuid()).pw_name
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in names), None)


def _call(folder: str, name: str, *arguments: str) -> None:
    done = subprocess.run(
        [str(program(name)), *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
        timeout=120,
        user=_owner() if os.geteuid() == 0 else None,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@contextlib.contextmanager
def private(address: str = "") -> Iterator[str]:
    """Yields the URL of a private cluster, removed afterwards: by ``address``, or without one by a file."""
    folder = tempfile.mkdtemp(prefix="fourthought-")
    if os.geteuid() == 0:
        shutil.chown(folder, _owner())
    data = f"{folder}/data"
    try:
        _call(
            folder, "initdb", "-D", data, "-U", "fourthought", "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C"
        )
        if address:
            with Path(data, "pg_hba.conf").open("a") as rules:
                rules.write(f"host all all {address}/24 trust\n")
        options = f"-c listen_addresses='{address}' -c unix_socket_directories='{folder}' {_SPEED}"
        _call(folder, "pg_ctl", "-D", data, "-l", f"{folder}/log", "-w", "-o", options, "start")
        try:
            yield f"postgresql+psycopg://fourthought@{address}/postgres" + ("" if address else f"?host={folder}")
        finally:
            _call(folder, "pg_ctl", "-D", data, "-m", "immediate", "-w", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def restart(url: str) -> None:
    """Ends the private cluster of a URL without an address, with all connections, and starts it again."""
    folder = str(make_url(url).query["host"])
    _call(folder, "pg_ctl", "-D", f"{folder}/data", "-l", f"{folder}/log", "-m", "fast", "-w", "restart")


def sleep(url: str, seconds: float) -> None:
    """Stops all processes of the private cluster of a URL without an address (SIGSTOP), and continues them."""
    server = int(Path(str(make_url(url).query["host"]), "data/postmaster.pid").read_text().split()[0])
    os.kill(server, signal.SIGSTOP)  # first: no connection is added from now on
    stopped = [server, *_children(server)]
    try:
        for pid in stopped[1:]:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
        time.sleep(seconds)
    finally:
        for pid in reversed(stopped):
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)


def _children(parent: int) -> list[int]:
    """Returns the processes begun by another one (Linux)."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) == parent:
                found.append(int(folder.name))
    return found


@contextlib.contextmanager
def schema(url: str) -> Iterator[str]:
    """Yields a URL with a new empty schema, dropped afterwards."""
    name = f"test_{uuid.uuid4().hex[:12]}_{next(_numbers)}"
    engine = create_engine(make_url(url).set(drivername="postgresql+psycopg"), isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(text(f"CREATE SCHEMA {name}"))
        try:
            own = make_url(url).update_query_dict({"options": f"-csearch_path={name}"})
            yield own.render_as_string(hide_password=False)
        finally:
            connection.execute(text(f"DROP SCHEMA {name} CASCADE"))
    engine.dispose()
