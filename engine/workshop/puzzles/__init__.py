"""Makes the puzzles that ship, and checks them."""
