"""Plays engine against engine: matches, outside engines by a pipe, the contest of a class, and ratings."""
