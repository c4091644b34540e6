"""Measures the ladder of the levels and what pondering gains."""
