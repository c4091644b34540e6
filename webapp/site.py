"""Writes the pages into a folder for any host of plain files.

These are the table with the page's own engine, the coach, the student and the lab's lessons. Every page is rendered
as the server renders it, below a root path that no address has. In the written page the way up to the folder takes the
place of that root, so the folder works below any path.
"""

import html
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from engine.games import GameError
from webapp.engine_process.client import levels
from webapp.http.assets import THEME, Assets, page_assets
from webapp.http.offline import DESK, WORKER, kept_files
from webapp.http.page_app import page_app
from webapp.http.pages import Boot
from webapp.http.rooms import Room, Site, open_rooms
from webapp.play.game.wire import Readiness

ROOMS = ("coach", "openings", "course", "learn", "student", "lab")
"""The rooms whose pages need no server."""
_ROOT = "/@root@"
_LINK = re.compile(rf'\bhref="{_ROOT}(/[^"?#]*)([^"]*)"')
_PER_MINUTE = 40.0


@dataclass
class Written:
    """Counts the files of a site and their bytes."""

    files: int = 0
    size: int = 0


@dataclass
class _Folder:
    root: Path
    written: Written = field(default_factory=Written)

    def write(self, name: str, body: bytes) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        self.written.files += 1
        self.written.size += len(body)


def write_site(folder: Path, language: str) -> Written:
    """Writes the site in one language, and returns its size. Raises OSError if a file cannot be written."""
    assets = page_assets()
    opened = open_rooms(Site(assets, assets.text(THEME), lambda _seconds, _call: None))
    try:
        rooms = [room for room in opened if room.name in ROOMS]
        return _write(_Folder(folder), assets, rooms, language)
    finally:
        for room in opened:
            room.close()


def _write(folder: _Folder, assets: Assets, rooms: list[Room], language: str) -> Written:
    boot = Boot(levels, lambda: Readiness(True, ""), _PER_MINUTE)
    ask = _Asker(page_app(assets, boot, rooms, is_site=True).test_client(), language)
    addresses = [address for room in rooms for address in room.addresses]
    for name in [*kept_files(assets, language), *(one for one in assets.names() if one.endswith("LICENSE"))]:
        folder.write(assets.url(name)[1:], assets.read(name))
    folder.write("worker.js", assets.read(WORKER))
    files = [address for room in rooms for address in room.files()]
    for address in files:
        folder.write(address[1:], ask(address).data)
    for address in [DESK, *addresses]:
        place = "" if address == DESK else f"{address[1:]}/"
        folder.write(f"{place}index.html", _standing_alone(ask, address, place.count("/"), addresses, files).encode())
    kept = json.loads(ask("/offline.json").data)
    kept["pages"] = ["", *(f"{address[1:]}/" for address in addresses)]
    folder.write("offline.json", json.dumps(kept).encode())
    return folder.written


class _Asker:
    """Asks for pages and answers in one language."""

    def __init__(self, client: FlaskClient, language: str) -> None:
        self._client, self._headers, self.language = client, {"Accept-Language": language}, language

    def __call__(self, address: str) -> TestResponse:
        found = self._client.get(address, base_url=f"http://localhost{_ROOT}", headers=self._headers)
        if found.status_code != 200:
            raise GameError("the page {address} cannot be written", address=address)
        return found


def _standing_alone(ask: _Asker, address: str, depth: int, addresses: list[str], files: list[str]) -> str:
    """Returns a page whose addresses are relative, with the policy of its header, and the lab's answers inside."""
    found = ask(address)
    page = _with_answers(ask, found.text) if address.startswith("/lab/") else found.text
    up = "/".join([".."] * depth) or "."

    def link(match: re.Match[str]) -> str:
        path, rest = match[1], match[2]
        if path.startswith("/static/") or path in files:
            return f'href="{up}{path}{rest}"'
        if path == "/" or path in addresses:
            return f'href="{up}{path.rstrip("/")}/{rest}"'
        return f'href="{up}/#{path}{rest}"'  # a game: one page stands for all tables

    policy = re.sub(r"frame-ancestors [^;]*; ", "", found.headers["Content-Security-Policy"])  # no page may say that
    meta = f'<meta http-equiv="Content-Security-Policy" content="{html.escape(policy)}">'
    page = _LINK.sub(link, page).replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n    {meta}', 1)
    return page.replace(_ROOT, up)


# --- the lab ---

_BOOT = re.compile(r'(<script type="application/json" id="boot">)(.*?)(</script>)', re.DOTALL)


def _with_answers(ask: _Asker, page: str) -> str:
    """Returns a lesson's page with the answers that its script would ask the server for, by their questions."""
    found = _BOOT.search(page)
    if not found:
        return page
    boot = json.loads(found[2])
    lesson, answers = boot["lesson"], dict[str, Any]()
    figures = [lesson["figure"], *([lesson["then"]["figure"]] if lesson["then"] else [])]
    for figure in figures:
        for algorithm in filter(None, (figure["algorithm"], figure["compare"])):
            _add(ask, answers, boot["fingerprint"], "run", _run_of(figure, algorithm))
    options = [option["value"] for option in lesson["question"]["options"]]
    given = {"lesson": lesson["slug"]}
    key = _add(ask, answers, boot["fingerprint"], "check", given | {"answer": ""})["key"]
    for answer in {*options, key}:
        _add(ask, answers, boot["fingerprint"], "check", given | {"answer": answer})
    told = json.dumps(boot | {"answers": answers}, separators=(",", ":"), ensure_ascii=False)
    told = told.replace("<", "\\u003c").replace("&", "\\u0026")
    return page[: found.start(2)] + told + page[found.end(2) :]


def _run_of(figure: dict[str, Any], algorithm: str) -> dict[str, str]:
    """Returns the parameters of a run, as ``static/js/lab/net/runs.js`` writes them."""
    asked = {"algorithm": algorithm}
    asked |= {name: figure[name] for name in (("game", "moves") if figure["tree"] is None else ("tree",))}
    if figure["depth"] is not None:
        asked["depth"] = str(figure["depth"])
    if figure["tree"] is None and figure["weights"]:
        asked["weights"] = figure["weights"]
    return asked


def _add(ask: _Asker, answers: dict[str, Any], fingerprint: str, kind: str, given: dict[str, str]) -> Any:
    said = given | {"language": ask.language}
    found = json.loads(ask(f"/lab/{kind}/{fingerprint}?{urlencode(said)}").data)
    answers["&".join([kind, *(f"{name}={value}" for name, value in sorted(given.items()))])] = found
    return found
