"""Judges nicknames: their letters, how they look, and the bad words in them.

Pure: imports nothing of the project.
"""
