"""Runs tables in the loop: one live game each, with its clock, its minds and the engine's moves."""
