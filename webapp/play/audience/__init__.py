"""Everybody at a table: presence, what they are told, reviews."""
