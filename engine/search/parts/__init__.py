"""Holds what the searches share: values, options, the order of moves, the evaluation, the table, and the trace."""
