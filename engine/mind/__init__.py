"""Thinks for one side of one game, from the first move to the last. Begin with ``mind.py``.

It may import the searches, the solver, the networks and the games. Its rooms build on each other in the order values,
tree, search, levels, report, plans, planner, mind, schedule.
"""
