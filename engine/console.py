"""Opens the terminal for tables and progress bars. Text is shown as it is, because names and files are not ours."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.console import Console
    from rich.progress import Progress

Item = TypeVar("Item")


def console(*, stderr: bool = False) -> Console:
    """Returns the standard output, or the standard error, without any markup in the text."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)


def readable(said: bytes | str, most: int = 1000) -> str:
    """Returns what another program said as text in one line, with replacement characters for what cannot be shown, and
    three dots for what is too long."""
    words = (said.decode("utf-8", "replace") if isinstance(said, bytes) else said)[: most + 1].removeprefix("\ufeff")
    line = "".join(letter if letter.isprintable() else "\ufffd" for letter in " ".join(words.split()))
    return line if len(words) <= most else line[:most] + "..."


def bars() -> Progress:
    """Returns progress bars with a count and the time left, on the error stream, hidden outside a terminal."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    shown = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=shown, disable=not shown.is_terminal)


def track(items: Iterable[Item], words: str, total: int, *, hidden: bool = False) -> Iterable[Item]:
    """Yields the items, with a progress bar on the error stream if that is a terminal."""
    from rich.progress import track as tracked

    shown = console(stderr=True)
    return tracked(items, words, total, console=shown, disable=hidden or not shown.is_terminal)
