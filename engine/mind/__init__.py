"""Thinks for one side of one game, from the first move to the last. Begin with ``mind.py``. Its rooms build on each
other in the order values, tree, search, levels, report, plans, planner, mind, schedule."""
