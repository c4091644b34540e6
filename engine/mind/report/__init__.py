"""Describes a mind's thinking: digests, branches of the tree, lines of the book, answers to "why not here?"."""
