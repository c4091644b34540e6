"""Decides which mind thinks next, and serves answers to people before every other search."""
