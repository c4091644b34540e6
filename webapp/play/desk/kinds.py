"""Sorts the events of clients by the rules for them."""

from __future__ import annotations

READ_ONLY = frozenset({"join", "watch_thinking", "aim", "look"})
"""Events which change no game, and do not count against the rate of a player."""
QUESTIONS = frozenset({"hint", "preview", "why_not", "why", "answers", "review", "mistake", "beliefs"})
"""Events that take the engine's time; no game changes."""
ENGINES_WORD = QUESTIONS | {"watch_thinking"}
"""Events answered with the engine's word on a game: refused while the engine must be silent about the game."""
BEGINNINGS = frozenset({"new_game", "rematch", "find"})
"""Events which begin a game: the first to be refused before a restart."""
