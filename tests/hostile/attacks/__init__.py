"""Holds the attacks by family. An import of this package enters all into ``foe.ATTACKS``, in the order of the table."""

from importlib import import_module

for _family in ("slowness", "floods", "faults"):
    import_module(f"{__name__}.{_family}")
