"""Finds the folders that the system gives a user, if any, and tells whether a folder is the user's alone."""

import os
import stat
from pathlib import Path
from typing import Literal

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


def is_ours(folder: Path) -> bool:
    """Tells whether a folder itself, not a link, belongs to this user, and only this user can write to it. Raises
    OSError if it cannot be looked at."""
    if not hasattr(os, "getuid"):  # Windows: the folders of a user are the user's
        return True
    found = folder.lstat()
    return stat.S_ISDIR(found.st_mode) and found.st_uid == os.getuid() and not found.st_mode & 0o022
