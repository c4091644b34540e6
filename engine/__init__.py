"""Thinking and games; knows nothing of the web."""
