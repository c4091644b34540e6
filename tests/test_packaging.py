"""Looks at the built package as an index, a packager and a stranger's machine do."""

import importlib.util
import os
import re
import shutil
import subprocess
import sys
import zipfile
from email.parser import BytesParser
from importlib.metadata import requires
from pathlib import Path

import pytest
from bundle import bundle, read_by_the_server
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from engine import page_files
from engine.kernels.library import FOLDER
from tests.__main__ import FAST
from tests.release import constraints, shipped
from webapp.site import ROOMS

ROOT = Path(__file__).resolve().parents[1]
HOME = "https://git.example.org/fourthought"
CONSTRAINTS = ROOT / "webapp" / "deploy" / "constraints.txt"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return shipped.build(tmp_path_factory.mktemp("wheel"), RELEASE_URL=HOME, RELEASE_CONTACT="ask@example.org")


def test_the_page_travels_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    bundled = "webapp/static/bundles.json" in names
    assert bundled or not shutil.which("npx")
    for folder in ("static", "templates"):
        files = {p.relative_to(ROOT).as_posix() for p in (ROOT / folder).rglob("*") if p.is_file()}
        files -= {name for name in files if bundled and name.startswith(("static/js/", "static/css/"))}
        assert files
        assert {f"webapp/{name}" for name in files} <= names
    assert {"webapp/static/js/app.js", "webapp/static/css/table/page.css"} <= names
    read = {f"webapp/static/{name}" for name in read_by_the_server()}
    assert "webapp/static/css/shared/tokens.css" in read
    assert read <= names
    sources = {
        p.relative_to(ROOT).as_posix().removeprefix("engine/library/")
        for room, kind in (("engine", "py"), ("webapp", "py"), ("engine/nets", "net"), ("webapp/deploy", "*"))
        for p in (ROOT / room).rglob(f"*.{kind}")
        if not p.is_relative_to(ROOT / "engine" / "workshop")
    }
    libraries = {path.relative_to(ROOT).as_posix() for path in FOLDER.iterdir()}
    assert libraries <= names
    assert not any(name.startswith("engine/workshop/") for name in names)
    assert sources <= names
    networks = [name for name in names if name.endswith(".net")]
    assert networks
    assert all(name.startswith("engine/nets/") for name in networks), "the page's networks are made from these"
    assert not any(name.startswith("tests/") for name in names)
    licences = ["LICENSE", *(path.relative_to(ROOT).as_posix() for path in (ROOT / "static").rglob("*.LICENSE"))]
    assert len(licences) == 4
    assert {name.partition("licenses/")[2] for name in names if "licenses/" in name} == {*licences}
    assert {"engine/arena/PIPE.md", "webapp/cluster/README.md", "webapp/OPERATING.md"} <= names


def test_the_wheel_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size < 10_800_000, (
        "one for all platforms, with the exact search and the proofs of all large boards"
    )


