"""Thinks for one side of one game, from the first move to the last; begin with ``mind.py``."""
