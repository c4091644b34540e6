"""Finds the page's files: inside the package in a wheel, next to it in an editable install."""

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


def find_folder(name: str) -> Path:
    """Returns the folder ``static`` or ``templates``."""
    beside = _PACKAGE / name
    return beside if beside.is_dir() else _PACKAGE.parent / name


STATIC = find_folder("static")
TEMPLATES = find_folder("templates")
