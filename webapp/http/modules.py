"""Follows the imports of the page's scripts: which modules a page needs first, and which it may ever load."""

import posixpath
import re
from collections.abc import Callable, Collection, Iterable

from webapp.http.bundle import bundle, target_of

_STATIC_IMPORT = re.compile(r"""^(?:import|export) (?:[^"';]* from )?["'](\.[^"']+)["'];""", re.MULTILINE)
_ON_DEMAND = re.compile(r"""\b(?:import|new URL)\(["'](\.[^"']+)["'](?!\)\.[A-Z])""")
"""Finds modules on demand and workers, but not types in comments such as ``import("./types.js").PageState``."""


def put_together(raw: dict[str, bytes], script: str, name: str, apart: Collection[str] = ()) -> tuple[str, ...]:
    """Bundles the modules of a script's room in ``raw``. Returns the scripts that the page needs first.

    Args:
        raw: the files by name. New texts replace the old ones.
        script: the script. Modules in its folder and below it are bundled.
        name: the name of the bundle.
        apart: modules that stay files.
    """
    needed, room = modules_of(raw, script), posixpath.dirname(script) + "/"
    own = {one for one in needed if one.startswith(room) and one != script} - {*apart}
    inside = [one for one in _in_order(raw, needed) if one in own]
    if not inside:
        return needed
    sources = {one: raw[one].decode() for one in needed}
    raw.update({one: text.encode() for one, text in bundle(name, inside, sources, script).items()})
    return (script, name, *(one for one in needed if one not in own and one != script))


def _in_order(raw: dict[str, bytes], modules: Iterable[str]) -> list[str]:
    """Returns modules in the order of evaluation: each after those that it imports."""
    ordered: dict[str, None] = {}

    def put(name: str) -> None:
        for target in _imports(name, raw):
            put(target)
        ordered.setdefault(name)

    for name in modules:
        put(name)
    return list(ordered)


def _imports(name: str, raw: dict[str, bytes]) -> list[str]:
    """Returns the modules that a script imports, in order, without those on demand."""
    return _targets(_STATIC_IMPORT, name, raw) if name.startswith("js/") else []


def _targets(pattern: re.Pattern[str], name: str, raw: dict[str, bytes]) -> list[str]:
    return [target_of(name, address) for address in pattern.findall(raw[name].decode())]


def modules_of(raw: dict[str, bytes], script: str) -> tuple[str, ...]:
    """Returns ``script`` and all modules that it imports, directly or not, without those on demand."""
    return _walked(raw, [script], lambda name: _imports(name, raw))


def reached(raw: dict[str, bytes], scripts: Iterable[str]) -> tuple[str, ...]:
    """Returns ``scripts`` and all modules that pages with these scripts may ever load."""
    return _walked(raw, scripts, lambda name: [*_imports(name, raw), *({*_targets(_ON_DEMAND, name, raw)} & {*raw})])


def _walked(raw: dict[str, bytes], scripts: Iterable[str], imports: Callable[[str], list[str]]) -> tuple[str, ...]:
    """Returns ``scripts`` and what is found from there, each once, the nearest first."""
    modules: dict[str, None] = {}
    waiting = [script for script in scripts if script in raw]
    while waiting:
        name = waiting.pop(0)
        if name in modules:
            continue
        modules[name] = None
        waiting += imports(name)
    return tuple(modules)
