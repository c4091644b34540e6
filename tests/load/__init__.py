"""Puts load on a server: many pages together (``python -m tests.load``)."""
