"""Serves the people at a table: presence, messages about the engine's thoughts, reviews."""
