"""Serves the pages: the table, the lab, the coach, the student, their files, and what operators read."""
