"""Prints the packages of a release with the versions that it was tested with, for ``pip install --constraint``.

    python -m tests.release.constraints > webapp/deploy/constraints.txt

The versions are those of this environment, so run it where the whole suite has passed.
"""

import re
from collections.abc import Iterable, Iterator
from importlib.metadata import requires, version

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

EXTRAS = ("", "postgres", "cluster")
"""The extras of servers. The others are for readers of research and for tests."""
HEAD = """\
# The versions that this release was tested with, on Linux:
#     pip install --constraint constraints.txt fourthought
# Written by `python -m tests.release.constraints`.
"""


def needed(package: str, extras: tuple[str, ...] = ("",)) -> Iterator[Requirement]:
    """Yields what a package of this environment asks for on this machine."""
    for text in requires(package) or ():
        one = Requirement(text)
        if one.marker is None or any(one.marker.evaluate({"extra": extra}) for extra in extras):
            yield one


def constraints(wanted: Iterable[Requirement] | None = None) -> dict[str, str]:
    """Returns the version of each package that is ``wanted``, directly or not, by its name: by default by a server."""
    found: dict[str, str] = {}
    waiting = list(needed("fourthought", EXTRAS) if wanted is None else wanted)
    while waiting:
        one = waiting.pop()
        name = canonicalize_name(one.name)
        if name not in found and name != "fourthought":
            found[name] = version(name)
            waiting += needed(name, ("", *one.extras))
    return dict(sorted(found.items()))


def written() -> str:
    """Returns the text of the file."""
    return HEAD + "".join(f"{name}=={number}\n" for name, number in constraints().items())


def read(text: str) -> dict[str, str]:
    """Returns the versions in a file by the names of the packages."""
    return dict(re.findall(r"^([a-z0-9-]+)==(\S+)$", text, re.MULTILINE))


if __name__ == "__main__":
    print(written(), end="")
