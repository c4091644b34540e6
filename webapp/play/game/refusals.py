"""No, in words: what a command is answered that cannot be carried out."""

from __future__ import annotations


class Refusal(Exception):  # noqa: N818  # an answer, not a fault
    """No. ``code`` is for programs, ``message`` one sentence for people."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code, self.message = code, message
