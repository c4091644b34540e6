"""Holds the steps from the tables of one release to the tables of the next (see ``webapp.storage.migrate``)."""
