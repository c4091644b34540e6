"""Opens the terminal for tables and bars. Text is shown unchanged, since names and files come from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def console(*, stderr: bool = False) -> Console:
    """Returns the standard output, or the standard error, without any markup in the text."""
    from rich.console import Console

    return Console(stderr=stderr, markup=False, emoji=False, highlight=False)
