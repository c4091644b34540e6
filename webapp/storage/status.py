"""Describes a database for its operator: where it is, its step, its owner, what it holds."""

from collections.abc import Mapping
from glob import escape
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, create_engine, func, inspect, select, text
from sqlalchemy.exc import SQLAlchemyError

from webapp.storage.claim import has_hosts, is_claimed, is_claimed_on_postgres
from webapp.storage.schema import applied_step, game, game_event, newest_step, report, shard
from webapp.storage.url import DatabaseError

_SENTENCES = {
    "database": "The database is {}.",
    "step": "Its tables are at step {}.",
    "newest": "This release needs step {}, which it applies at its next start.",
    "owned": "{} server uses it now.",
    "shards": "{} shards belong to hosts of a cluster.",
    "games": "Games: {}.",
    "events": "Events: {}.",
    "reports": "Reports of names: {}.",
    "bytes": "Size: {} bytes.",
    "copies": "Copies from before a migration: {}.",
}


def status(url: URL) -> dict[str, Any]:
    """Returns the facts about a database, read only. Raises ``DatabaseError`` if there is none, or no reading."""
    is_sqlite = url.get_backend_name() == "sqlite"
    file = Path(url.database or "")
    if is_sqlite and file.is_dir():
        raise DatabaseError(f"the database {str(file)!r} is a folder; name a file")
    if is_sqlite and not file.is_file():
        raise DatabaseError(f"there is no database {str(file)!r} yet; the first start of a server makes one")
    engine = create_engine(url)
    try:
        with engine.connect() as connection:
            facts = _facts(connection)
            if is_sqlite:
                size = sum(Path(f"{file}{end}").stat().st_size for end in ("", "-wal") if Path(f"{file}{end}").exists())
                owned, copies = is_claimed(file), sorted(map(str, file.parent.glob(f"{escape(file.name)}.step-*")))
            else:
                size = connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one()
                owned, copies = is_claimed_on_postgres(connection), []
                owned = owned or ("shards" in facts and has_hosts(connection))
    except (SQLAlchemyError, OSError) as error:
        reason = str(getattr(error, "orig", None) or error).strip().splitlines()[0]
        raise DatabaseError(f"the database {url.database!r} cannot be read: {reason}") from None
    finally:
        engine.dispose()
    return {"database": url.render_as_string(), "owned": owned, **facts, "bytes": size, "copies": copies}


def _facts(connection: Connection) -> dict[str, Any]:
    tables = {"games": game, "events": game_event, "reports": report}
    there = set(inspect(connection).get_table_names())
    counts = {
        name: connection.execute(select(func.count()).select_from(table)).scalar_one()
        for name, table in tables.items()
        if table.name in there
    }
    if shard.name in there:
        counts["shards"] = connection.execute(select(func.count()).where(shard.c.owner.is_not(None))).scalar_one()
    return {"step": applied_step(connection), "newest": newest_step(), **counts}


def sentences(facts: Mapping[str, Any]) -> list[str]:
    """Returns the facts in words, without those that are not worth a line."""
    lines = []
    for name, form in _SENTENCES.items():
        value = facts.get(name)
        if (
            value is None
            or (name == "newest" and value == facts["step"])
            or (name in ("shards", "copies") and not value)
        ):
            continue
        if isinstance(value, bool):
            value = "A" if value else "No"
        lines.append(form.format(", ".join(value) if isinstance(value, list) else value))
    return lines
