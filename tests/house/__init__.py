"""Counts how plainly the code reads: sentences, sizes, rooms. ``python -m tests.house [PATH ...]`` prints the table."""
