"""Holds the game-tree searches of the textbook, one algorithm a file, for any game."""
