"""Load: many pages at once (``python -m tests.load``)."""
