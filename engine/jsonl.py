"""Keeps the results of long runs in a file, one JSON object a line, so that an interrupted run can continue."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any


def read_records(path: Path) -> Iterator[dict[str, Any]]:
    """Yields every whole record of the file, if it exists. Skips a line cut short by a crash."""
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else ():
        try:
            record = json.loads(line)
        except json.JSONDecodeError:
            continue
        if isinstance(record, dict):
            yield record


def append_record(path: Path, record: dict[str, Any]) -> None:
    """Appends one record to the file before returning."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        # The line break comes first, because a crash may have cut the last line short.
        file.write("\n" + json.dumps(record))
