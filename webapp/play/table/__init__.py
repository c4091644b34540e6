"""Runs tables: one live game each, with its clock, its minds and the engine's moves. Runs in the loop, so it needs no
locks."""
