"""Computes jobs on the machines of a cluster by Ray, of which games know nothing."""
