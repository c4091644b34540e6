"""Describes the store of classes, which pages use and the database implements."""

from collections.abc import Iterable
from typing import Protocol


class Classes(Protocol):
    """Keeps classes for a week, as counts without names. Methods raise StoreError if the database fails."""

    def make(self, exam: str, secret: str) -> str | None:
        """Returns the code of a new class. None: there are too many."""

    def exam(self, code: str) -> str | None:
        """Returns the parameters of a class's sheets. None: there is no such class, or not any more."""

    def add(self, code: str, found: Iterable[tuple[int, str]]) -> bool:
        """Raises the counts of what one sheet showed. Returns False where there is no such class, or it is full."""

    def counts(self, code: str, secret: str) -> dict[tuple[int, str], int] | None:
        """Returns the counts of a class by question and slip. None: no such class, or another secret."""
