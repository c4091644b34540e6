"""Holds the game-tree searches of the textbook, one algorithm a file, for any game. The page shows their text, so they
stay short. They may import ``engine.games`` alone, and no compiler."""
