"""Puts the pages and the questions of the trainer into one file."""

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from engine.coach import certificate, theory
from engine.games import Player
from engine.puzzles.puzzle import Puzzle
from engine.workshop.puzzles.zugzwang.questions import KINDS, Question, which_is_useless
from engine.workshop.puzzles.zugzwang.scene import Scene

_COUNT = range(6, 13)  # open cells on the board of a page
FEW = 8
"""Open cells with which a course begins."""


def pages(scenes: Iterable[Scene]) -> list[dict[str, Any]]:
    """Returns the pages as plain data, in the order of the course. A board stands on one page only."""
    made, used, every = list[dict[str, Any]](), set[str](), list(scenes)
    for slug, shows in _SHOWN.items():
        scene = next(one for one in every if one.puzzle.name not in used and shows(one))
        used.add(scene.puzzle.name)
        page = {"slug": slug, "moves": "".join(map(str, scene.moves)), "proof": certificate.to_json(scene.certificate)}
        asked = which_is_useless(scene, 0) if slug == "useless" else None
        threats = [one for one in asked.threats if one.target in asked.answer] if asked else []
        made.append(page | {"useless": msgspec.to_builtins(threats[0]) if threats else None})
    return made


def _plain(scene: Scene) -> bool:
    return scene.answers_above and scene.leaf.count in _COUNT and scene.leaf.count == len(scene.open_cells)


def _waits(scene: Scene, odd: bool) -> bool:
    """Tests if one four waits, in an odd row for the first player or in an even one for the second."""
    if not _plain(scene) or len(scene.leaf.waits) != 1:
        return False
    row = scene.leaf.waits[0].target[1]
    return bool(row % 2) is odd and scene.side is (Player.FIRST if odd else Player.SECOND)


def _follow_up(scene: Scene) -> bool:
    return _plain(scene) and not scene.leaf.waits and bool(scene.leaf.line) and scene.leaf.count <= FEW


def _claimeven(scene: Scene) -> bool:
    every = len(theory.claimeven(scene.leaf)) == len(scene.leaf.pairs)
    shown = _plain(scene) and not scene.leaf.waits and bool(scene.leaf.line) and scene.side is Player.SECOND
    return shown and every and scene.leaf.count > FEW


def _baseinverse(scene: Scene) -> bool:
    return scene.leaf.count in _COUNT and bool(theory.baseinverse(scene.at, scene.leaf))


def _useless(scene: Scene) -> bool:
    """Tests if a useless threat lies above the needed one: the game ends before its cell can be filled."""
    asked = which_is_useless(scene, 0)
    if asked is None:
        return False
    (column, row), (target, above) = asked.options
    return column == target and row < above and asked.answer == (asked.options[1],)


_SHOWN: Mapping[str, Callable[[Scene], bool]] = {
    "follow-up": _follow_up,
    "claimeven": _claimeven,
    "baseinverse": _baseinverse,
    "odd-threat": lambda scene: _waits(scene, odd=True),
    "even-threat": lambda scene: _waits(scene, odd=False),
    "useless": _useless,
}


NAME = "zugzwang.json"
VERSION = 1
EACH = 40
"""Questions of a kind."""


def content(ordered: Sequence[Puzzle], proofs: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the content of the file as data: the puzzles, the easiest first, and explanations by name."""
    scenes = [scene for puzzle in ordered if (scene := _scene(puzzle, proofs))]
    shuffled = random.Random("zugzwang").sample(scenes, len(scenes))
    asked = {kind: list[Question]() for kind in KINDS}
    places = {scene.puzzle.name: place for place, scene in enumerate(scenes)}
    found = list[tuple[int, Question]]()
    for scene in shuffled:
        # The kind with the fewest questions comes first, so each position serves where it is needed.
        for kind in sorted(KINDS, key=lambda one: len(asked[one])):
            question = KINDS[kind](scene, len(asked[kind])) if len(asked[kind]) < EACH else None
            if question:
                asked[kind].append(question)
                found.append((places[scene.puzzle.name], question))
                break
    found.sort(key=lambda one: one[0])
    questions = [msgspec.to_builtins(question) | {"name": question.name} for _, question in found]
    return {"v": VERSION, "pages": pages(scenes), "questions": questions}


def _scene(puzzle: Puzzle, proofs: Mapping[str, Any]) -> Scene | None:
    proof = proofs.get(puzzle.name)
    return Scene.of(puzzle, proof) if proof else None
