"""Makes and measures what ships: machine code, networks, books, puzzles, openings, the theorem. Nothing outside imports
this package, and no wheel holds it."""
