"""The opening book: made, checked, asked."""
