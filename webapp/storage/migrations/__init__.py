"""The steps that lead from one release's tables to the next's (see ``webapp.storage.migrate``)."""
