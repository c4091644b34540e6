"""Runs live games: one lock a table, the clocks, the minds, the engine's moves."""
