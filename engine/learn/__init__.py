"""Learns evaluations by self-play, and judges them by exact results."""
