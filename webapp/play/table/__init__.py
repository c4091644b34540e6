"""One lock per live game: its clock, its engines' turns, its answers."""
