"""Tests the house rule: one way for imports, short files and functions, verbs first in sentences."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests import groups, markers, workers
from tests.house.imports import circles, graph_of, upward
from tests.house.sentences import Sentences, read
from tests.house.structure import Structure, measure

ROOT = Path(__file__).parents[2]
PACKAGES = ["engine", "webapp"]
LONG_FILES = {"engine/solver/kernel.py", "engine/mind/tree/kernels.py"}
"""Files above 350 lines: code compiled together stands together, in numbered steps."""

each_package = pytest.mark.parametrize("package", PACKAGES)


@pytest.fixture(scope="module")
def structures() -> dict[str, Structure]:
    return {package: measure(ROOT / package) for package in PACKAGES}


@pytest.fixture(scope="module")
def sentences() -> dict[str, Sentences]:
    return {package: read([ROOT / package]) for package in PACKAGES}


@each_package
def test_no_import_goes_in_a_circle_or_up(package: str, structures: dict[str, Structure]) -> None:
    assert structures[package].circles == []
    assert structures[package].upward == []


def test_tests_import_each_other_in_no_circle() -> None:
    assert circles(graph_of(ROOT / "tests")) == []


@each_package
def test_files_are_short_and_folders_not_full(package: str, structures: dict[str, Structure]) -> None:
    structure = structures[package]
    long = {str(file.relative_to(ROOT)) for file, lines in structure.files.items() if lines > 350}
    assert long <= LONG_FILES
    assert structure.file_lines.median <= 110
    assert structure.function_lines.median <= 6
    assert structure.function_lines.ninetieth <= 25
    assert {str(folder): count for folder, count in structure.folders.items() if count > 17} == {}


@each_package
def test_sentences_name_their_objects(package: str, sentences: dict[str, Sentences]) -> None:
    assert sentences[package].pronouns_a_hundred < 2.0


@each_package
def test_docstrings_begin_with_a_verb(package: str, sentences: dict[str, Sentences]) -> None:
    counted = sentences[package]
    assert counted.begin_with_verb >= 0.99 * counted.docstrings, counted.faults


@each_package
def test_every_public_function_of_four_parameters_describes_them(package: str, sentences: dict[str, Sentences]) -> None:
    counted = sentences[package]
    assert counted.described == counted.many, [fault for fault in counted.faults if "describe" in fault]


# --- the counters themselves ---


def test_circles_are_found_in_functions_and_for_types_too(tmp_path: Path) -> None:
    package = tmp_path / "pack"
    (package / "room").mkdir(parents=True)
    (package / "__init__.py").write_text("")
    (package / "room" / "__init__.py").write_text("")
    (package / "a.py").write_text("def f():\n    from pack.room import b\n")
    (package / "room" / "b.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from ..a import f\nfrom . import c\n"
    )
    (package / "room" / "c.py").write_text("import os\n")
    graph = graph_of(package)
    assert circles(graph) == [["pack.a", "pack.room.b"]]
    assert len(upward(graph)) == 1
    (package / "a.py").write_text("")
    assert circles(graph_of(package)) == upward(graph_of(package)) == []


@pytest.mark.parametrize(
    ("text", "pronouns", "verb", "described"),
    [
        ("Returns the sum of ``a`` and ``b``, ``c`` times, and `d`.", 0, 1, 1),
        ("What it says of those.\n\nArgs:\n    a: one.\n    b: two.\n    c: three.\n    d: four.", 3, 0, 1),
        ("Values of a and b.", 0, 0, 0),
    ],
)
def test_sentences_are_counted(tmp_path: Path, text: str, pronouns: int, verb: int, described: int) -> None:
    source = tmp_path / "source.py"
    source.write_text(f'def f(a, b, c, d):\n    """{text}"""\n')
    counted = read([source])
    assert (counted.pronouns, counted.begin_with_verb, counted.described) == (pronouns, verb, described)
    assert (counted.docstrings, counted.many) == (1, 1)


def test_lengths_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("def f():\n    return 1\n\n\ndef g():\n    x = 1\n    return x\n")
    structure = measure(tmp_path)
    assert str(structure.file_lines) == "7 / 7 / 7"
    assert str(structure.function_lines) == "3 / 3 / 3"
    assert structure.fullest_folder == 1


# --- the suite's own tables ---


def test_marked_rooms_and_slow_tests_exist() -> None:
    for rooms in (*markers.ROOMS.values(), *groups.GROUPS.values()):
        assert [room for room in rooms if not (ROOT / "tests" / room).exists()] == []
    missing = []
    for line in markers.SLOW:
        file, name = line.split("::")
        if not (ROOT / file).exists() or f"def {name}(" not in (ROOT / file).read_text():
            missing.append(line)
    assert missing == []


def test_one_worker_runs_all_tests_of_a_group_and_all_of_a_file() -> None:
    rooms = ["browser/test_tree.py", "page/test_page.py", "browser/test_shared.py"] * 3
    items: Any = [SimpleNamespace(nodeid=f"tests/{room}::test_a[{number}]") for number, room in enumerate(rooms)]
    numbers = [[items.index(item) for item in group] for group in workers.in_groups(items)]
    assert numbers == [[0, 2, 3, 5, 6, 8], [1, 4, 7]]


def test_a_step_for_one_marker_is_given_the_rooms_and_files_with_that_marker() -> None:
    paths = markers.paths_with("bounds")
    assert {"tests/engine/mind/tree", "tests/engine/mind/search/test_deepening.py"} <= set(paths)
    assert [path for path in paths if not path.startswith("tests/engine/")] == []
