"""What a mind tells whoever watches: digests, branches, the book's lines, why not a move."""
