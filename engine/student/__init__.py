"""Judges the students that visitors train in the browser, by positions with known results.

``positions.py`` holds the positions that ship, and ``making.py`` makes them. May import games and solver.
"""
