"""Starts nginx in front of a server with the example of the project (``webapp/nginx.conf``)."""

import re
import shutil
import subprocess
from pathlib import Path

from tests.hostile.server import ROOT, free_port
from tests.wire import Target

EXAMPLE = ROOT / "webapp" / "nginx.conf"
NAME, SERVER, LISTEN = "play.example.org", "127.0.0.1:8000", "listen 80"
ABSENT = "nginx is not installed (Debian: apt-get install nginx-light)"
_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")


def installed() -> bool:
    """Returns whether nginx is here."""
    return shutil.which("nginx") is not None


def adapted(text: str, server: Target, port: int) -> str:
    """Returns the example with other ports, the name 127.0.0.1, and temporary files in nginx's own folder.

    Args:
        server: the address of the server behind nginx.
    """
    paths = "".join(f"    {name}_temp_path {name};\n" for name in _TEMPORARY)
    text = text.replace(NAME, server.host).replace(SERVER, server.name)
    text = re.sub(rf"{LISTEN}\b", f"listen {server.host}:{port}", text)
    return text.replace("http {\n", f"http {{\n{paths}", 1)


def _command(folder: Path, *more: str) -> list[str]:
    always = f"daemon off; pid {folder}/nginx.pid;"
    return [
        "nginx",
        "-p",
        str(folder),
        "-c",
        str(folder / "nginx.conf"),
        "-e",
        str(folder / "nginx.log"),
        "-g",
        always,
        *more,
    ]


class Proxy:
    """Runs nginx on a free port.

    Args:
        folder: for the adapted file, the log and temporary files.
    """

    def __init__(self, folder: Path, server: Target) -> None:
        self._folder = folder
        self.target = Target(server.host, free_port())
        (folder / "nginx.conf").write_text(adapted(EXAMPLE.read_text(), server, self.target.port))

    def test(self) -> tuple[bool, str]:
        """Returns whether nginx takes the file, and nginx's words."""
        done = subprocess.run(_command(self._folder, "-t"), capture_output=True, text=True, check=False)
        return done.returncode == 0, done.stderr

    def start(self) -> None:
        """Starts nginx."""
        self._process = subprocess.Popen(_command(self._folder))

    def stop(self) -> None:
        """Ends nginx."""
        self._process.terminate()
        self._process.wait(60)
