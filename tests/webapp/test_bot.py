"""Lets programs play at tables: the library's bot, the command, and bots over TLS."""

import secrets
import shutil
import socket
import ssl
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import fourthought as ft
import pytest
from fourthought.bot import CutError, LevelPlayer, OutsidePlayer, RefusedError

from engine.games import GameError
from tests.conftest import StartServer
from tests.engine.arena.test_pipe_page import PYTHON
from tests.profiles import by_day, is_long
from tests.waiting import wait_until
from tests.webapp.client import Client
from tests.webapp.fakes import FakeEngine

pytestmark = pytest.mark.slow
TWO = [{"kind": "human"}, {"kind": "human", "open": True}]


class Host:
    """Sits at one side of a game whose other side is free."""

    def __init__(self, url: str, *, opened: bool = True, game: str = "connect4", **wishes: Any) -> None:
        self.url = url
        with Client(url) as client:
            made = client.call("new_game", game=game, seats=TWO, **wishes)
            assert made["ok"], made
            self.id, self.token = made["game_id"], made["seat_tokens"][0]
            self.code = client.call("make_code", game_id=self.id)["code"]
        if opened:
            assert self.act("open_to_engines", on=True)["ok"]

    def act(self, event: str, **payload: Any) -> dict[str, Any]:
        """Sends an event on a connection of its own, because a connection that waits must answer pings."""
        with Client(self.url) as client:
            client.call("join", game_id=self.id, token=self.token)
            return dict(client.call(event, game_id=self.id, **payload))

    def state(self) -> dict[str, Any]:
        with Client(self.url) as client:
            return dict(client.call("join", game_id=self.id)["state"])

    def move(self, move: int) -> dict[str, Any]:
        ply = self.state()["ply"]
        return self.act("move", ply=ply, move=move, request_id=f"host-{ply}")


def as_host(host: Host, url: str, level: int) -> ft.Bot:
    """Returns a bot of a level on the host's own seat."""
    bot = ft.Bot(lambda game: LevelPlayer(game, level), at=url, game_id=host.id, makes_player=True, rematches=False)
    bot._token = host.token
    return bot


def start(bot: ft.Bot) -> threading.Thread:
    def run() -> None:
        with suppress(CutError):  # a bot that waits for another game outlives the server
            bot.run()

    thread = threading.Thread(target=run, daemon=True)
    thread.start()
    return thread


def end(bot: ft.Bot, thread: threading.Thread) -> None:
    """Ends a bot that waits for another game."""
    bot._patience = 0.0
    if bot._socket:
        bot._socket.close()
    thread.join(120)
    assert not thread.is_alive()


def first(board: ft.Board) -> int:
    return int(board.legal_moves[0])


def test_a_program_sits_only_where_the_owner_lets_it(usual: str) -> None:
    host = Host(usual, opened=False)
    with pytest.raises(RefusedError, match="not open to engines"):
        ft.Bot(first, at=usual, code=host.code).run()
    assert host.state()["seats"][1]["open"]
    assert host.act("open_to_engines", on=True)["ok"]
    assert host.state()["open_to_engines"]
    bot = ft.Bot(first, at=usual, code=host.code.lower(), name="Ada", rematches=False)
    thread = start(bot)
    wait_until(lambda: host.state()["seats"][1].get("name") == "Ada", 120)
    assert host.state()["seats"][1] == {"kind": "human", "name": "Ada", "bot": True}
    assert host.act("hint", ply=0)["error"]["code"] == "no_help"
    assert host.act("resign")["ok"]
    thread.join(120)
    assert (bot.results, bot.seats) == ([1], [1])


