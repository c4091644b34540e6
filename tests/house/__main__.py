"""Prints how plainly the code reads: ``python -m tests.house [PATH ...]``, with ``--faults`` each line at fault."""

from __future__ import annotations

import sys
from pathlib import Path

from tests.house.sentences import read


def main() -> None:
    """Prints one line a path."""
    paths = [name for name in sys.argv[1:] if not name.startswith("--")] or ["engine", "webapp"]
    for name in paths:
        counts = read([Path(name)])
        if "--faults" in sys.argv:
            print("\n".join(counts.faults))
        print(
            f"{name}: {counts.pronouns_a_hundred:.2f} pronouns a hundred of {counts.words} words, "
            f"verb first in {counts.begin_with_verb} of {counts.docstrings}, "
            f"parameters described in {counts.described} of {counts.many}"
        )


if __name__ == "__main__":
    main()
