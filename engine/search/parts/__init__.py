"""Holds what the searches share: values, options, the order of moves, the evaluation, the table, and the trace.

It may import ``engine.games`` alone, and none of the searches.
"""
