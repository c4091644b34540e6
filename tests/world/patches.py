"""Plants faults in copies of the server, one at a time, and measures how soon a world finds each.

Each is a patch of ``faults``. Six (``foe_``) are faults that a foe has found, as the code was before their repair. The
others are mistakes of kinds that are made in such code, most of them planted by others who had not seen the worlds.
"""

import json
import os
import shutil
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from subprocess import check_call, check_output
from tempfile import TemporaryDirectory

from rich.console import Console
from rich.table import Table as Rows

from tests.programs import ROOT
from tests.world.plan import lasts_minutes, plan
from tests.world.world import run

FAULTS = Path(__file__).with_name("faults")
Found = tuple[int, str, float]
"""A seed, the rule that its world breaks, and the seconds of processor time that it took to come there."""


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
        search = f"import json; from tests.world.patches import first_broken; print(json.dumps(first_broken({seeds})))"
        said = check_output([sys.executable, "-c", search], cwd=copy, text=True)
    found = json.loads(said.splitlines()[-1])
    return None if found is None else (found[0], found[1], found[2])


def first_broken(seeds: range) -> Found | None:
    """Runs the worlds of some seeds, but none of a day. Returns the first seed whose world breaks a rule,
    the rule, and the seconds of processor time till then."""
    began = time.process_time()
    for one in filter(lasts_minutes, map(plan, seeds)):
        failure = run(one).failure
        if failure is not None:
            return one.seed, failure.rule, time.process_time() - began
    return None


def table_of(console: Console, files: dict[str, Path], seeds: range, jobs: int) -> int:
    """Prints for each fault the seed and the time that find it. Returns 1 if one is not found."""
    rows = Rows("fault", "seed", "rule", "seconds", box=None)
    found, spent = 0, 0.0
    with ProcessPoolExecutor(jobs) as pool:
        for name, told in zip(files, pool.map(find_patch, files.values(), [seeds] * len(files)), strict=True):
            found, spent = found + (told is not None), spent + (told[2] if told else 0.0)
            row = (str(told[0]), told[1], f"{told[2]:.0f}") if told else ("-", "not found", "-")
            rows.add_row(name, *row)
            console.print(f"{name}: seed {row[0]}, {row[1]}, {row[2]} s")
    console.print(rows)
    console.print(f"{found} of {len(files)} found in {spent:.0f} s of processor time.")
    return int(found < len(files))
