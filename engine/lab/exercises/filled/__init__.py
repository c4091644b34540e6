"""Asks for numbers and words at nodes: null windows, flags, vectors, plies to the end, proof numbers, rounds of UCT."""
