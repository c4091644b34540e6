"""Hears every sentence of the page that speaks of a position, and has each checked by the exact search."""
