"""Holds the rules of a live game: events, commands, the state, decisions and what pages read. Pure: no clock, no
thread, no file, no search."""
