"""Proves the value of whole boards by a strategy packed into a file, which ``engine.coach.checker`` checks.

A file is an xz archive of certificates: for each a line of JSON, then two strings of bytes, of the lengths ``packed``
and with the CRC-32 ``sum``. What the rules dictate is left out: positions met before or in the mirror, my line
immediately, and my stone against your line. Else the first string holds my column, counted from the column of your
stone. The second string, once I have moved (unless I complete a line after every reply), holds 0 (all replies follow),
1 (a leaf by block, with the number of pairs and their cells) or n + 2 (a leaf by cover). There n names the waits: for
each column no wait, or one cell "below" from the lowest up. Bytes after n pair the odd cells of columns.
"""
