"""Makes exam sheets in equally difficult variants, with a separate key, for print and for learning platforms."""

from engine.lab.exam.sheets import ASKS, FORMATS, Exam, make_exam

__all__ = ["ASKS", "FORMATS", "Exam", "make_exam"]
