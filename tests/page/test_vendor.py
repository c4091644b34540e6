"""Compares the vendored files with the sums in the README."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

VENDOR = Path(__file__).parents[2] / "static" / "vendor"
OURS = {"README.md", "socket.io.esm.min.d.ts", "micropython.d.mts"}


def _sums() -> dict[str, str]:
    rows = re.findall(r"^\| (\S+) \|.*\| ([0-9a-f]{64}) \|$", (VENDOR / "README.md").read_text(), re.MULTILINE)
    return dict(rows)


def test_every_vendored_file_has_its_sum() -> None:
    files = {path.name for path in VENDOR.iterdir()} - OURS
    assert files == set(_sums())


def test_the_sums_are_right() -> None:
    for name, expected in _sums().items():
        assert hashlib.sha256((VENDOR / name).read_bytes()).hexdigest() == expected, name


def test_the_font_is_light() -> None:
    assert (VENDOR / "figtree.woff2").stat().st_size <= 25 * 1024
