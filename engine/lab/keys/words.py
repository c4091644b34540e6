"""Writes values, lists and sentences as a reader meets them."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from engine.games.leaves import number_words


def show(value: float) -> str:
    """Returns a value as an answer is written: 3, -2.5, inf; means of chance with at most four decimals."""
    if value in (inf, -inf):
        return "inf" if value > 0 else "-inf"
    rounded = round(value, 4)
    return number_words(value if value == int(value) else rounded + 0.0)


def listed(words: Sequence[str], last: str = "and") -> str:
    """Returns "3, 5 and 8"."""
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {last} {words[-1]}"


def sentence(text: str) -> str:
    """Returns words with a capital letter and a full stop."""
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"


def rule_words(rule: str) -> str:
    """Returns the rule for cuts as a sentence."""
    if rule == "<=":
        return "Cut when beta <= alpha: equal is enough."
    return "Cut when beta < alpha: equal is not enough."
