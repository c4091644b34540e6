"""Results of long runs, one JSON object a line: a run that was interrupted goes on where it was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def records(path: Path) -> Iterator[dict[str, Any]]:
    """Every whole record of the file; none if there is no file. A line cut short by a crash is passed over."""
    for line in path.read_text().splitlines() if path.exists() else ():
        try:
            record = json.loads(line)
        except json.JSONDecodeError:
            continue
        if isinstance(record, dict):
            yield record


def append(path: Path, record: dict[str, Any]) -> None:
    """Add one record; it is in the file when this returns."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        # The line break comes first: a crash may have cut the last line short, and an empty one does no harm.
        file.write("\n" + json.dumps(record))
