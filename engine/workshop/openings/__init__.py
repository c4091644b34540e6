"""Makes the openings that the coach teaches."""