def minimax(language: str, folder: Path, depth: int = 4) -> str:
    """Returns the command of the minimax in a language, written into a folder. Skips where the language is missing.

    ``depth`` is that of Python, which takes a second for four plies.
    """
    here = Path(__file__).parent / "bots"
    if language == "python":
        (folder / "minimax.py").write_text(PYTHON.replace("% 2, 4)", f"% 2, {depth})"))
        return f"{sys.executable} {folder / 'minimax.py'}"
    if language == "javascript":
        node = shutil.which("node") or pytest.skip("there is no node here")
        return f"{node} {here / 'minimax.js'}"
    compiler = shutil.which("gcc") or pytest.skip("there is no gcc here")
    subprocess.run([compiler, "-O2", "-o", folder / "minimax", here / "minimax.c"], check=True)
    return str(folder / "minimax")


@pytest.mark.parametrize("language", by_day(["python", "javascript", "c"], 3))
def test_a_minimax_of_a_few_lines_plays_level_3_at_a_table(usual: str, tmp_path: Path, language: str) -> None:
    command = minimax(language, tmp_path, 4 if is_long() else 2)
    host = Host(usual, clock={"seconds": 3600, "increment": 10})
    mine = ft.Bot(
        lambda game: OutsidePlayer(game, command), at=usual, code=host.code, makes_player=True, rematches=False
    )
    threads = [start(mine), start(as_host(host, usual, 3))]
    for thread in threads:
        thread.join(400)
    assert len(mine.results) == 1
    state = host.state()
    assert state["outcome"] is not None
    assert len(state["moves"]) >= 7


def test_a_bot_comes_back_after_a_cut_and_goes_on_to_the_rematch(usual: str) -> None:
    host = Host(usual, game="tictactoe")
    bot = ft.Bot(first, at=usual, code=host.code, patience=120)
    thread = start(bot)
    wait_until(lambda: not host.state()["seats"][1].get("open"), 120)
    assert host.move(5)["ok"]
    wait_until(lambda: host.state()["ply"] == 2, 120)
    assert bot._socket is not None
    bot._socket._stream.shutdown(2)
    assert host.move(9)["ok"]
    wait_until(lambda: host.state()["ply"] == 4, 120)
    assert host.act("ask", what="draw", request_id="draw")["ok"]
    wait_until(lambda: host.state()["asked"] is None, 120)
    assert host.state()["outcome"] is None
    assert host.act("resign")["ok"]
    wait_until(lambda: bot.results == [1], 120)
    assert host.act("ask", what="rematch", request_id="again")["ok"]
    host.id = wait_until(lambda: host.state()["rematch"], 120)
    wait_until(lambda: host.state()["ply"] == 1, 120)
    assert host.state()["seats"][0].get("bot")
    assert host.act("resign")["ok"]
    wait_until(lambda: bot.results == [1, 0], 120)
    end(bot, thread)


def test_a_bot_comes_back_to_its_own_seat(usual: str) -> None:
    host = Host(usual, game="tictactoe")
    with Client(usual) as bot:
        token = secrets.token_urlsafe(32)
        bot.call("join", game_id=host.id)
        assert bot.call("sit", game_id=host.id, token=token, bot=True, request_id="sit")["ok"]
    later = ft.Bot(first, at=usual, game_id=host.id, rematches=False)
    later._token = token  # comes back to its seat
    thread = start(later)
    assert host.move(5)["ok"]
    wait_until(lambda: host.state()["ply"] == 2, 120)
    assert host.act("resign")["ok"]
    thread.join(120)
    assert later.results == [1]


def test_a_bot_that_breaks_resigns(usual: str) -> None:
    host = Host(usual, game="tictactoe")
    bot = ft.Bot(lambda board: 77, at=usual, code=host.code)
    failed: list[str] = []

    def run() -> None:
        with pytest.raises(GameError) as raised:
            bot.run()
        failed.append(str(raised.value))

    thread = threading.Thread(target=run)
    thread.start()
    wait_until(lambda: not host.state()["seats"][1].get("open"), 120)
    assert host.move(5)["ok"]
    thread.join(120)
    assert "played 77, which is not legal after 5" in failed[0]
    assert host.state()["outcome"]["winner"] == 0


