"""Keeps the search tree of a mind between the turns of a game."""
