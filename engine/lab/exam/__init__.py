"""Makes exam sheets in equally difficult variants, with a separate key, as data for a page, LaTeX, CSV or text."""

from engine.lab.exam.sheets import ASKS, FORMATS, Exam, make_exam

__all__ = ["ASKS", "FORMATS", "Exam", "make_exam"]
