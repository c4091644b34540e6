"""Holds the rules of a live game: events, commands, state, decisions. Pure: no clock, no lock, no search."""
