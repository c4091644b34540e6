"""Follows the imports of the page's scripts."""

import re
from collections.abc import Iterable
from pathlib import Path


def imports(script: Path, at_first: bool = False) -> list[Path]:
    """Returns the modules loaded by a script, on demand as well unless only those ``at_first`` are asked for."""
    text = script.read_text("utf-8")
    names = re.findall(r"""^import (?:[^"';]* from )?["']([^"']+)["'];""", text, re.MULTILINE)
    names += (
        []
        if at_first
        else re.findall(r"""import\(["']([^"']+)["']\)""", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    )
    assert all(name.startswith(".") for name in names), f"{script.name} imports from elsewhere"
    return [(script.parent / name).resolve() for name in names]


def reached(scripts: Iterable[Path], at_first: bool = False) -> set[Path]:
    """Returns ``scripts`` and all modules of ours that pages with these scripts may ever load, or load at first."""
    found, waiting = set[Path](), [*scripts]
    while waiting:
        script = waiting.pop()
        if script not in found:
            found.add(script)
            waiting += [target for target in imports(script, at_first) if at_first or target.parent.name != "vendor"]
    return found
