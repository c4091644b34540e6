"""Tests the command: serves, prints the address, and says in one sentence why a start failed."""

import signal
import socket
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

import engine
from engine.games import GameError
from webapp import cli
from webapp.commands import serving as commands
from webapp.serving.server import wait_for_signal

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_both_signals_end_the_wait_and_are_given_back(sign: signal.Signals) -> None:
    before = signal.getsignal(sign)
    wait_for_signal(lambda: signal.raise_signal(sign))
    assert signal.getsignal(sign) is before


def run(*arguments: str, **environ: str) -> tuple[int, str]:
    result = CliRunner().invoke(cli.main, arguments, env=environ)
    assert "Traceback" not in result.output
    return result.exit_code, result.output


def test_a_port_in_use_is_one_sentence_and_code_2(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, said = run("--port", str(port), "--database", str(tmp_path / "g.sqlite3"))
    assert (code, said) == (2, f"Error: Port {port} is in use; choose another one with --port.\n")


@pytest.mark.parametrize(
    ("arguments", "environ", "words"),
    [
        (["--port", "99999"], {}, "99999 is not in the range"),
        (["--host", "no.such.host.invalid"], {}, "'no.such.host.invalid' is no address of this machine"),
        (["--host", "192.0.2.1", "--port", "0"], {}, "'192.0.2.1' is no address of this machine"),
        (["--port", "0", "--database", "sqlite://///"], {}, "database"),
        (["--port", "0", "--database", "/proc/nothing/g.sqlite3"], {}, "cannot be opened"),
        (["--port", "0", "--database", "no such://thing"], {}, "must be a file name or a URL"),
        (["--port", "0", "--database", "martian://thing"], {}, "database"),
        ([], {"FOURTHOUGHT_PORT": "eight"}, "FOURTHOUGHT_PORT is 'eight'; it must be a whole number from 0 to 65,535."),
        ([], {"FOURTHOUGHT_LOG": "xml"}, 'FOURTHOUGHT_LOG is \'xml\'; it must be "text" or "json".'),
        (["--port", "0"], {"FOURTHOUGHT_HOSTS": "a:80"}, "FOURTHOUGHT_HOSTS names 'a:80'; it must be host names"),
        (["nonsense"], {}, "No such command 'nonsense'"),
        (["textbook", "explain"], {}, "Missing argument 'GAME'; see "),
        (["textbook"], {}, "Error: Add one of these words: compare, explain, leaves; see "),
        (
            ["textbook", "explain", "connect4", "--depth", "x"],
            {},
            "Invalid value for '--depth': 'x' is no whole number; see ",
        ),
        (["textbook", "compare", "connect4", "--dept", "3"], {}, "No such option '--dept'"),
        (["textbook", "leaves", "3", "--branching", "x"], {}, "'x' is no whole number; see "),
        (["analyse", "--table-mb", "x"], {}, "'x' is no number; see "),
    ],
)
def test_what_cannot_be_is_said_and_code_2(arguments: list[str], environ: dict[str, str], words: str) -> None:
    code, said = run(*arguments, **environ)
    assert code == 2
    assert words in said
    assert "Usage" not in said


def test_a_command_s_game_error_is_one_sentence_and_code_2(monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command()
    def broken() -> None:
        raise GameError("move 5: column 4 is full")

    monkeypatch.setitem(cli.main.commands, "broken", broken)
    assert run("broken") == (2, "Error: Move 5: column 4 is full.\n")


def test_a_platform_without_machine_code_is_one_sentence_and_code_2(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> str:
        raise engine.KernelError("no machine code ships for Plan 9")

    monkeypatch.setattr(engine, "kernel_origin", refuse)
    assert run("--port", "0") == (2, "Error: No machine code ships for Plan 9.\n")


def test_help_and_version() -> None:
    code, said = run("--help")
    assert code == 0
    for option in ("--host", "--port", "--open", "--database"):
        assert option in said


def test_open_opens_the_page(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    opened: list[str] = []

    class Now:
        def __init__(self, target: object, args: tuple[str], daemon: bool) -> None:
            opened.extend(args)

        def start(self) -> None:
            """Calls without waiting."""

    monkeypatch.setattr(commands.threading, "Thread", Now)
    commands._welcome("http://127.0.0.1:1", True, print)
    assert opened == ["http://127.0.0.1:1"]
    commands._welcome("http://127.0.0.1:2", False, print)
    assert opened == ["http://127.0.0.1:1"]
    assert capsys.readouterr().out == "Fourthought is at http://127.0.0.1:1\nFourthought is at http://127.0.0.1:2\n"


@pytest.mark.parametrize(
    ("environment", "words", "sentence"),
    [
        ({"HOME": "", "XDG_DATA_HOME": ""}, ["--port", "0"], "name a file with --database"),
        ({"HOME": "rel", "XDG_DATA_HOME": ""}, ["backup", "a.json"], "name a file with --database"),
    ],
)
def test_surroundings_that_cannot_be_used_are_one_sentence(
    environment: dict[str, str], words: list[str], sentence: str
) -> None:
    cleared = {"FOURTHOUGHT_DATABASE": None, "DATABASE_URL": None}
    result = CliRunner().invoke(cli.main, words, env={**cleared, **environment})
    assert (result.exit_code, result.output.count("\n")) == (2, 1), result.output
    assert sentence in result.output
