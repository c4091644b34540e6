"""Learns evaluations by self-play, and judges them by exact results. ``kernel.py`` is the compiled learner of boards,
``plain.py`` learns any game."""
