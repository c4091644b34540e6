"""Asks seven kinds of questions about searches on trees, and judges the answers with a reason."""

from engine.lab.exercises.exercise import Exercise, Field, Option, Verdict, check
from engine.lab.exercises.maker import KINDS, make
from engine.lab.keys.watching import RULES, Rule

__all__ = ["KINDS", "RULES", "Exercise", "Field", "Option", "Rule", "Verdict", "check", "make"]
