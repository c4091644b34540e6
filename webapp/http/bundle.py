"""Bundles the modules that a page needs first: one response instead of twelve, which also compresses better.

The modules stay as they are on disk. In the bundle each is the body of a function, evaluated once in the order of
imports, whose result holds the exports. The module's own address serves a short module with the same exports, for
modules that are loaded later. So every module exists once.
"""

import posixpath
import re
from collections.abc import Mapping, Sequence

_IMPORT = re.compile(r"""^import (?:(\{[^}]*\}) from )?["'](\.[^"']+)["'];\n?""", re.MULTILINE)
_ON_DEMAND = re.compile(r"""\bimport\(["'](\.[^"']+)["']\)""")
_EXPORT = re.compile(r"^export ((?:async )?(?:function\*?|class|const) )([A-Za-z_$][\w$]*)", re.MULTILINE)
_LIST = re.compile(r"^export \{([\w$, ]*)\};\n?", re.MULTILINE)
_LEFT = re.compile(r"^(?:import|export)\b(?!\()", re.MULTILINE)


class BundleError(ValueError):
    """Says which module has an import or an export in a form that cannot be bundled."""


def bundle(name: str, modules: Sequence[str], sources: Mapping[str, str], entry: str) -> dict[str, str]:
    """Returns new texts by file name: the bundle, the short modules, and the entry.

    Args:
        modules: the modules to bundle, each after those that it imports.
        sources: the texts of all scripts by name.
        entry: the script of the page. It stays a file, because its evaluation starts the page.

    Raises:
        BundleError: a module has another form of import or export.
    """
    numbers = {module: f"$m{number}" for number, module in enumerate(modules)}
    outer: dict[str, str] = {}  # modules that stay apart, such as those which other pages have loaded before
    parts, made = list[str](), dict[str, str]()
    for module in modules:
        body, exports = _inside(module, name, sources[module], numbers, outer)
        parts.append(
            f"export const {numbers[module]} = (() => {{\n{body}\nreturn {{ {', '.join(exports)} }};\n}})();\n"
        )
        address = _relative(name, module)
        made[module] = f'import {{ {numbers[module]} }} from "{address}";\n'
        if exports:
            made[module] += f"export const {{ {', '.join(exports)} }} = {numbers[module]};\n"
    head = "".join(f'import * as {one} from "{_relative(target, name)}";\n' for target, one in outer.items())
    made[name] = head + "".join(parts)
    made[entry] = _entry(entry, name, sources[entry], numbers)
    return made


def _inside(
    module: str, name: str, text: str, numbers: Mapping[str, str], outer: dict[str, str]
) -> tuple[str, list[str]]:
    """Returns a module as the body of a function in the bundle ``name``, with the names of its exports."""

    def imported(match: re.Match[str]) -> str:
        target = target_of(module, match[2])
        if target not in numbers and target not in outer:
            outer[target] = f"$o{len(outer)}"
        return f"const {_renamed(match[1])} = {numbers.get(target) or outer[target]};\n" if match[1] else ""

    body = _on_demand(module, name, _IMPORT.sub(imported, text))
    exports = [match[2] for match in _EXPORT.finditer(body)]
    exports += [one.strip() for match in _LIST.finditer(body) for one in match[1].split(",") if one.strip()]
    body = _LIST.sub("", _EXPORT.sub(r"\1\2", body))
    if _LEFT.search(body):
        raise BundleError(f"{module} has an import or an export in a form that cannot be put into {name}")
    return body, exports


def _entry(entry: str, name: str, text: str, numbers: Mapping[str, str]) -> str:
    """Returns the entry, which now imports from the bundle."""
    used: list[str] = []

    def imported(match: re.Match[str]) -> str:
        target = target_of(entry, match[2])
        if target not in numbers:
            return match[0]
        used.append(numbers[target])
        return f"const {_renamed(match[1])} = {numbers[target]};\n" if match[1] else ""

    body = _IMPORT.sub(imported, text)
    return f'import {{ {", ".join(dict.fromkeys(used))} }} from "{_relative(name, entry)}";\n{body}'


def _on_demand(module: str, name: str, text: str) -> str:
    """Rewrites the addresses of modules on demand, relative to the bundle."""
    return _ON_DEMAND.sub(lambda match: f'import("{_relative(target_of(module, match[1]), name)}")', text)


def _renamed(names: str) -> str:
    """Turns imported names into the pattern of an assignment: ``{ a as b }`` becomes ``{ a: b }``."""
    return re.sub(r"\s+", " ", names.replace(" as ", ": "))


def target_of(module: str, address: str) -> str:
    """Returns the name of the module that ``module`` imports by ``address``."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(module), address))


def _relative(target: str, start: str) -> str:
    """Returns the address of ``target`` in an import of ``start``."""
    address = posixpath.relpath(target, posixpath.dirname(start))
    return address if address.startswith(".") else f"./{address}"
