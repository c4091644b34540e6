"""Holds the steps from the tables of one release to those of the next (see ``webapp.storage.migrate``)."""
