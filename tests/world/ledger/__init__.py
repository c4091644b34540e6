"""Follows what is stored, event by event, and holds it against the rules."""
