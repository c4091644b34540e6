"""Reads trees in the forms that people have them in, and writes them in the same forms."""

from engine.lab.trees.forms.graph_writing import WRITERS
from engine.lab.trees.forms.reading import Reading, read
from engine.lab.trees.forms.source import SlipError
from engine.lab.trees.forms.writing import write

__all__ = ["WRITERS", "Reading", "SlipError", "read", "write"]
