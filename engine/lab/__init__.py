"""Shows how searches work: runs of the textbook as data, exercises, lessons, published slips.

The room stands on the rules and the textbook alone: no file is written, no thread started, and neither NumPy nor Numba
is loaded, so a process with the lab is small.
"""

from engine.lab.code import fingerprint

__all__ = ["fingerprint"]
