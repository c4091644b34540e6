"""Tests that every module can be imported first: no circle holds only because of an earlier import."""

from __future__ import annotations

import subprocess
import sys

_EACH_AFRESH = """
import importlib, pkgutil, sys, webapp
modules = [module.name for module in pkgutil.walk_packages(webapp.__path__, "webapp.")]
for name in [name for name in modules if ".migrations" not in name]:  # those are scripts of Alembic
    for known in [known for known in sys.modules if known.startswith("webapp.")]:
        del sys.modules[known]
    importlib.import_module(name)
"""


def test_every_module_can_be_imported_first() -> None:
    done = subprocess.run([sys.executable, "-c", _EACH_AFRESH], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
