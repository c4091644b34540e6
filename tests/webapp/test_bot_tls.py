"""Lets a bot play over TLS: with a certificate that is trusted, and not with another."""

import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import fourthought as ft
import pytest
from fourthought.bot import RefusedError

from tests.conftest import StartServer
from tests.waiting import wait_until
from tests.webapp.fakes import FakeEngine
from tests.webapp.test_bot import Host, first, start

pytestmark = pytest.mark.slow


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
