"""Plays an arena: many programs, each confined, rated with the levels and judged by exact play."""
