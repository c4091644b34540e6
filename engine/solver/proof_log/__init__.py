"""Keeps what searches have proved at a price, in a file for each board that outlives the process.

Searching threads only put rows into a queue. One thread appends them within milliseconds, reads what other processes
have appended, and rewrites a full file with the dearest rows. A new process fills its table from the file.
Before it searches, the mind of the perfect level enters what is known of the root and its replies
(:mod:`engine.mind.search.recall`), and while it ponders it links all later positions: a tree is back after ``kill -9``.
A level with a horizon knows nothing of it. :mod:`engine.mind.reproof` proves one row in a hundred again, by a table of
its own. A row that is wrong, or contradicts another, leaves.
"""
