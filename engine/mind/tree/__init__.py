"""The search tree that is kept between turns."""
