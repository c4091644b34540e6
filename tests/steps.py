"""Runs the steps of ``python -m tests``, several at a time."""

import os
import subprocess
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
_printing = threading.Lock()


@dataclass(frozen=True)
class Step:
    """Names one command, the additions to the environment, the folder to run in, and whether its words are shown also
    when it passes."""

    name: str
    command: Sequence[str]
    environment: dict[str, str] = field(default_factory=dict)
    folder: Path = ROOT
    shown: bool = False


def cores() -> int:
    """Returns how many steps run side by side: one a core, two at least and four at most."""
    return max(2, min(4, len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 2))


def workers(waiting: int) -> int:
    """Returns how many workers share the tests: one a core, and as many more as wait for others at any time."""
    return cores() + waiting


def run_together(steps: Sequence[Step], tell: Callable[[str], None], at_once: int) -> list[str]:
    """Runs all steps, so many at once, tells a line of each, and returns the names of the failed ones."""

    def run_quietly(step: Step) -> bool:
        began = time.monotonic()
        environment = {**os.environ, **step.environment}
        done = subprocess.run(
            step.command,
            cwd=step.folder,
            env=environment,
            check=False,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        line = f"--- {step.name}: {_result(done.returncode, began)}: {' '.join(step.command)}"
        with _printing:
            tell(f"{line}\n{done.stdout.rstrip()}" if done.returncode or step.shown else line)
        return done.returncode == 0

    with ThreadPoolExecutor(at_once) as pool:
        return [step.name for step, passed in zip(steps, pool.map(run_quietly, steps), strict=True) if not passed]


def run(step: Step, line: int) -> list[str]:
    """Runs one step that gets the pipe ``line``, with visible output; returns its name in a list after a failure."""
    print(f"--- {step.name}: {' '.join(step.command)}", flush=True)
    began = time.monotonic()
    environment = {**os.environ, **step.environment}
    done = subprocess.run(step.command, cwd=step.folder, env=environment, pass_fds=[line], check=False)
    print(f"--- {step.name}: {_result(done.returncode, began)}", flush=True)
    return [step.name] if done.returncode else []


def _result(code: int, began: float) -> str:
    return f"{'failed' if code else 'passed'} in {time.monotonic() - began:.0f} s"
