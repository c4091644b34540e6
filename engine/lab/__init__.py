"""Shows how searches work: runs of the textbook, exercises with keys, lessons, exams, published slips."""

from engine.lab.code import fingerprint

__all__ = ["fingerprint"]
