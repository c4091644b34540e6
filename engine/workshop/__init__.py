"""Makes and measures what ships: machine code, networks, books, cards, puzzles, openings, the theorem, and the judge of
programs. Nothing outside imports this package, and no wheel holds it."""
