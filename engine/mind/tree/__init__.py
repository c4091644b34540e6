"""Keeps the search tree of a mind between the turns of a game. It may import the mind's values alone."""
