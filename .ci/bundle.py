"""Bundles the page's scripts and sheets by esbuild when a wheel is built.

Without Node the wheel holds the sources as they are: the page works and loads more files. The build says so.
"""

import json
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parents[1]
STATIC = ROOT / "static"
NAMES = ("templates/**/*.html", "webapp/http/**/*.py", "static/js/**/*.js")
"""The sources that name a script or a sheet by its path below static. All other scripts and sheets are imported."""
_NAME = re.compile(r"""["']((?:js|css)/[\w/]+\.(?:js|css))["']""")
_READ = re.compile(r'STATIC((?: / "[\w.]+")+)')
"""How the server's own code names a file that it reads. Such a file stays as it is written."""
OPTIONS = (
    *(
        "--bundle",
        "--splitting",
        "--format=esm",
        "--minify",
        "--target=es2023",
        "--legal-comments=none",
        "--charset=utf8",
    ),
    *("--chunk-names=js/chunks/[hash]", "--external:*.woff2", "--external:*/micropython.mjs", "--external:*/judge.mjs"),
    "--outbase=.",
)


def bundle(target: Path) -> bool:
    """Writes the page's files as a wheel holds them into ``target``, and returns whether they are bundled.

    ``bundles.json`` lists the scripts that each entry imports at first.

    Raises:
        subprocess.CalledProcessError: esbuild finds a fault in a source.
    """
    esbuild = _esbuild()
    if esbuild is None:
        shutil.copytree(STATIC, target)
        return False
    shutil.copytree(STATIC, target, ignore=lambda folder, _: ("js", "css") if Path(folder) == STATIC else ())
    sources = [path.read_text("utf-8") for pattern in NAMES for path in ROOT.glob(pattern)]
    entries = sorted({name for source in sources for name in _NAME.findall(source)})
    with tempfile.TemporaryDirectory() as folder:
        told = Path(folder) / "told.json"
        to = (f"--outdir={target}", f"--metafile={told}", "--log-level=warning")
        subprocess.run([*esbuild, *entries, *OPTIONS, *to], cwd=STATIC, check=True)
        outputs = {_name(path, target): one for path, one in json.loads(told.read_text())["outputs"].items()}
    imports = {
        name: [
            _name(found["path"], target)
            for found in one["imports"]
            if found["kind"] == "import-statement" and not found.get("external")
        ]
        for name, one in outputs.items()
    }
    for name in read_by_the_server():
        (target / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(STATIC / name, target / name)
    bundles = {entry: _reached(entry, imports) for entry in entries if entry.endswith(".js")}
    (target / "bundles.json").write_text(json.dumps(bundles))
    return True


def read_by_the_server() -> list[str]:
    """Returns the names below static of the files that the server reads, such as the sheet with a picture's colours."""
    sources = [path.read_text("utf-8") for path in sorted((ROOT / "webapp").rglob("*.py"))]
    names = {"/".join(re.findall(r'"(.+?)"', parts)) for source in sources for parts in _READ.findall(source)}
    return sorted(name for name in names if (STATIC / name).is_file())


def _esbuild() -> list[str] | None:
    """Returns the command that runs esbuild: the system's own, or npm's; None where there is neither."""
    npm = ["npx", "--yes", "--package", "esbuild@0.28.2", "esbuild"]
    for command in (["esbuild"], npm):
        found = shutil.which(command[0])
        if found and not subprocess.run([found, *command[1:], "--version"], capture_output=True).returncode:
            return [found, *command[1:]]
    return None


def _name(path: str, target: Path) -> str:
    """Returns the name of a file in ``target``. esbuild names files from the folder that it runs in."""
    return (STATIC / path).resolve().relative_to(target.resolve()).as_posix()


def _reached(entry: str, imports: dict[str, list[str]]) -> list[str]:
    """Returns the files that ``entry`` imports, directly or not, the nearest first."""
    found, waiting = dict[str, None](), [entry]
    for name in waiting:
        waiting += [one for one in imports.get(name, ()) if one not in found]
        found |= dict.fromkeys(imports.get(name, ()))
    return list(found)


class PageHook(BuildHookInterface):  # type: ignore[type-arg]
    """Puts the page's files into a wheel as ``webapp/static``."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Bundles the files, unless the package is installed to be edited."""
        if version == "editable":
            return
        self._folder = tempfile.TemporaryDirectory()
        target = Path(self._folder.name) / "static"
        if not bundle(target):
            self.app.display_warning("no esbuild and no npx: the wheel holds the page's sources, not bundles")
        build_data["force_include"][str(target)] = "webapp/static"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Removes the bundles from the disk."""
        if version != "editable":
            self._folder.cleanup()
