"""Tells whether a machine and its settings fit a number of people, and what to change. ``needs`` is what so many people
ask for, ``machine`` what there is, ``advice`` compares the two in sentences."""
