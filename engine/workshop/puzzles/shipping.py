"""Writes the puzzles to ship: chunks in the order of the ratings, proofs, days, courses, and boards of zugzwang."""

import itertools
import json
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from engine.coach.explanation import from_json, to_json
from engine.coach.words import words
from engine.files import pack
from engine.mind.levels.level import levels
from engine.puzzles.puzzle import Puzzle, Theme
from engine.puzzles.shipped import PACKED
from engine.workshop.puzzles.selection import courses, explained
from engine.workshop.puzzles.zugzwang import essay
from engine.workshop.puzzles.zugzwang import file as zugzwang

VERSION = 1
CHUNK = 125  # puzzles a file: some five kilobytes when packed
FIRST_DAY = "2026-01-05"  # the day of the first puzzles
DAILY_PLIES = (range(3, 6), range(5, 10), range(7, 12))
"""The plies of the wins of a day's puzzles, easy, middling and hard: 2 or 3, 3 to 5, 4 to 6 moves."""

Proofs = Mapping[str, Any]  # puzzle name -> explanation with certificate and words, as plain data


def files(puzzles: Sequence[Puzzle], proofs: Proofs, seed: int) -> dict[str, Any]:
    """Returns the content of every file by its name, with the proofs of explained puzzles, days by the seed."""
    ordered = sorted(puzzles, key=lambda puzzle: (puzzle.rating, puzzle.name))
    chunks = [ordered[start : start + CHUNK] for start in range(0, len(ordered), CHUNK)]
    content: dict[str, Any] = {"index.json": _index(chunks, seed), "daily.json": _daily(ordered, proofs, seed)}
    for number, chunk in enumerate(chunks):
        content[f"puzzles-{number:02}.json"] = {"v": VERSION, "puzzles": [puzzle.row() for puzzle in chunk]}
        known = {puzzle.name: proofs[puzzle.name] for puzzle in chunk if explained(puzzle) and puzzle.name in proofs}
        content[f"proofs-{number:02}.json"] = {"v": VERSION, "proofs": known}
    content[zugzwang.NAME] = zugzwang.content(ordered, proofs)
    content[essay.NAME] = essay.content(content[zugzwang.NAME])
    return content | _courses(ordered, {name: proof for name, proof in proofs.items() if not is_drawn(proof)})


def is_drawn(proof: Any) -> bool:
    """Tests if an explanation as plain data holds a diagram. Such puzzles are in no course, and are of no day."""
    return proof is not None and any(node["type"] == "diagram" for node in proof["certificate"]["nodes"])


def reworded(proofs: Proofs) -> dict[str, Any]:
    """Returns the same proofs with the words of today."""
    found = dict[str, Any]()
    for name, plain in proofs.items():
        explanation = from_json(plain)
        steps = words(explanation.certificate) if explanation.certificate else ()
        found[name] = to_json(msgspec.structs.replace(explanation, steps=steps))
    return found


def write(folder: Path, content: Mapping[str, Any]) -> None:
    """Writes the files of :func:`files`. Removes chunks of an earlier, longer list."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob(f"*{PACKED}"):
        old.unlink()
    for name, data in content.items():
        (folder / (name + PACKED)).write_bytes(pack(as_text(data).encode()))


def as_text(data: Any) -> str:
    """Returns the content of a file as JSON without spaces."""
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False) + "\n"


def _index(chunks: Sequence[Sequence[Puzzle]], seed: int) -> dict[str, Any]:
    return {
        "v": VERSION,
        "game": "connect4",
        "seed": seed,
        "count": sum(map(len, chunks)),
        "levels": [level.rating for level in levels("connect4")],
        "themes": [{"slug": theme.slug, "title": theme.title, "bit": int(theme)} for theme in Theme],
        "chunks": [
            {
                "low": chunk[0].rating,
                "high": chunk[-1].rating,
                "count": len(chunk),
                "themes": [sum(bool(puzzle.themes & theme) for puzzle in chunk) for theme in Theme],
            }
            for chunk in chunks
        ],
    }


def _courses(ordered: Sequence[Puzzle], proofs: Proofs) -> dict[str, Any]:
    """Returns the list of the courses, and a file for each with all puzzles and proofs of the course."""
    content, listed = dict[str, Any](), list[Any]()
    for course in courses(ordered, proofs):
        puzzles, slug = course.puzzles, course.theme.slug
        names = [puzzle.name for puzzle in puzzles]
        listed.append({"slug": slug, "title": course.theme.title, "names": names, "example": course.example.plain()})
        known = {name: proofs[name] for name in names if name in proofs}
        rows = [puzzle.row() for puzzle in puzzles]
        content[f"course-{slug}.json"] = {"v": VERSION, "puzzles": rows, "proofs": known}
    return content | {"courses.json": {"v": VERSION, "courses": listed}}


def _daily(ordered: Sequence[Puzzle], proofs: Proofs, seed: int) -> dict[str, Any]:
    """Returns for each strength a list of puzzle numbers (place in the order of ratings), a number a day. The win of a
    harder one takes more moves."""
    fit = [
        place
        for place, puzzle in enumerate(ordered)
        if explained(puzzle)
        and not puzzle.for_beginners
        and any(puzzle.plies in plies for plies in DAILY_PLIES)
        and not is_drawn(proofs.get(puzzle.name))
    ]
    rng = random.Random(f"daily {seed}")
    bounds = [len(fit) * strength // 3 for strength in range(4)]
    bands = [
        [place for place in fit[low:high] if ordered[place].plies in plies]
        for (low, high), plies in zip(itertools.pairwise(bounds), DAILY_PLIES, strict=True)
    ]
    days = min(map(len, bands))
    rising = (sorted(rng.sample(band, days), key=lambda place: ordered[place].plies) for band in bands)
    each = list(zip(*rising, strict=True))  # the shortest of each strength on one day, and so on
    return {"v": VERSION, "first": FIRST_DAY, "strengths": [*zip(*rng.sample(each, days), strict=True)]}
