"""Compares given machines and settings with a number of people: sentences, and an exit code."""

from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner

import engine
from webapp.cli import main
from webapp.commands.doctor import variables
from webapp.doctor.advice import Verdict, advise
from webapp.doctor.machine import Machine, look
from webapp.doctor.needs import Needs
from webapp.settings import Settings
from webapp.sizes import AT_ONE_ADDRESS

DEPLOY = Path(__file__).resolve().parents[3] / "webapp" / "deploy"
SCHOOL = Settings.from_env(variables((DEPLOY / "school.env").read_text()))
HOME = Settings(proxies=1, hosts="play.example.org")
KEPT = {"step": "0001", "newest": "0001", "games": 7}
GOOD = Machine(
    free_mib=2048.0, cores=2, files=8192, tasks=512, clock_is_kept=True, now=1_800_000_000.0, disk_mib=50_000.0
)


def changes(people: int, addresses: int, machine: Machine = GOOD, settings: Settings = HOME) -> list[str]:
    found = advise(Needs(people, addresses), machine, settings, KEPT)
    return [f"{one.subject}: {one.words}" for one in found if one.verdict is Verdict.CHANGE]


def test_one_person_and_one_game_are_told_as_one() -> None:
    said = {one.subject: one.words for one in advise(Needs(1, 1), GOOD, HOME, KEPT | {"games": 1})}
    assert said["Settings"] == "They fit 1 person, 1 of an address."
    assert said["Database"] == "It has 1 game."


def test_a_class_and_a_school_need_no_change_and_a_large_one_has_its_file() -> None:
    assert changes(40, 1) == []
    assert changes(AT_ONE_ADDRESS, 1) == []
    assert changes(AT_ONE_ADDRESS + 200, 1) != []
    assert changes(2000, 1, settings=SCHOOL) == []


@pytest.mark.parametrize(("people", "addresses"), [(40, 40), (500, 3), (700, 1), (2000, 1), (2900, 2900)])
def test_the_file_that_is_written_lets_the_people_in(people: int, addresses: int, tmp_path: Path) -> None:
    words = ["--database", str(tmp_path / "games.sqlite3"), "doctor"]
    words += ["--people", str(people), "--addresses", str(addresses)]
    file = tmp_path / "school.env"
    first = CliRunner().invoke(main, [*words, "--write", str(file)])
    settings = Settings.from_env(variables(file.read_text()))
    assert changes(people, addresses, replace(GOOD, files=20_000), settings) == []
    for line in file.read_text().splitlines():
        assert f"et {line}" in first.output
    again = CliRunner().invoke(main, [*words, "--settings", str(file), "--write", str(file)])
    assert again.exit_code == 2
    assert "school.env" in again.output
    told = CliRunner().invoke(main, [*words, "--settings", str(file)]).output
    assert "change  Settings" not in told
    assert "change  Proxy" not in told


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"free_mib": 200.0}, "Memory: 200 MiB are free"),
        ({"files": 1024}, "Open files: A process may open 1,024 files"),
        ({"tasks": 32}, "Tasks: 32 threads"),
        ({"now": 0.0}, "Clock: It is wrong"),
        ({"disk_mib": 10.0}, "Disk: 10 MiB are free"),
    ],
)
def test_what_a_machine_lacks_is_named(change: dict[str, object], said: str) -> None:
    found = changes(2000, 1, replace(GOOD, **change), SCHOOL)  # type: ignore[arg-type]
    assert any(said in line for line in found), found


def test_a_thread_for_each_client_needs_as_many_tasks() -> None:
    assert any("Tasks" in line for line in changes(2000, 1, settings=replace(SCHOOL, server="plain")))


def test_people_behind_an_unnamed_proxy_and_more_than_one_process_bears_are_told() -> None:
    assert "set FOURTHOUGHT_PROXIES=1" in changes(40, 40, settings=Settings())[0]
    assert "webapp/cluster/README.md" in changes(100_000, 50_000, settings=SCHOOL)[0]
    assert changes(40, 40, settings=Settings(host="0.0.0.0")) == []


def test_a_database_that_cannot_be_read_is_told() -> None:
    found = advise(Needs(40, 1), GOOD, HOME, "the database 'x' cannot be read: it is locked")
    assert found[0].words == "The database 'x' cannot be read: it is locked."


def test_this_machine_answers_and_the_code_says_whether_to_change(tmp_path: Path) -> None:
    assert look(tmp_path / "games.sqlite3").cores >= 1
    words = ["--database", str(tmp_path / "games.sqlite3"), "doctor", "--people", "2000", "--addresses", "1"]
    run = CliRunner().invoke(main, words)
    assert run.exit_code == 1, run.output
    assert "change  Settings: Set FOURTHOUGHT_CONNECTIONS=2500" in run.output
    school = CliRunner().invoke(main, [*words, "--settings", str(DEPLOY / "school.env")])
    assert "change  Settings" not in school.output


def test_a_library_that_cannot_be_used_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not [one for one in changes(40, 1) if one.startswith("Kernels")]

    def refuse() -> str:
        raise engine.KernelError("no machine code ships for Plan 9")

    monkeypatch.setattr(engine, "kernel_origin", refuse)
    assert "Kernels: No machine code ships for Plan 9." in changes(40, 1)
