"""Carries messages between fronts and hosts: one ordered, encrypted line for each pair, over ZeroMQ. ``host_end`` and
``front_end`` are the two ends of a line, ``messages`` is what travels. Knows no games."""
