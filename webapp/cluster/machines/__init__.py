"""Computes jobs on the machines of a cluster by Ray. Nothing else imports Ray: games know nothing of it. ``node``
starts Ray's processes, ``jobs`` computes jobs there."""
