"""Puts TLS before a server, as a reverse proxy does, with a certificate made for the test."""

import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest


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
