"""Answers behind the desk: one owner holds tables, clocks, minds, presence and digests together."""
