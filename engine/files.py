"""Finds the user's folders, packs the data that ship, and keeps the results of long runs, one JSON object a line."""

import json
import lzma
import os
import stat
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal

import platformdirs


def user_folder(kind: Literal["cache", "data"]) -> Path | None:
    """Returns the user's folder for the files of the program. None: the system knows no home of the user."""
    home, given = os.environ.get("HOME"), os.environ.get(f"XDG_{kind.upper()}_HOME")
    if os.name == "posix" and home is not None and not os.path.isabs(home) and not given:
        return None  # an empty one would mean the root of all files, another one the present folder
    find = platformdirs.user_cache_dir if kind == "cache" else platformdirs.user_data_dir
    try:
        # Windows: the cache has lain below the name of an author so far.
        folder = Path(find("fourthought", appauthor=None if kind == "cache" else False))
    except (RuntimeError, KeyError):
        return None
    return folder if folder.is_absolute() else None


def reason(error: Exception) -> str:
    """Returns in words why the system refused something, without its number and the name of the file."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def is_ours(folder: Path) -> bool:
    """Tells whether a folder, not a link, is this user's, and no one else can write to it. Raises OSError."""
    if not hasattr(os, "getuid"):  # Windows: the folders of a user are the user's
        return True
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022


_FILTERS = [{"id": lzma.FILTER_LZMA2, "preset": 9 | lzma.PRESET_EXTREME, "lc": 0, "lp": 0, "pb": 0}]


def pack(data: bytes, check: int = lzma.CHECK_CRC32) -> bytes:
    """Returns an xz archive, some 7 % smaller for short signs and small numbers than with the usual filters."""
    return lzma.compress(data, lzma.FORMAT_XZ, check=check, filters=_FILTERS)


class FileError(ValueError):
    """Refuses a file in one sentence."""


def read_records(path: Path) -> Iterator[dict[str, Any]]:
    """Yields every whole record of the file, if it exists. Skips a line that a crash has cut short or filled with
    zeros. Raises FileError for a file that begins with something else, and so must not be written to."""
    text = path.read_text("utf-8", "replace").lstrip() if path.exists() else ""
    if text and not text.startswith("{"):
        raise FileError(f"{path} holds something else than results; give another file")
    for line in text.splitlines():
        with suppress(ValueError, RecursionError):
            record = json.loads(line)
            if isinstance(record, dict):
                yield record


def append_record(path: Path, record: dict[str, Any]) -> None:
    """Appends one record to the file before returning."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        # The line break comes first, because a crash may have cut the last line short.
        file.write("\n" + json.dumps(record))
