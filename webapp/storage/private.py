"""Makes files and folders that only their owner can read, and the key that hides the addresses of reporters."""

import errno
import logging
import os
import secrets
from contextlib import suppress
from pathlib import Path

_log = logging.getLogger(__name__)

_FILE, _FOLDER = 0o600, 0o700
_KEY_BYTES = 32


def make_folder(folder: Path) -> None:
    """Makes a folder and those above it for the owner only. Existing folders stay as they are."""
    if not folder.exists():
        make_folder(folder.parent)
        folder.mkdir(mode=_FOLDER, exist_ok=True)


def make_file(file: Path, contents: bytes = b"") -> None:
    """Makes a new file that only its owner can read. Raises FileExistsError, or OSError if it cannot."""
    with os.fdopen(os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, _FILE), "wb") as new:
        new.write(contents)


def refuse_no_file(file: Path) -> None:
    """Raises ``OSError`` if a folder, a device or a pipe has the name of a file."""
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, "it is a folder" if file.is_dir() else "it is no file", str(file))


def keep_private(database: Path) -> None:
    """Makes a missing SQLite file that only the owner can read, and so its logs."""
    refuse_no_file(database)
    with suppress(FileExistsError):
        make_file(database)
    for name in ("", "-wal", "-shm"):
        with suppress(OSError):  # not there, or another user's
            database.with_name(f"{database.name}{name}").chmod(_FILE)


def reporters_key(file: Path | None) -> bytes:
    """Returns the key in ``file``, made at the first call. Without a usable file it is only for this run."""
    if file is None:
        _log.warning("the system names no folder for the key of reporters; each start has another")
        return secrets.token_bytes(_KEY_BYTES)
    try:
        make_folder(file.parent)
        with suppress(FileExistsError):
            make_file(file, secrets.token_bytes(_KEY_BYTES))
        key = file.read_bytes()
        if len(key) == _KEY_BYTES:
            return key
        _log.warning("the key %s must have %d bytes; until it is deleted each start has another", file, _KEY_BYTES)
    except OSError as error:
        _log.warning("the key %s cannot be kept: %s", file, error)
    return secrets.token_bytes(_KEY_BYTES)
