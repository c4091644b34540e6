"""Prints how plainly the code reads, one row a path: ``python -m tests.house [PATH ...]``.

A path is a folder or a file: ``.venv/lib/python3.11/site-packages/flask`` is counted by the same rules. ``--faults``
prints the sentences at fault as well, each with its file and line.
"""

from __future__ import annotations

import sys
from pathlib import Path

from tests.house.sentences import read
from tests.house.structure import measure

HEAD = (
    "path",
    "file lines: median / 90 % / most",
    "function lines: median / 90 % / most",
    "most files a folder",
    "circles",
    "imports that run up",
    "pronouns a hundred words",
    "docstrings with a verb first",
    "parameters described",
)


def row(path: Path) -> list[str]:
    """Returns the cells of one path."""
    structure, sentences = measure(path), read([path])
    return [
        path.name,
        str(structure.file_lines),
        str(structure.function_lines),
        str(structure.fullest_folder),
        str(len(structure.circles)),
        str(len(structure.upward)),
        f"{sentences.pronouns_a_hundred:.1f}",
        f"{sentences.begin_with_verb} of {sentences.docstrings}",
        f"{sentences.described} of {sentences.many}",
    ]


def main() -> int:
    """Prints the table; returns 2 for a path that does not exist."""
    paths = [Path(name) for name in sys.argv[1:] if not name.startswith("--")] or [Path("engine"), Path("webapp")]
    for path in paths:
        if not path.exists():
            print(f"there is no {path}", file=sys.stderr)
            return 2
        if "--faults" in sys.argv:
            print(*read([path]).faults, sep="\n")
    rows = [list(HEAD), ["---"] * len(HEAD), *map(row, paths)]
    for cells in rows:
        print(f"| {' | '.join(cells)} |")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
