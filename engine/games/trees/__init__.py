"""Reads trees of leaves in the forms that people have them in, and writes them in the same forms."""

from engine.games.trees.graph_writing import WRITERS
from engine.games.trees.reading import Reading, read
from engine.games.trees.source import SlipError
from engine.games.trees.writing import write

__all__ = ["WRITERS", "Reading", "SlipError", "read", "write"]
