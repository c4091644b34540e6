import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from hatch_build import bundle
from tests.__main__ import FAST

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=120)
    (built,) = folder.glob("*.whl")
    return built


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
    sources = {
        p.relative_to(ROOT).as_posix().removeprefix("engine/library/")
        for room, kind in (("engine", "py"), ("webapp", "py"), ("engine/nets", "net"))
        for p in (ROOT / room).rglob(f"*.{kind}")
    }
    assert sources <= names
    assert not any(name.startswith("tests/") for name in names)
    assert any(name.endswith("licenses/LICENSE") for name in names)


def test_without_node_a_wheel_holds_the_sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert not bundle(tmp_path / "static")
    for source in (ROOT / "static").rglob("*.*"):
        assert (tmp_path / source.relative_to(ROOT)).read_bytes() == source.read_bytes()
    assert not (tmp_path / "static" / "bundles.json").exists()


def test_an_installed_wheel_serves_the_page(wheel: Path, tmp_path: Path) -> None:
    """Serves from the wheel's files, with nothing of the checkout on the path but kernels of the user's cache."""
    zipfile.ZipFile(wheel).extractall(tmp_path)
    program = (
        "from webapp.common.paths import STATIC, TEMPLATES\n"
        "from webapp.cli import main\n"
        f"assert str(STATIC).startswith({str(tmp_path)!r}), STATIC\n"
        "assert (STATIC / 'js' / 'app.js').is_file() and (TEMPLATES / 'table' / 'table.html').is_file()\n"
        "main(['solve', '4455'])\n"
    )
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "PATH": ""}
    command = [sys.executable, "-c", program]
    run = subprocess.run(
        command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.split()[-1] == "+18"


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
