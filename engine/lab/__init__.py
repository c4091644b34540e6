"""Shows how searches work: runs of the textbook as data, exercises with answer keys, lessons, exams, published slips.

May import games and search alone: it writes no file, starts no thread, and loads neither NumPy nor Numba, so a process
with the lab is small.
"""

from engine.lab.code import fingerprint

__all__ = ["fingerprint"]
