"""Loads all that explanations need; the searches for certificates are compiled at import."""

from engine.coach import play as play
from engine.coach import question as question
