"""Makes the files of the page's engine: ``python -m engine.wasm``. Without kernels in the cache it takes minutes of one
core. With ``--check`` it writes nothing, and tells which files differ.

The kernels are compiled for a processor without extensions, so that every machine makes the same files.
"""

import os
import sys

os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = "generic", ""

from engine.games import GameError  # noqa: E402 (Numba reads the variables at its first import)
from engine.wasm.derived import listed  # noqa: E402
from engine.wasm.modules import make, write  # noqa: E402


def main() -> int:
    """Makes the files, and writes or checks them. Returns the exit code: 1 for a difference."""
    try:
        made = []
        for one in make():
            made.append(one)
            print(f"{one.name} {len(one.content):,} bytes", flush=True)  # noqa: T201
        if sys.argv[1:] == ["--check"]:
            other = [one.name for one in made if one.name not in listed()]
            print(f"other files: {', '.join(other)}" if other else "the same files")  # noqa: T201
            return int(bool(other))
        write(made)
    except GameError as error:
        print(f"python -m engine.wasm: {error}")  # noqa: T201
        return 2
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
