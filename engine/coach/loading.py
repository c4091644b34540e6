"""Loads the compiled searches of the coach, which compile at import. A server does so before the first question."""

import importlib

from engine.child import command
from engine.compile_process import CompileProcesses, begin_compiling, only_one
from engine.compiled import NotCompiledError, loading_only

_SEARCHES = ("engine.coach.proof_kernel", "engine.coach.diagrams.improve")


def load_coach(processes: CompileProcesses | None = None) -> None:
    """Loads the searches for certificates. A process apart compiles searches that the cache lacks. Raises
    CompilingStoppedError if the process was ended."""
    try:
        with loading_only():
            for name in _SEARCHES:
                importlib.import_module(name)
    except NotCompiledError:
        (processes or coach_processes()).compile(["coach"])
    for name in ("proof_play", "why_question"):
        importlib.import_module(f"engine.coach.{name}")


def coach_processes() -> CompileProcesses:
    """Returns what starts and ends the process that compiles the searches."""
    return CompileProcesses(lambda _: command("engine.coach.loading"))


def main() -> None:
    """Compiles the searches into the cache."""
    begin_compiling()
    with only_one("coach", wait=True):
        for name in _SEARCHES:
            importlib.import_module(name)


if __name__ == "__main__":
    main()
