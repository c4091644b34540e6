"""Judges what people are answered and told."""
