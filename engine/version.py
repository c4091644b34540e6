"""Holds the version of the package: the wheel, ``--version``, ``/healthz`` and the page read it here."""

__version__ = "1.1.0"
