"""Tells whether the workshop's tests have something to test: any file they test differs from when they last passed.

``python -m tests`` asks it. The digest of all those files when the tests last passed stands in a file of the
repository, so a fresh clone and a source package without a history know it as well.
"""

import ast
import hashlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ROOM = Path("tests/engine/workshop")
PASSED = ROOM / "passed"
"""Holds the digest of a run that passed. Whoever changes the files commits it with them, else every run tests again."""
TESTED = tuple(map(Path, ("engine", ROOM, "webapp/cli.py", "static/img/frontier.svg", "static/img/ladder.svg")))
"""What the tests test: the workshop works with the whole engine. What its tests import from other rooms is found."""


def digest(root: Path = ROOT) -> str:
    """Returns a digest of all files on which a result depends. The night tries other packages."""
    found = hashlib.sha256()
    for path in sorted(_files(root) | _imported(root)):
        content = (root / path).read_bytes()
        found.update(f"{path.as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()


def last_passed(root: Path = ROOT) -> str:
    """Returns the digest of the last run that passed, or an empty string."""
    return (root / PASSED).read_text("utf-8").strip() if (root / PASSED).exists() else ""


def note(before: str, root: Path = ROOT) -> None:
    """Writes down that the tests passed, if no file has changed since ``before``, the digest when the run began."""
    if digest(root) == before:
        (root / PASSED).write_text(f"{before}\n", "utf-8")


def _files(root: Path) -> set[Path]:
    below = (
        path for name in TESTED for path in ((root / name).rglob("*") if (root / name).is_dir() else [root / name])
    )
    files = {path.relative_to(root) for path in below if path.is_file() and path.suffix != ".pyc"}
    return files - {PASSED}


def _imported(root: Path) -> set[Path]:
    """Returns the modules of other rooms that the tests import, and those that these import."""
    found, left = set[Path](), [path.relative_to(root) for path in (root / ROOM).rglob("*.py")]
    while left:
        for node in ast.walk(ast.parse((root / left.pop()).read_bytes())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "tests":
                base = Path(*str(node.module).split("."))
                named = {base.with_suffix(".py"), *(base / f"{alias.name}.py" for alias in node.names)}
                new = {path for path in named if (root / path).exists()} - found
                found |= new
                left += new
    return found
