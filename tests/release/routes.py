"""Asks an installed server for every route of its application, with a value for each converter."""

import json
import re
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterable, Iterator
from pathlib import Path
from urllib.parse import quote, urljoin

from tests.waiting import PATIENCE
from tests.webapp.http.arena_folder import ADA

_LIST = """
import json, sys
from webapp.app import create_app
from webapp.settings import Settings
if __name__ == "__main__":
    app = create_app(Settings.from_env(database=sys.argv[1], arena=sys.argv[2]))
    rules = [rule.rule for rule in app.url_map.iter_rules() if "GET" in rule.methods]
    app.extensions["fourthought"].close()
    print(json.dumps(rules))
"""
_TREE = f"?tree={quote('((3 17) (2 12))')}"
_EXERCISE = "?kind=values&seed=7&shape=2x2x2"
_SHEET = "?seed=7&variants=1&ask=values&shape=2x2x2"
_EVERYWHERE = {"name": "connect4", "moves": "4453", "given": "0" * 12, "section": "themes", "board": "tictactoe"}
_THERE = {
    "/static/<path:name>": {"name": "css/shared/tokens.css"},
    "/arena/<name>": {"name": ADA.name},
    "/coach/data/<given>/<name>": {"name": "index.json"},
    "/coach/win/<section>": {"section": "cards"},
    "/coach/win/<name>.apkg": {"name": "7x6-1"},
    "/lab/<name>/<moves>": {"name": "tictactoe", "moves": "5193"},
    "/lab/<name>": {"name": "tictactoe"},
}
"""Values of the converters of one rule, before those of all."""
_QUERY = {
    **{f"/lab/{kind}/<given>": _TREE for kind in ("run", "read")},
    "/lab/export/<given>": f"{_TREE}&format=csv",
    "/lab/exercise/<given>": _EXERCISE,
    "/lab/check/<given>": f"{_EXERCISE}&answer=1",
    "/lab/exam/<given>": _SHEET,
    "/games.txt": "?id={game_id}",
    "/games.jsonl": "?id={game_id}",
}
SECRET = {"Authorization": f"Bearer {'s' * 43}"}
"""What a teacher's browser sends."""
PRIVATE = "/metrics"
"""The page for this machine, which the shipped proxies keep."""
_LINK = re.compile(rb'(?:href|src|content)="([^"]*(?:/static/|picture\.png)[^"]*)"')


def rules(python: Path, folder: Path, arena: Path) -> list[str]:
    """Returns the rules of the application that an environment has installed.

    Args:
        folder: an empty one for a database.
    """
    program, database = folder / "list_rules.py", str(folder / "none.sqlite3")
    program.write_text(_LIST)
    command = [str(python), "-I", str(program), database, str(arena)]
    done = subprocess.run(command, cwd=folder, env={}, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)
    found: list[str] = json.loads(done.stdout.splitlines()[-1])
    return sorted(set(found))


def made_class(url: str) -> str:
    """Returns the code of a new class for some sheets."""
    wanted = urllib.request.Request(f"{url}/lab/class{_SHEET}", method="POST", headers=SECRET)
    with urllib.request.urlopen(wanted, timeout=PATIENCE) as answer:
        return str(json.load(answer)["code"])


def addresses(found: Iterable[str], **made: str) -> Iterator[tuple[str, str]]:
    """Yields each rule with an address. ``made`` are values of converters that the server has given. Raises
    ``KeyError`` for a converter without a value."""
    for rule in found:
        values = {**_EVERYWHERE, **made, **_THERE.get(rule, {})}
        path = re.sub(r"<(?:\w+:)?(\w+)>", lambda match, values=values: values[match[1]], rule)
        yield rule, path + _QUERY.get(rule, "").format(**made)


def asked(url: str) -> tuple[int, str, bytes]:
    """Returns the status, the kind and the content at an address, after redirections, for who has the secret."""
    try:
        with urllib.request.urlopen(urllib.request.Request(url, headers=SECRET), timeout=PATIENCE) as answer:
            return answer.status, answer.headers.get_content_type(), answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers.get_content_type(), error.read()


def linked(page: str, body: bytes) -> set[str]:
    """Returns the addresses of the files and pictures that a page names, without their fragments."""
    return {urljoin(page, found.decode().replace("&amp;", "&")).partition("#")[0] for found in _LINK.findall(body)}


def kept(page: str, body: bytes) -> set[str]:
    """Returns the addresses in the list of what a browser keeps (``/offline.json``)."""
    listed = json.loads(body)
    return {urljoin(page, name) for name in [*listed["files"], *listed["pages"]]}
