"""Has a program check sheets which Coq writes in OCaml from the checker that it proves right (``Judge.v``): seconds a
file, where the theorem of a sheet takes minutes. One believes, beside Coq, its translation and OCaml. The page has the
same program, which js_of_ocaml writes in JavaScript."""

import hashlib
import subprocess
from collections.abc import Iterator
from pathlib import Path

from engine.cards import proof
from engine.cards.check import parts
from engine.cards.proof.folder import columns, entries

_HERE = Path(__file__).parent
PROGRAMS = ("coqc", "ocamlopt")
PAGE_PROGRAMS = ("coqc", "ocamlc", "js_of_ocaml")
PAGE = _HERE.parents[2] / "static" / "vendor" / "judge.mjs"
"""The checker for the page."""
_WRITTEN = ("judge.mli", "judge.ml", "reader.ml")
_HEAD = """// The checker of engine/workshop/theorem/Judge.v, which Coq wrote in OCaml and js_of_ocaml {} in JavaScript.
// made by: python -m engine.workshop.theorem --page
// made from: {}
"""


def build(place: Path) -> None:
    """Writes the program ``judge`` into a folder with the finished steps of the proof."""
    _extract(place, "main.ml")
    _run(place, "ocamlopt", *_WRITTEN, "main.ml", "-o", "judge")


def write_page(place: Path) -> None:
    """Writes ``PAGE``, in a folder with the finished steps of the proof."""
    _extract(place, "page.ml", "page.js")
    (place / "page.c").write_text("int judge_give(void) { return 0; }\n")  # the linker asks for it; page.js has it
    _run(place, "ocamlc", "-custom", *_WRITTEN, "page.ml", "page.c", "-o", "page.byte")
    _run(place, "js_of_ocaml", "--opt", "3", "--target-env", "browser", "page.js", "page.byte", "-o", "judge.js")
    code = (place / "judge.js").read_text("utf-8").partition("\n")[2]  # without the line that names the program
    version = _run(place, "js_of_ocaml", "--version").strip()
    PAGE.write_text(f"{_HEAD.format(version, made_from())}{code}\nexport const {{ judged }} = globalThis;\n", "utf-8")


def made_from() -> str:
    """Returns the hash of the sources of the page's checker."""
    steps = (Path(proof.__file__).parent / f"{name}.v" for name in ("Rules", "Line", "Sheet", "Board", "Check"))
    own = (_HERE / name for name in ("Judge.v", "reader.ml", "page.ml", "page.js"))
    return hashlib.sha256(b"".join(path.read_bytes() for path in (*steps, *own))).hexdigest()


def _extract(place: Path, *more: str) -> None:
    for name in ("Judge.v", "reader.ml", *more):
        (place / name).write_bytes((_HERE / name).read_bytes())
    _run(place, "coqc", "-Q", ".", "Fourthought", "Judge.v")


def _run(place: Path, *command: str) -> str:
    return subprocess.run(command, cwd=place, check=True, stdout=subprocess.PIPE, text=True).stdout  # noqa: S603


def judged(place: Path, data: bytes) -> Iterator[tuple[str, bool]]:
    """Yields for each part of a file of cards the claim, and if the program accepts it. Raises RefusedError if it is no
    file of cards, or the opening of a part does not fit its board."""
    for lines in parts(data):
        told = subprocess.run(  # noqa: S603
            [place / "judge"], input=written(lines), stdout=subprocess.PIPE, text=True, check=True
        )
        yield lines[0], told.stdout == "accepted\n"


def written(lines: list[str]) -> str:
    """Returns a part as the program reads it, see ``reader.ml``. Raises RefusedError if its opening does not fit."""
    size, connect, side, verb, *_ = lines[0].split()
    width, height = size.split("x")
    rows = [f"{width} {height} {connect} {side} {verb}"]
    rows += [f"{moves.replace(' ', ',')} {'p' * word.isdigit()}{word}" for moves, _, word in entries(lines)]
    for levels in lines[2:]:
        rows.append(";".join(",".join(map(str, column)) for column in columns(levels, int(width))))
    return "\n".join(rows) + "\n"
