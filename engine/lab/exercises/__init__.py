"""Asks fifteen kinds of questions about searches on trees, and judges the answers with a reason."""

from engine.lab.answer_keys.watching import RULES, Rule
from engine.lab.exercises.exercise import Exercise, Field, Option, Verdict, check
from engine.lab.exercises.maker import KINDS, TITLES, make

__all__ = ["KINDS", "RULES", "TITLES", "Exercise", "Field", "Option", "Rule", "Verdict", "check", "make"]
