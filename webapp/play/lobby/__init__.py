"""Brings people together: the queue for a stranger, codes of games, tables to watch, reports of names."""
