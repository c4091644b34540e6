"""Holds the ten levels of the slider, and draws their moves. It may import the mind's tree and search."""
