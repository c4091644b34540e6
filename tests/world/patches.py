"""Plants faults that others have written as patches (``faults``), each in a copy of the server."""

import json
import os
import shutil
import sys
from pathlib import Path
from subprocess import check_call, check_output
from tempfile import TemporaryDirectory

from tests.programs import ROOT
from tests.world.planted import Found


def copy_server(copy: Path) -> None:
    """Copies the server and its worlds to a folder, and links to all else."""
    for entry in (one for one in ROOT.iterdir() if one.name != ".git"):
        if entry.name in ("webapp", "tests"):
            shutil.copytree(entry, copy / entry.name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            (copy / entry.name).symlink_to(entry)


def apply(patch: Path, copy: Path, *options: str) -> None:
    """Applies a patch to a copy of the server; no checkout of git is needed. Raises CalledProcessError."""
    alone = {**os.environ, "GIT_CEILING_DIRECTORIES": str(copy.parent)}
    check_call(["git", "apply", *options, patch.absolute()], cwd=copy, env=alone)


def find_patch(patch: Path, seeds: range) -> Found | None:
    """Looks for the fault that a patch plants in a copy of the server, as ``first_broken`` does. Raises
    CalledProcessError if the patch does not apply or the copy does not start."""
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        copy_server(copy)
        apply(patch, copy)
        search = f"import json; from tests.world.planted import first_broken; print(json.dumps(first_broken({seeds})))"
        said = check_output([sys.executable, "-c", search], cwd=copy, text=True)
    found = json.loads(said.splitlines()[-1])
    return None if found is None else (found[0], found[1], found[2])
