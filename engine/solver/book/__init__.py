"""Makes, checks and reads the opening book."""
