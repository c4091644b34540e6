"""Starts nginx in front of a server with the site of the project (``webapp/deploy/nginx-site.conf``)."""

import re
import shutil
import socket
import subprocess
from pathlib import Path

from tests.programs import ROOT, free_port
from tests.waiting import wait_until
from tests.wire import Target

EXAMPLE = ROOT / "webapp" / "deploy" / "nginx-site.conf"
NAME, SERVER = "play.example.org", "127.0.0.1:8000"
ABSENT = "nginx is not installed (Debian: apt-get install nginx-light)"
_REDIRECTION = re.compile(r"^server \{\n    listen 80;\n.*?^\}\n", re.MULTILINE | re.DOTALL)
_TLS = re.compile(r"^ +(?:ssl_|add_header Strict).*\n", re.MULTILINE)
_MAIN = """\
worker_processes auto;
worker_rlimit_nofile 16384;
events {{ worker_connections 8192; }}
http {{
access_log off;
{paths}
server {{ listen {nowhere} default_server; return 444; }}
{site}
}}
"""
"""What a system's nginx.conf is around the site: other names lead nowhere."""
_TEMPORARY = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
_PATHS = "".join(f"{name}_temp_path {name};\n" for name in _TEMPORARY)


def installed() -> bool:
    """Returns whether nginx is here."""
    return shutil.which("nginx") is not None


def adapted(text: str, server: Target, port: int) -> str:
    """Returns a whole configuration with the site, for the name 127.0.0.1, without TLS and with temporary files in
    nginx's own folder.

    Args:
        server: the address of the server behind nginx.
    """
    site = _TLS.sub("", _REDIRECTION.sub("", text)).replace(NAME, server.host).replace(SERVER, server.name)
    address = f"{server.host}:{port}"
    return _MAIN.format(paths=_PATHS, nowhere=address, site=site.replace("listen 443 ssl", f"listen {address}"))


def _command(folder: Path, *more: str) -> list[str]:
    where = ("-p", str(folder), "-c", f"{folder}/nginx.conf", "-e", f"{folder}/nginx.log")
    return ["nginx", *where, "-g", f"daemon off; pid {folder}/nginx.pid;", *more]


class Proxy:
    """Runs nginx on a free port.

    Args:
        folder: for the adapted file, the log and temporary files.
    """

    def __init__(self, folder: Path, server: Target) -> None:
        self._folder = folder
        self.target = Target(server.host, free_port())
        (folder / "nginx.conf").write_text(adapted(EXAMPLE.read_text(), server, self.target.port))

    def start(self) -> None:
        """Starts nginx, and waits until it listens."""
        self._process = subprocess.Popen(_command(self._folder))
        wait_until(self._listens)

    def _listens(self) -> bool:
        with socket.socket() as tried:
            return tried.connect_ex((self.target.host, self.target.port)) == 0

    def stop(self) -> None:
        """Ends nginx."""
        self._process.terminate()
        self._process.wait(60)


def checked(folder: Path, site: str) -> tuple[bool, str]:
    """Returns whether nginx takes a site as it is, and nginx's words."""
    (folder / "nginx.conf").write_text(_MAIN.format(paths=_PATHS, nowhere="127.0.0.1:8081", site=site))
    done = subprocess.run(_command(folder, "-t"), capture_output=True, text=True, check=False)
    return done.returncode == 0, done.stderr
