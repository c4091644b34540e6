"""The race against other solvers, and the signature of our own."""
