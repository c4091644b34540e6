"""The racer: compiled exact search of gravity line games."""