def test_an_index_finds_the_home_the_authors_and_every_link(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as files:
        (name,) = [name for name in files.namelist() if name.endswith("dist-info/METADATA")]
        metadata = BytesParser().parsebytes(files.read(name))
    links = re.findall(r"\]\(([^)#]+)", str(metadata.get_payload()))
    assert len(links) > 15
    tag = f"v{metadata['Version']}"
    assert all(link.startswith((f"{HOME}/blob/{tag}/", f"{HOME}/raw/{tag}/")) for link in links)
    paths = {link.split(f"/{tag}/")[1] for link in links}
    assert [path for path in paths if not (ROOT / path).is_file()] == []
    assert all((f"{HOME}/raw/" in link) == link.endswith(".png") for link in links)
    assert metadata["Author-email"] == "The Fourthought authors <ask@example.org>"
    assert f"Homepage, {HOME}" in metadata.get_all("Project-URL", [])
    assert "Programming Language :: Python :: 3.11" in metadata.get_all("Classifier", [])


def test_the_constraints_are_in_step_with_the_floors_and_ceilings() -> None:
    held = constraints.read(CONSTRAINTS.read_text())
    wanted = list(constraints.needed("fourthought", constraints.EXTRAS))
    assert len(wanted) > 20
    for one in wanted:
        assert one.specifier.contains(held[canonicalize_name(one.name)]), one
    assert held.keys() == constraints.constraints().keys(), "python -m tests.release.constraints writes it"


def test_packages_whose_private_parts_are_used_have_a_ceiling() -> None:
    wanted = {one.name: one.specifier for one in map(Requirement, requires("fourthought") or ())}
    for name in ("numba", "python-engineio", "python-socketio"):
        assert any(part.operator == "<" for part in wanted[name]), name


def test_without_node_a_wheel_holds_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert not bundle(tmp_path / "static")
    for source in (ROOT / "static").rglob("*.*"):
        assert (tmp_path / source.relative_to(ROOT)).read_bytes() == source.read_bytes()
    assert not (tmp_path / "static" / "bundles.json").exists()


def test_an_archive_is_told_to_be_installed(tmp_path: Path) -> None:
    with zipfile.ZipFile(tmp_path / "fourthought.whl", "w") as archive:
        for folder in ("engine", "webapp"):
            for source in (ROOT / folder).rglob("*.py"):
                archive.write(source, source.relative_to(ROOT))
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "fourthought.whl")}
    command = [sys.executable, "-m", "webapp", "solve", "44"]
    run = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert (run.returncode, run.stderr.count("\n")) == (2, 1), run.stderr
    assert "cannot run from an archive: install it." in run.stderr


@pytest.mark.parametrize("rooms", [("student",), pytest.param(ROOMS, marks=pytest.mark.long)], ids=["one room", "all"])
def test_an_installed_wheel_writes_the_site(wheel: Path, tmp_path: Path, rooms: tuple[str, ...]) -> None:
    """Writes it from the wheel's files, with nothing of the checkout on the path."""
    zipfile.ZipFile(wheel).extractall(tmp_path)
    program = (
        "from webapp.common.paths import STATIC, TEMPLATES\n"
        "from webapp.cli import main\n"
        f"assert str(STATIC).startswith({str(tmp_path)!r}), STATIC\n"
        "assert (STATIC / 'js' / 'app.js').is_file() and (TEMPLATES / 'table' / 'table.html').is_file()\n"
        f"import webapp.site; webapp.site.ROOMS = {rooms}\n"
        "main(['site', 'site'], standalone_mode=False)\n"
        "main(['solve', '4455'])\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PATH": ""}
    command = [sys.executable, "-c", program]
    run = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.split()[-1] == "+18"
    assert (tmp_path / "site" / "index.html").is_file()
    written = [path.name for path in (tmp_path / "site").glob("static/*/engine/*.net")]
    assert sorted(written) == sorted(page_files.names(page_files.NET))
    assert "Any host of files can serve it." in run.stdout


CHECKS = {
    "pyroma": ("pyroma", "--min=10", "{sdist}"),
    "check_wheel_contents": ("check_wheel_contents", "--config", str(ROOT / "pyproject.toml"), "{wheel}"),
    "twine": ("twine", "check", "--strict", "{wheel}", "{sdist}"),
}


@pytest.mark.long
@pytest.mark.parametrize("name", CHECKS)
def test_packagers_tools_have_nothing_to_say(name: str, wheel: Path, tmp_path: Path) -> None:
    if importlib.util.find_spec(name) is None:
        pytest.skip(f"{name} is not installed; it comes with the extra 'release'")
    sdist = shipped.build(tmp_path, "sdist", RELEASE_URL=HOME, RELEASE_CONTACT="ask@example.org")
    command = [word.format(wheel=wheel, sdist=sdist) for word in CHECKS[name]]
    run = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.long
def test_an_unpacked_source_package_passes_its_quick_tests(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", str(tmp_path)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (built,) = tmp_path.glob("*.tar.gz")
    shutil.unpack_archive(built, tmp_path)
    folder = tmp_path / built.name.removesuffix(".tar.gz")
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-m", FAST]
    environment = {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{folder / 'engine' / 'library'}"}
    run = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout[-3000:]
