"""Judges nicknames: their letters, how they look, and the bad words in them. Reads only ``lists.json``."""
