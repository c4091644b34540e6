"""Simulates the process of the engine, and what it thinks."""
