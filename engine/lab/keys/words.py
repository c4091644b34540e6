"""Writes values and rules as a reader meets them."""

from __future__ import annotations

from math import inf

from engine.games.leaf_text import number_words
from engine.text import text


def show(value: float) -> str:
    """Returns a value as an answer is written: 3, -2.5, inf; means of chance with at most four decimals."""
    if value in (inf, -inf):
        return "inf" if value > 0 else "-inf"
    rounded = round(value, 4)
    return number_words(value if value == int(value) else rounded + 0.0)


def rule_words(rule: str) -> str:
    """Returns the rule for cuts as a sentence."""
    if rule == "<=":
        return text("Cut when beta <= alpha: equal is enough.")
    return text("Cut when beta < alpha: equal is not enough.")
