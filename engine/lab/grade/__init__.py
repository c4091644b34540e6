"""Grades a student's file: runs it in a process of its own, has the records judged, and writes the result.

It may import ``engine.lab.judge``, whose modules run in the browser as well, and what that may import.
"""
