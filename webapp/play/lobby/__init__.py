"""Brings people together: the queue for a stranger, rooms by a code, the list of tables in play, reports of names."""
