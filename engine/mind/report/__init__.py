"""Describes a mind's thinking: digests, branches of the tree, lines of the book, answers to "why not here?".

It may import the mind's root, levels, search and tree.
"""
