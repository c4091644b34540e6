"""Judges the students that visitors train in the browser, by positions with known results."""
