"""Measures the worth of pondering: by replies, by a match, and by the size of the tree over a game."""
