"""Executes a program. What a script does beside its functions cannot keep them from being judged."""

from __future__ import annotations

from typing import Any


def load(text: str, space: dict[str, Any], execute: Any) -> Any:
    """Executes a program in a space. If it stops with an error, its parts are executed one by one, and those that
    stop are left out. Returns the first error of these, None if there is none. Raises what the program raises if it
    cannot be read."""
    kept = dict(space)
    try:
        execute(text, space)
        return None
    except (SyntaxError, MemoryError):
        raise
    except BaseException as error:
        if type(error).__name__ in ("KeyboardInterrupt", "TimeoutError"):
            raise
        first = error
    space.clear()
    space.update(kept)
    left_out: Any = None
    defines = False
    for part in _parts(text):
        try:
            execute(part, space)
            defines = defines or "def " in part or "lambda" in part
        except MemoryError:
            raise
        except BaseException as error:
            if part.lstrip("\n").startswith(("def ", "@watch_", "class ")):
                raise
            left_out = left_out or error
    if not defines:
        raise first
    return left_out or first


def _parts(text: str) -> list[str]:
    """Returns the statements at the left margin, each with empty lines before it, so that lines keep their numbers."""
    lines = text.split("\n")
    starts: list[int] = []
    for at, line in enumerate(lines):
        head = line[:1]
        follows = line.startswith(("else", "elif", "except", "finally", ")", "]", "}", '"""', "'''"))
        decorated = bool(starts) and at > 0 and lines[at - 1].startswith("@")
        if head.strip() and head != "#" and not follows and not decorated:
            starts.append(at)
    ends = [*starts[1:], len(lines)]
    return ["\n" * start + "\n".join(lines[start:end]) for start, end in zip(starts, ends)]  # noqa: B905
