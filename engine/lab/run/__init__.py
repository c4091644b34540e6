"""Records searches of the textbook: every visit, every line, and a sentence for each step of the story."""

from engine.lab.run.making import record
from engine.lab.run.problem import Problem
from engine.lab.run.recording import Limits

__all__ = ["Limits", "Problem", "record"]
