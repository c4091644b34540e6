"""Holds the engine's end of the pipe protocol, our own engine behind it, and the checker of other engines."""
