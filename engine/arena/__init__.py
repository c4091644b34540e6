"""Plays engine against engine: matches, the rating ladder, and measurements of pondering."""
