"""Copies a SQLite database, even during writes, and restores a copy. PostgreSQL has its own tools."""

import re
import sqlite3
import time
from contextlib import closing
from pathlib import Path

from sqlalchemy import URL

from engine.files import reason
from webapp.storage.claim import OwnedError, claimed
from webapp.storage.private import keep_private, make_file, make_folder
from webapp.storage.url import DatabaseError

_ROTATED = re.compile(r"games-[0-9]{8}-[0-9]{6}\.copy")
"""The names of copies that :func:`rotate` may delete."""
_POSTGRES = {
    "backup": "pg_dump --format=custom --file=FILE URL",
    "restore": "pg_restore --clean --if-exists --dbname=URL FILE",
}


def backup(url: URL, target: Path) -> None:
    """Writes all games at one moment to the new file ``target``. Raises ``DatabaseError`` if it cannot."""
    source, target = _file(url, "backup"), target.absolute()  # SQLite takes file:... for an address
    with closing(_open(source)) as connection:
        try:
            make_file(target)
        except FileExistsError:
            raise DatabaseError(f"{target} exists already; name a new file") from None
        except (OSError, ValueError) as error:
            raise DatabaseError(f"{source} cannot be copied to {target}: {reason(error)}") from None
        try:
            connection.execute("VACUUM INTO ?", (str(target),))
        except BaseException as error:
            target.unlink(missing_ok=True)
            if isinstance(error, sqlite3.Error):
                raise DatabaseError(f"{source} cannot be copied to {target}: {error}") from None
            raise


def rotate(url: URL, folder: Path, most: int) -> Path:
    """Writes a copy named by the time (UTC) into ``folder``, deletes all but the ``most`` newest such copies, and
    returns the new one. Raises ``DatabaseError`` as :func:`backup` does, and then deletes none."""
    new = folder / time.strftime("games-%Y%m%d-%H%M%S.copy", time.gmtime())
    try:
        make_folder(folder)
        backup(url, new)
        for old in sorted(file for file in folder.iterdir() if _ROTATED.fullmatch(file.name))[:-most]:
            old.unlink()
    except OSError as error:
        raise DatabaseError(f"copies cannot be kept in {folder}: {reason(error)}") from None
    return new


def restore(url: URL, copy: Path) -> None:
    """Replaces the games by those of ``copy``. The old file is kept under the same name with ``.before`` added. Raises
    DatabaseError if ``copy`` is not an undamaged copy of a database of games, it cannot be written to the database, or
    a server owns the database."""
    target = _file(url, "restore")
    kept, fresh = (target.with_name(f"{target.name}.before{more}") for more in ("", ".new"))
    try:
        with closing(_open(copy)) as source:
            _check(source, copy)
            make_folder(target.parent)
            with claimed(target):
                fresh.unlink(missing_ok=True)
                if existed := target.exists():
                    backup(url, fresh)
                keep_private(target)
                with closing(sqlite3.connect(target)) as connection:
                    source.backup(connection)
                if existed:
                    fresh.replace(kept)  # not before: the copy may be the one that was kept last
    except OwnedError as error:
        raise DatabaseError(str(error)) from None
    except (sqlite3.Error, OSError) as error:
        raise DatabaseError(f"{copy} cannot be restored to {target}: {reason(error)}") from None


def _file(url: URL, action: str) -> Path:
    if url.get_backend_name() == "postgresql":
        raise DatabaseError(f"PostgreSQL has its own tools for this: {_POSTGRES[action]}")
    return Path(url.database or "")


def _open(file: Path) -> sqlite3.Connection:
    if not file.is_file():
        raise DatabaseError(f"{file} is no file of games" if file.exists() else f"there is no file {file}")
    return sqlite3.connect(file)


def _check(connection: sqlite3.Connection, file: Path) -> None:
    try:
        (verdict,) = connection.execute("PRAGMA integrity_check").fetchone()
        connection.execute("SELECT count(*) FROM game_event")
    except sqlite3.DatabaseError:
        raise DatabaseError(f"{file} is no copy of a database of games") from None
    if verdict != "ok":
        raise DatabaseError(f"{file} is damaged: {verdict}")
