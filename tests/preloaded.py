"""Loads all that the project's servers load before they are ready: for ``fork_server.py``.

The modules are those behind ``fourthought``, ``fourthought host`` and ``fourthought web``; the kernels are those of
Connect Four and of the tree. Nothing here starts a thread.
"""

from __future__ import annotations

import contextlib
import importlib

from engine.compiled import prepare_compiler
from engine.games import find
from engine.mind.search.kernel_parts import TREE, parts_of

for _name in ("engine.commands", "webapp.app", "webapp.http.first_visit", "webapp.serving.server"):
    importlib.import_module(_name)
with contextlib.suppress(ModuleNotFoundError):  # a cluster needs more packages
    for _name in ("webapp.cluster.serving", "webapp.cluster.web"):
        importlib.import_module(_name)
prepare_compiler()
for _part in (TREE, *parts_of(find("connect4"))):
    _part.build()
