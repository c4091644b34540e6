"""Serves the people at a table: presence, the engine's thoughts, reviews."""
