"""Has Coq check what is proved about a sheet: ``python -m engine.workshop.theorem [FILE...] [--out FOLDER]``. Without a
file it takes the cards of 7x6 that ship. Needs coqc and coqchk, for example of Debian's package coq. coqchk reads the
finished proofs once more, and names what they assume. Two runs of it work at the same time: one reads the last file
that plays the cards and all that this file needs, the other one all the rest."""

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import click

from engine.cards.check import RefusedError
from engine.cards.play import SHIPPED
from engine.cards.proof.folder import PARTS, STEPS, folder
from engine.workshop.theorem import judge

_NAMED = ("-Q", ".", "Fourthought")
_CHECK = ("coqchk", "-silent", "-o", "-bytecode-compiler", "yes", *_NAMED)
_SEALED = "Coq.ssr.ssrunder.Under_rel."
"""Names that coqchk calls assumed where it was told that another run reads their module: the module hides how they are
defined."""


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--judge", "compiled", is_flag=True, help="Have the checker in OCaml, which Coq writes, check the FILES.")
@click.option("--page", is_flag=True, help="Write that checker for the page, in JavaScript.")
@click.option("--out", type=click.Path(file_okay=False, path_type=Path), help="Keep the folder with the proof here.")
def main(files: tuple[Path, ...], compiled: bool, page: bool, out: Path | None) -> None:
    """Proves what the FILES of cards claim, in Coq. The exit code is 1 if one is refused."""
    files = files or (SHIPPED / "7x6.cards",)
    if out and len(files) > 1:
        raise click.UsageError("--out keeps the folder of one file; name one file")
    with tempfile.TemporaryDirectory() as name:
        place = out or Path(name)
        texts = {file: _texts(file) for file in files}
        if out:
            _write(place, texts[files[0]])
        if compiled and not all(map(shutil.which, judge.PROGRAMS)):
            raise click.UsageError("coqc or ocamlopt is not installed (Debian's packages coq and ocaml have them)")
        if page and not all(map(shutil.which, judge.PAGE_PROGRAMS)):
            raise click.UsageError("coqc, ocamlc or js_of_ocaml is not installed (coq, ocaml, js-of-ocaml in Debian)")
        if not (compiled or page) and not (shutil.which("coqc") and shutil.which("coqchk")):
            kept = f"; the folder {out} is written, and not checked" if out else ""
            raise click.UsageError(f"coqc or coqchk is not installed (Debian's package coq has both){kept}")
        _write(place, texts[files[0]])
        _compile(place, STEPS)
        if page:
            return judge.write_page(place)
        if compiled:
            judge.build(place)
        proved = [(_judge(file, place) if compiled else prove(file, texts[file], place)) for file in files]
    sys.exit(int(not all(proved)))


def prove(file: Path, texts: dict[str, str], place: Path) -> bool:
    """Tells what Coq says of a file of cards, in a folder with the finished steps, and returns whether it believes."""
    _write(place, texts)
    started = time.perf_counter()
    cards, parts = ([name[:-2] for name in texts if kind in name] for kind in ("Cards.v", "Part"))
    try:
        _compile(place, cards)
        with ThreadPoolExecutor(PARTS) as pool:
            list(pool.map(lambda part: _compile(place, [part]), parts))
        said = _compile(place, ["Theorem"])
        compiled = time.perf_counter()
        last = f"Fourthought.{parts[-1]}"
        with ThreadPoolExecutor(2) as pool:
            alone, rest = pool.map(
                lambda more: _run(place, *_CHECK, *more), ([last], ["-admit", last, "Fourthought.Theorem"])
            )
    except subprocess.CalledProcessError as error:
        click.echo(f"{file}: refused: {' '.join(error.stdout.split())[:300]}")
        return False
    names = [line.split()[2].rstrip(".") for line in texts["Theorem.v"].splitlines() if line.startswith("Print ")]
    if said.count("Closed under the global context") < len(names) or _assumed(alone) or _assumed(rest, _SEALED):
        click.echo(f"{file}: refused: the proof assumes something")
        return False
    seconds = f"coqc {compiled - started:.0f} s, coqchk {time.perf_counter() - compiled:.0f} s"
    click.echo(f"{file}: {', '.join(names)}; nothing is assumed; {seconds}")
    return True


def _assumed(told: str, sealed: str | None = None) -> bool:
    """Tells if coqchk names something as assumed, but for names that begin so, or says nothing of it."""
    _, found, names = told.partition("* Axioms:")
    given = names.partition("* ")[0].split()
    return not found or not all(name == "<none>" or (sealed and name.startswith(sealed)) for name in given)


def _judge(file: Path, place: Path) -> bool:
    started, said = time.perf_counter(), list(judge.judged(place, file.read_bytes()))
    words = ", ".join(f"{claim}: {'accepted' if yes else 'refused'}" for claim, yes in said)
    click.echo(f"{file.name}: {words}; {time.perf_counter() - started:.1f} s")
    return all(yes for _, yes in said)


def _texts(file: Path) -> dict[str, str]:
    try:
        return folder(file.read_bytes())
    except (RefusedError, ValueError):
        raise click.UsageError(f"{file} is no file of cards; fourthought cards make writes such files") from None


def _write(place: Path, texts: dict[str, str]) -> None:
    place.mkdir(parents=True, exist_ok=True)
    for name, text in texts.items():
        (place / name).write_text(text, "utf-8")


def _compile(place: Path, names: Iterable[str]) -> str:
    return "".join(_run(place, "coqc", *_NAMED, f"{name}.v") for name in names)


def _run(place: Path, *command: str) -> str:
    told = subprocess.STDOUT
    return subprocess.run(command, cwd=place, stdout=subprocess.PIPE, stderr=told, text=True, check=True).stdout  # noqa: S603


if __name__ == "__main__":
    main()
