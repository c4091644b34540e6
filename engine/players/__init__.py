"""Plays one game between levels, without a clock: what matches, puzzles and measurements share.

May import games, nets, search, solver and mind.
"""
