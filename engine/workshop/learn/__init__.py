"""Learns evaluations by self-play on boards (``kernel.py``), judged by exact results."""
