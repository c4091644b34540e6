"""Runs the whole server under a clock of ours: one seed, one world, the same to the last byte."""
