"""Plays engine against engine: matches, outside engines by a pipe, the rating ladder, regret, and the worth of
pondering."""