def test_the_command_plays_several_games_at_once(usual: str) -> None:
    hosts = [Host(usual, game="tictactoe") for _ in range(2)]
    others = [as_host(host, usual, 1) for host in hosts]
    codes = [word for host in hosts for word in ("--code", host.code)]
    command = [sys.executable, "-m", "webapp.cli", "bot", "--at", usual, *codes, "--level", "2", "--once"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    threads = [start(one) for one in others]
    said, _ = process.communicate(timeout=400)
    for thread in threads:
        thread.join(400)
    assert process.returncode == 0
    assert said.count(" plays ") == 2
    assert all(host.state()["outcome"] for host in hosts)


def certificate(folder: Path, name: str) -> Path:
    """Returns a file with a certificate for a host, signed by its own key, and with the key. Skips without openssl."""
    program = shutil.which("openssl") or pytest.skip("there is no openssl here")
    folder.mkdir(exist_ok=True)
    key, file = folder / "key.pem", folder / f"{name}.pem"
    words = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    names = ["-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{name}"]
    subprocess.run([program, *words, *names, "-keyout", key, "-out", file], check=True, capture_output=True)
    file.write_text(file.read_text() + key.read_text())
    return file


@contextmanager
def behind_tls(url: str, file: Path) -> Iterator[str]:
    """Serves a server's address over TLS at localhost, and yields the https address.

    The server must trust one proxy (``proxies=1``).
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(file)
    host, port = url.removeprefix("http://").split(":")
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    plain, _ = listening.accept()
                    threading.Thread(target=_pass_on, args=(context, plain, host, int(port)), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        yield f"https://localhost:{listening.getsockname()[1]}"
        listening.shutdown(socket.SHUT_RDWR)


def _pass_on(context: ssl.SSLContext, plain: socket.socket, host: str, port: int) -> None:
    """Passes on both ways, and says in the first request that it came over TLS."""
    with (
        suppress(OSError),
        plain,
        context.wrap_socket(plain, server_side=True) as outside,
        socket.create_connection((host, port)) as inside,
    ):
        inside.sendall(outside.recv(1 << 16).replace(b"\r\n", b"\r\nX-Forwarded-Proto: https\r\n", 1))
        back = threading.Thread(target=_pump, args=(inside, outside), daemon=True)
        back.start()
        _pump(outside, inside)
        back.join()


def _pump(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError):
        while data := one.recv(1 << 16):
            other.sendall(data)
    with suppress(OSError):
        other.shutdown(socket.SHUT_RDWR)


def test_a_bot_plays_over_tls_where_the_certificate_is_trusted(
    start_server: StartServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = start_server(engine=FakeEngine, proxies=1).url
    trusted, other = certificate(tmp_path / "school", "localhost"), certificate(tmp_path / "other", "elsewhere.test")
    host = Host(url, game="tictactoe")
    with behind_tls(url, trusted) as secure:
        with pytest.raises(
            RefusedError, match=r"^the certificate of https://localhost:\d+ is not trusted: self-signed"
        ):
            ft.Bot(first, at=secure, code=host.code).run()
        monkeypatch.setenv("SSL_CERT_FILE", str(trusted))
        bot = ft.Bot(first, at=secure, code=host.code, rematches=False)
        thread = start(bot)
        wait_until(lambda: not host.state()["seats"][1].get("open"), 60)
        assert host.move(5)["ok"]
        wait_until(lambda: host.state()["ply"] == 2, 60)
        assert host.act("resign")["ok"]
        thread.join(60)
        assert (bot.results, bot.seats) == ([1], [1])
    monkeypatch.setenv("SSL_CERT_FILE", str(other))
    with behind_tls(url, other) as secure, pytest.raises(RefusedError, match="Hostname mismatch"):
        ft.Bot(first, at=secure, code=host.code).run()
