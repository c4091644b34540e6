"""Judges programs that search a tree: by records of their calls, on probe trees, with a reason and the line."""
