"""Tells which rooms of the engine's tests have something to test: a file they test differs from when they last passed.

``python -m tests`` asks it. The digest of all those files when a room last passed stands in a file of the repository,
so a fresh clone and a source package without a history know it as well.
"""

import ast
import hashlib
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
FOLDER = Path("tests/engine")
PASSED = FOLDER / "passed"
"""Holds each room and the digest of a run that passed. Whoever changes the files commits it with them, else every run
tests again."""
TESTED = ("engine", "webapp/cli.py", "webapp/commands")
"""What all rooms test: the whole engine, code and data, also by its commands. What their tests import is found."""
_PLAIN = "arena cards coach commands games lab mind nets puzzles search solver"
ROOMS: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(_PLAIN.split(), ()),
    "library": ("README.md", "pyproject.toml"),
    "workshop": ("static/img/frontier.svg", "static/img/ladder.svg"),
}
"""The rooms of ``FOLDER``, each with the further files that it tests."""


def digests(root: Path = ROOT) -> dict[str, str]:
    """Returns for each room a digest of all files on which a result depends. The night tries other packages."""
    tested = _digest(root, _files(root, TESTED))
    own = {room: _files(root, [FOLDER / room, *more]) | _imported(root, room) for room, more in ROOMS.items()}
    return {room: hashlib.sha256((tested + _digest(root, files)).encode()).hexdigest() for room, files in own.items()}


def last_passed(root: Path = ROOT) -> dict[str, str]:
    """Returns the digest of the last run that passed, of each room that has one."""
    lines = (root / PASSED).read_text("utf-8").splitlines() if (root / PASSED).exists() else []
    return dict(line.split() for line in lines)


def note(before: dict[str, str], root: Path = ROOT) -> None:
    """Writes down that rooms passed, where no file has changed since ``before``, their digests when the run began."""
    passed = last_passed(root) | dict(before.items() & digests(root).items())
    (root / PASSED).write_text("".join(f"{room} {digest}\n" for room, digest in sorted(passed.items())), "utf-8")


def _digest(root: Path, files: Iterable[Path]) -> str:
    found = hashlib.sha256()
    for path in sorted(files):
        content = (root / path).read_bytes()
        found.update(f"{path.as_posix()} {len(content)}\n".encode() + content)
    return found.hexdigest()


def _files(root: Path, names: Iterable[str | Path]) -> set[Path]:
    below = (path for name in names for path in ((root / name).rglob("*") if (root / name).is_dir() else [root / name]))
    return {path.relative_to(root) for path in below if path.is_file() and path.suffix != ".pyc"}


def _imported(root: Path, room: str) -> set[Path]:
    """Returns the modules of other rooms that a room's tests import, and those that these import."""
    found, left = set[Path](), [path.relative_to(root) for path in (root / FOLDER / room).rglob("*.py")]
    while left:
        for node in ast.walk(ast.parse((root / left.pop()).read_bytes())):
            if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "tests":
                base = Path(*str(node.module).split("."))
                named = {base.with_suffix(".py"), *(base / f"{alias.name}.py" for alias in node.names)}
                new = {path for path in named if (root / path).exists()} - found
                found |= new
                left += new
    return found
