"""Serves the people at a table: presence, the engine's thoughts, reviews.

Imports ``table`` and the rooms below it.
"""
