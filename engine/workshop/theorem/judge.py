"""Has a program check sheets which Coq writes in OCaml from the checker that it proves right (``Judge.v``): seconds a
file, where the theorem of a sheet takes minutes. One believes, beside Coq, its translation and OCaml."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

from engine.cards.check import parts
from engine.cards.proof.folder import columns, entries

_HERE = Path(__file__).parent
PROGRAMS = ("coqc", "ocamlopt")


def build(place: Path) -> None:
    """Writes the program ``judge`` into a folder with the finished steps of the proof."""
    for name in ("Judge.v", "main.ml"):
        (place / name).write_bytes((_HERE / name).read_bytes())
    for command in (
        ("coqc", "-Q", ".", "Fourthought", "Judge.v"),
        ("ocamlopt", "judge.mli", "judge.ml", "main.ml", "-o", "judge"),
    ):
        subprocess.run(command, cwd=place, check=True, stdout=subprocess.PIPE)  # noqa: S603


def judged(place: Path, data: bytes) -> Iterator[tuple[str, bool]]:
    """Yields for each part of a file of cards the claim, and if the program accepts it. Raises RefusedError if it is no
    file of cards, or the opening of a part does not fit its board."""
    for lines in parts(data):
        told = subprocess.run(  # noqa: S603
            [place / "judge"], input=_written(lines), stdout=subprocess.PIPE, text=True, check=True
        )
        yield lines[0], told.stdout == "accepted\n"


def _written(lines: list[str]) -> str:
    size, connect, side, verb, *_ = lines[0].split()
    width, height = size.split("x")
    rows = [f"{width} {height} {connect} {side} {verb}"]
    rows += [f"{moves.replace(' ', ',')} {'p' * word.isdigit()}{word}" for moves, _, word in entries(lines)]
    for levels in lines[2:]:
        rows.append(";".join(",".join(map(str, column)) for column in columns(levels, int(width))))
    return "\n".join(rows) + "\n"
