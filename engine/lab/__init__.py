"""Shows how searches work: runs of the textbook, exercises with keys, lessons, exams, published slips."""

from engine.lab.code import fingerprint, slugs

__all__ = ["fingerprint", "slugs"]
