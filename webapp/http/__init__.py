"""Serves the pages: the table, the lab, the coach, the student, their files, and what operators read.

May import ``webapp.play`` up to the archive and the desk, ``webapp.process`` and ``webapp.common``.
"""
