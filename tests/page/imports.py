"""Follows the imports of the page's scripts."""

import re
from collections.abc import Iterable
from pathlib import Path


def imports(script: Path) -> list[Path]:
    """Returns the modules loaded by a script, at first or on demand."""
    text = script.read_text()
    names = re.findall(r"""^import (?:[^"']* from )?["']([^"']+)["'];""", text, re.MULTILINE)
    names += re.findall(r"""import\(["']([^"']+)["']\)""", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    assert all(name.startswith(".") for name in names), f"{script.name} imports from elsewhere"
    return [(script.parent / name).resolve() for name in names]


def reached(scripts: Iterable[Path]) -> set[Path]:
    """Returns ``scripts`` and all modules of ours that pages with these scripts may ever load."""
    found, waiting = set[Path](), [*scripts]
    while waiting:
        script = waiting.pop()
        if script not in found:
            found.add(script)
            waiting += [target for target in imports(script) if target.parent.name != "vendor"]
    return found
