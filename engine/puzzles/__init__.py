"""Makes, checks and holds puzzles: positions of Connect Four in which exactly one move keeps the result."""
