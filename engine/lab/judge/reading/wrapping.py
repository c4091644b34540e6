"""Takes a program out of what files and pages wrap around it: a notebook, fences, a notebook's own commands."""

from __future__ import annotations

import json


def unwrapped(source: str) -> str:
    """Returns the plain program. Lines that are no Python become comments, so every other line keeps its number."""
    source = source.replace("\r\n", "\n").replace("\r", "\n").replace("\ufeff", "").replace("\u00a0", " ")
    source = _from_notebook(source)
    lines = source.split("\n")
    fences = [at for at, line in enumerate(lines) if line.strip().startswith("```")]
    if fences:
        inside, open_ = [], False
        for at, line in enumerate(lines):
            open_ = open_ != (at in fences)
            inside.append(line if open_ and at not in fences else "# " + line)
        lines = inside
    return "\n".join(["# " + line if line.startswith(("%", "!")) else line for line in lines])


def _from_notebook(source: str) -> str:
    """Returns the code of a notebook's cells, or the source itself if it is none."""
    if not source.lstrip().startswith("{") or '"cells"' not in source:
        return source
    try:
        cells = json.loads(source)["cells"]
        codes = [one["source"] for one in cells if one["cell_type"] == "code"]
        return "\n".join([one if isinstance(one, str) else "".join(one) for one in codes])
    except (ValueError, KeyError, TypeError):
        return source
