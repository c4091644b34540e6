"""Puts the pages and the questions of the trainer into one file."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.puzzles.puzzle import Puzzle
from engine.workshop.puzzles.zugzwang.questions import KINDS, Question
from engine.workshop.puzzles.zugzwang.scene import Scene
from engine.workshop.puzzles.zugzwang.theory_pages import pages

NAME = "zugzwang.json"
VERSION = 1
EACH = 40
"""Questions of a kind."""


def content(ordered: Sequence[Puzzle], proofs: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the content of the file as plain data: the puzzles, the easiest first, and explanations by puzzle
    name."""
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
