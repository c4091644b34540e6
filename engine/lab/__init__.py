"""Shows how searches work: runs of the textbook as data, exercises with answer keys, lessons, exams, published
slips."""

from engine.lab.code import fingerprint

__all__ = ["fingerprint"]
