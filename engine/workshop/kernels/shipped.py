"""Lists the boards and kernels that ship, and makes the libraries of all machines from them."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import cache

import llvmlite.binding as llvm

from engine.cards.play import SHIPPED
from engine.coach import aside, leaf, proof_kernel
from engine.coach.diagrams import improve, play
from engine.games import LineGame, all_games
from engine.kernels import Kernel, sources
from engine.kernels.calls import read_signature
from engine.mind.search.available import compiles, proves
from engine.mind.search.kernels import limited_search
from engine.mind.tree import kernels as tree
from engine.mind.tree.snapshot import choose_of
from engine.nets.judging import PLAIN
from engine.nets.shipped import shipped
from engine.solver import kernel as exact
from engine.solver.learnt_order import shipped_network
from engine.workshop.kernels.linker import link
from engine.workshop.kernels.machine_code import object_of
from engine.workshop.kernels.targets import TARGETS, Target

_PROCESSES = 2
_OF_TWO_WORDS = (
    aside.set_aside, improve.improve, leaf.leaf, play.escape, proof_kernel.entry, proof_kernel.mark_false,
    proof_kernel.prove,
)  # fmt: skip
"""The kernels of any board that Python calls for boards of two words as well."""


@cache
def boards() -> dict[str, LineGame]:
    """Returns the boards that people play or that have a course, by size: "7x6x4", "7x7x5-flat"."""
    played = [game for game in all_games().values() if isinstance(game, LineGame)]
    sizes = [tuple(map(int, path.stem.split("x"))) for path in SHIPPED.glob("*.cards")]
    of_cards = [LineGame(width, height, 4, True) for width, height in sorted(sizes)]
    return {_name(game): game for game in (*of_cards, *played)}


def _name(game: LineGame) -> str:
    return f"{game.width}x{game.height}x{game.connect}{'' if game.gravity else '-flat'}"


def kernels_of(game: LineGame) -> dict[str, Kernel]:
    """Returns the searches of a board: ``step``, and where one word holds the board ``evaluate``, and ``search`` where
    discs drop."""
    limited = limited_search(game)
    kernels = {"step": limited.step} | ({"evaluate": limited.evaluate} if game.words == 1 else {})
    if proves(game):
        size = game.width, game.height, game.connect
        kernels["search"] = exact.build(*size, learnt=shipped_network(*size) is not None)
    return kernels


def _without_networks(game: LineGame) -> list[Kernel]:
    size, found = (game.width, game.height, game.connect), list[Kernel]()
    if shipped(game):
        plain = limited_search(game, PLAIN)
        found += [plain.step, plain.evaluate]
    if proves(game) and shipped_network(*size):
        found.append(exact.build(*size, learnt=False))
    return found


def all_kernels() -> list[Kernel]:
    """Returns every kernel that ships: those of the boards, and those for any board that Python can call."""
    searched = [game for game in boards().values() if compiles(game)]
    found = [kernel for game in searched for kernel in (*kernels_of(game).values(), *_without_networks(game))]
    found += [step for words in (1, 2) for step in (*vars(tree.build(words)).values(), choose_of(words))]
    for path in sources.kernel_sources():
        name = ".".join(("engine", *path.relative_to(sources.ROOT).with_suffix("").parts))
        if path.parent.name != "kernels" and path.name != "vector.py":
            held = vars(importlib.import_module(name)).values()
            found += [
                one for one in held if isinstance(one, Kernel) and one.function.__module__ == name and _is_called(one)
            ]
    return sorted((*found, *(one.of_words(2) for one in _OF_TWO_WORDS)), key=lambda kernel: kernel.name)


def _is_called(kernel: Kernel) -> bool:
    if not kernel.name:
        return False
    try:
        read_signature(kernel.signature)
    except ValueError:
        return False  # it returns several numbers, for other kernels
    return True


def make(told: Callable[[str], None]) -> Iterator[tuple[str, bytes]]:
    """Yields the name and the content of each library. ``told`` is told of each kernel that was compiled."""
    count = len(all_kernels())
    objects: dict[str, dict[str, bytes]] = {target.name: {} for target in TARGETS}
    with ProcessPoolExecutor(_PROCESSES) as pool:
        for name, made in pool.map(_objects, range(count)):
            told(name)
            for library, content in made.items():
                objects[library][name] = content
    for target in TARGETS:
        yield target.name, link({**dict(sorted(objects[target.name].items())), **_more(target)}, target)


def _objects(number: int) -> tuple[str, dict[str, bytes]]:
    kernel = all_kernels()[number]
    return kernel.name, {target.name: object_of(kernel.name, kernel, target) for target in TARGETS}


def _more(target: Target) -> dict[str, bytes]:
    """Returns an object with the symbol that Windows' linker asks for where code uses floating-point numbers."""
    if "windows" not in target.triple:
        return {}
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    module = llvm.parse_assembly(f'target triple = "{target.triple}"\n@_fltused = constant i32 39029\n')
    machine = llvm.Target.from_triple(target.triple).create_target_machine(reloc="pic")
    return {"fltused": machine.emit_object(module)}
