"""Writes the measured tables of the documents in place, by the commands that they name.

A block stands between ``<!-- by: COMMAND -->`` and ``<!-- end -->``; the command's output takes its place, Markdown as
it is and other text as a code block.

    python -m tests.results engine/workshop/bench/RESULTS.md          every block of a file
    python -m tests.results engine/workshop/bench/RESULTS.md compare  the blocks whose command holds a word
    python -m tests.results --list                           all commands of all documents
"""

import re
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BLOCK = re.compile(r"<!-- by: (?P<command>.+?) -->\n(?P<output>.*?)<!-- end -->", re.DOTALL)


def documents() -> list[Path]:
    """Returns every Markdown file of the project."""
    folders = ("engine", "webapp", "tests")
    return [ROOT / "README.md", *sorted(path for name in folders for path in (ROOT / name).rglob("*.md"))]


def commands(text: str) -> list[str]:
    """Returns the commands of all blocks of a document."""
    return [block["command"] for block in BLOCK.finditer(text)]


def run(command: str) -> str:
    """Runs a command of this installation, and returns its output.

    Raises:
        CalledProcessError: the command has failed.
    """
    program, *rest = shlex.split(command)
    path = sys.executable if program == "python" else str(Path(sys.executable).parent / program)
    return subprocess.run([path, *rest], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def rewritten(text: str, word: str = "", run: Callable[[str], str] = run) -> str:
    """Returns a document with those blocks written again whose command holds ``word``."""

    def written(block: re.Match[str]) -> str:
        if word not in block["command"]:
            return block[0]
        output = run(block["command"]).strip("\n")
        body = output if output.startswith("|") else f"```text\n{output}\n```"
        return f"<!-- by: {block['command']} -->\n{body}\n<!-- end -->"

    return BLOCK.sub(written, text)


def main(arguments: list[str]) -> int:
    """Lists or rewrites; returns the exit code."""
    if arguments == ["--list"]:
        for path in documents():
            for command in commands(path.read_text()):
                print(f"{path.relative_to(ROOT)}: {command}")
        return 0
    if not arguments or not Path(arguments[0]).is_file():
        print("Name a document, such as engine/workshop/bench/RESULTS.md, or --list.", file=sys.stderr)
        return 2
    path, word = Path(arguments[0]), " ".join(arguments[1:])
    path.write_text(rewritten(path.read_text(), word))
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
