"""Gives the language between the processes of a cluster a number, so that two releases may be alive at once.

A cluster is brought to a new release process by process. For that time these rules hold:

- A message, a question or news never changes in meaning. New fields stand at the end and have defaults; a process
  leaves unknown fields of a newer one out of account.
- A host refuses an unknown event, or a form with an unknown field, in words and once: a form read without one field
  could be another wish.
- A new kind of message, news or question, and a new form of storage, is used only where every process of the cluster
  knows the kind (``Map.oldest_release``). The table ``member`` holds the release of each.
- A step of the database adds, and neither changes nor takes away.
"""

from __future__ import annotations

RELEASE = 1
"""This release."""
