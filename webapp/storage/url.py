"""Reads the URL of a database: a file of SQLite, or PostgreSQL."""

from sqlalchemy import URL, make_url
from sqlalchemy.exc import ArgumentError

_POSTGRES_SPELLINGS = ("postgres", "postgresql")


class DatabaseError(Exception):
    """Says in one sentence for a person why the database cannot be opened."""


def read_url(text: str) -> URL:
    """Returns the URL of a database. ``postgres://`` and ``postgresql://``, as hosting companies write it, mean
    psycopg. Raises ``DatabaseError`` if ``text`` is no URL, or means a SQLite database that is no file."""
    try:
        url = make_url(text)
    except ArgumentError:
        raise DatabaseError("the database must be a URL such as sqlite:///games.sqlite3") from None
    if url.get_backend_name() == "sqlite":
        _refuse_what_is_no_file(url)
    return url.set(drivername="postgresql+psycopg") if url.drivername in _POSTGRES_SPELLINGS else url


def _refuse_what_is_no_file(url: URL) -> None:
    """Raises ``DatabaseError`` for a SQLite database that is no file of that very name."""
    name = url.database or ""
    if name in ("", ":memory:") or "uri" in url.query or "mode" in url.query:
        raise DatabaseError(
            "the database must be a file such as games.sqlite3; one in memory would end with the server"
        )
    if "\0" in name or (not name.isascii() and name != name.encode("utf-8", "ignore").decode()):
        raise DatabaseError(f"the name {name!r} of the database is no text in UTF-8; name another file")
