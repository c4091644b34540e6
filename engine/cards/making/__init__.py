"""Holds the kernels with which the workshop makes cards: their machine code ships with the others."""
