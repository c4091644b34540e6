"""Solves boards of all sizes from the first move, and compares the values with published ones."""
