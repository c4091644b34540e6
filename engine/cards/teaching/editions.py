"""Knows since when each shipped course holds what it holds. The module ``deck``, run as a command, keeps the table."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

FILE = Path(__file__).with_name("editions.json")
_BEFORE, _MOST = 1_700_000_000, 1 << 20  # seconds of a time before the first edition, and notes


def edition(name: str, notes: Sequence[Iterable[str]]) -> tuple[int, str]:
    """Returns the second since 1970 from which a course has these notes, and a tag for them.

    A course that does not ship has no time. It counts as older than all that do, and as newer than a larger one of its
    board, because cards are replaced by fewer.
    """
    known = json.loads(FILE.read_text(encoding="utf-8")).get(name, {})
    since = known.get(fingerprint(notes))
    if since is None:
        return _BEFORE + _MOST - len(notes), f"edition-{fingerprint(notes)}"
    return since, f"edition-{datetime.fromtimestamp(since, UTC):%Y-%m-%d}"


def fingerprint(notes: Iterable[Iterable[str]]) -> str:
    """Returns a hash of the contents of notes."""
    return hashlib.sha256("\x1e".join("\x1f".join(note) for note in notes).encode()).hexdigest()[:12]
