"""Makes, checks and holds puzzles: positions of Connect Four in which exactly one move keeps the result. ``shipped.py``
reads what ships, ``maker.py`` makes it from games between levels."""
