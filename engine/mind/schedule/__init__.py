"""Which mind may think next, and who goes before all of them."""
