"""Runs owners and jobs on several machines by Ray, never moves: the only room that knows Ray.

The head and the hosts stand in ``head`` and ``hosting``, the jobs in ``fan``. Fronts and the line between front and
host need nothing of this room, and live on without the head.
"""
