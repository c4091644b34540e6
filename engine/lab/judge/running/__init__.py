"""Runs a student's program on trees that are handed out piece by piece, and records what it does."""
