"""Learns evaluations by self-play (``kernel.py`` boards, ``plain.py`` any game), judged by exact results."""
