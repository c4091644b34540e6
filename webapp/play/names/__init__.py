"""Judges nicknames: which letters they have, how they look, which words nobody may see."""
