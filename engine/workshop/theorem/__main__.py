"""Has Coq prove what cards claim: ``python -m engine.workshop.theorem FILE...``, or without a file for all that ship.
Needs coqc and coqchk, for example of Debian's package coq. coqchk reads the finished proofs once more, and names what
they assume."""

import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import click

from engine.cards.check import RefusedError
from engine.cards.play import SHIPPED
from engine.workshop.theorem.coq import STEPS, theorems

_CHECK = ("coqchk", "-silent", "-o", "-bytecode-compiler", "yes", "Cards")


@click.command()
@click.argument("files", nargs=-1, type=click.Path(exists=True, dir_okay=False, path_type=Path))
def main(files: tuple[Path, ...]) -> None:
    """Proves the claims of the FILES of cards in Coq. The exit code is 1 if one is refused."""
    if not (shutil.which("coqc") and shutil.which("coqchk")):
        raise click.UsageError("coqc or coqchk is not installed; Debian's package coq has both")
    refused = False
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for step in STEPS:
            shutil.copy(Path(__file__).with_name(f"{step}.v"), folder)
            _run(folder, "coqc", f"{step}.v")
        for file in files or sorted(SHIPPED.glob("*.cards"), key=lambda path: path.stat().st_size):
            refused |= not prove(file, folder)
    sys.exit(int(refused))


def prove(file: Path, folder: Path) -> bool:
    """Tells what Coq says of a file of cards, in a folder with the finished steps, and returns whether it believes."""
    try:
        text, names = theorems(file.read_bytes())
    except (RefusedError, ValueError):
        raise click.UsageError(f"{file} is no file of cards; fourthought cards make writes such files") from None
    folder.joinpath("Cards.v").write_text(text)
    started = time.perf_counter()
    try:
        said = _run(folder, "coqc", "Cards.v")
        compiled = time.perf_counter()
        known = _run(folder, *_CHECK)
    except subprocess.CalledProcessError as error:
        click.echo(f"{file}: refused: {' '.join(error.stdout.split())[:300]}")
        return False
    if said.count("Closed under the global context") < len(names) or "Axioms: <none>" not in known:
        click.echo(f"{file}: refused: the proof assumes something")
        return False
    seconds = f"coqc {compiled - started:.0f} s, coqchk {time.perf_counter() - compiled:.0f} s"
    click.echo(f"{file}: {', '.join(names)}; nothing is assumed; {seconds}")
    return True


def _run(folder: Path, *command: str) -> str:
    told = subprocess.STDOUT
    return subprocess.run(command, cwd=folder, stdout=subprocess.PIPE, stderr=told, text=True, check=True).stdout  # noqa: S603


if __name__ == "__main__":
    main()
