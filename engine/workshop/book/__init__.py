"""Builds the opening book, and checks it."""
