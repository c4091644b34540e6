"""Compares the code of the kernels' sources, without comments and places, with what was compiled."""

from __future__ import annotations

import ast
import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
_ELSEWHERE = "workshop/"
"""The room whose kernels do not ship."""
_MARK = re.compile(rb"^from (engine\.kernels import .*\bkernel\b|llvmlite import)", re.MULTILINE)


def kernel_sources() -> list[Path]:
    """Returns the modules of the engine that hold kernels which ship, in order."""
    return [path for path in sorted(ROOT.rglob("*.py")) if _holds_kernels(path)]


def hashes(path: Path) -> tuple[str, str]:
    """Returns the hash of a source's bytes, and the hash of its code."""
    content = path.read_bytes()
    return hashlib.sha256(content).hexdigest(), hashlib.sha256(code_of(content)).hexdigest()


def code_of(source: bytes) -> bytes:
    """Returns the code of a source without comments, docstrings and line numbers."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            body = node.body
            node.body = [one for one in body if not (isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant))]
    return ast.unparse(tree).encode()


def changed(made_from: Mapping[str, list[str]]) -> list[str]:
    """Returns the sources whose code is not the one that the machine code was made from.

    Args:
        made_from: for each source, relative to the engine, the two hashes of :func:`hashes`.
    """
    found = []
    for name, (content, code) in made_from.items():
        try:
            source = (ROOT / name).read_bytes()
            if hashlib.sha256(source).hexdigest() == content or hashlib.sha256(code_of(source)).hexdigest() == code:
                continue
        except (OSError, SyntaxError):
            pass
        found.append(name)
    return found


def _holds_kernels(path: Path) -> bool:
    relative = path.relative_to(ROOT).as_posix()
    return not relative.startswith(_ELSEWHERE) and _MARK.search(path.read_bytes()) is not None
