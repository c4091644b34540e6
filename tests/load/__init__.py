"""Puts load on a server: many pages at once (``python -m tests.load``)."""
