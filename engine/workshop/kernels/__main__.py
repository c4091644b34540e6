"""Makes the kernels for all machines and the files of the page's engine: ``python -m engine.workshop.kernels``. It
takes a minute or two of two cores. With ``--check`` it writes nothing, and tells which files differ. With ``--courses``
it only names the page's courses anew, after a change of cards. The kernels are compiled for a processor without
extensions, so that every machine makes the same files, and then for each machine."""

import os
import sys

os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = "generic", ""
os.environ["NUMBA_BOUNDSCHECK"] = "0"

import hashlib  # noqa: E402 (Numba reads the variables at its first import)
import importlib.metadata  # noqa: E402
import json  # noqa: E402
import platform  # noqa: E402
from typing import Any  # noqa: E402

from engine.games import GameError  # noqa: E402
from engine.kernels import sources  # noqa: E402
from engine.kernels.library import FOLDER, PROVENANCE, provenance  # noqa: E402
from engine.workshop.kernels import page, shipped  # noqa: E402
from engine.workshop.kernels.linker import linker_version  # noqa: E402


def main() -> int:
    """Makes the files, and writes or checks them. Returns the exit code: 1 for a difference."""
    if sys.argv[1:] == ["--courses"]:
        _write({**provenance(), "page": page.renamed(provenance()["page"])})
        return 0
    try:
        libraries = dict(shipped.make(lambda name: print(name, flush=True)))  # noqa: T201
        made = list(page.make())
        said = _said_of(libraries, made)
    except GameError as error:
        print(f"python -m engine.workshop.kernels: {error}")  # noqa: T201
        return 2
    for name, content in libraries.items():
        print(f"{name} {len(content):,} bytes")  # noqa: T201
    if sys.argv[1:] == ["--check"]:
        before = provenance()
        other = [
            name for part in ("files", "page") for name in said[part] if said[part][name] != before[part].get(name)
        ]
        print(f"other files: {', '.join(other)}" if other else "the same files")  # noqa: T201
        return int(bool(other))
    for old in FOLDER.iterdir():
        old.unlink()
    for name, content in libraries.items():
        (FOLDER / name).write_bytes(content)
    page.write(made)
    _write(said)
    return 0


def _write(said: dict[str, Any]) -> None:
    PROVENANCE.write_text(json.dumps(said, indent=1) + "\n")


def _said_of(libraries: dict[str, bytes], made: list[page.Made]) -> dict[str, Any]:
    """Returns what the files were made from, and their hashes."""
    packages = {name: importlib.metadata.version(name) for name in ("numba", "llvmlite", "numpy")}
    paths = sources.kernel_sources()
    return {
        "python": ".".join(platform.python_version_tuple()[:2]),
        "linker": linker_version(),
        **packages,
        "sources": {path.relative_to(sources.ROOT).as_posix(): sources.hashes(path) for path in paths},
        "files": {name: hashlib.sha256(content).hexdigest() for name, content in libraries.items()},
        "page": {one.name: hashlib.sha256(one.content).hexdigest() for one in made},
    }


if __name__ == "__main__":
    raise SystemExit(main())
