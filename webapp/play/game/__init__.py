"""Holds the pure rules of a live game: events, commands, the state, decisions and what pages read."""
