"""Grades a student's file: runs it in a process of its own, has the records judged, and writes the result."""
