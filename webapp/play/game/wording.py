"""Puts texts into the form of sentences."""

from __future__ import annotations


def sentence(text: object) -> str:
    """Returns a text, for example of an error, with a capital letter and a full stop."""
    words = str(text)
    return f"{words[:1].upper()}{words[1:]}."
