"""Plays an arena: many programs, each in a room of its own, rated beside the levels and judged by exact play."""
