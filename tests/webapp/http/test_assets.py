"""Tests the page's files: small, served under the hash of the contents, and kept there."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import brotli
import pytest
from flask import Flask
from flask.testing import FlaskClient

from engine import page_files
from webapp.common.paths import STATIC
from webapp.http.assets import ANOTHER_RELEASE, THEME, Assets, asset_pages, page_assets
from webapp.http.page_app import prepare

PACKED = {"Accept-Encoding": "gzip, deflate, br"}


def _addresses(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', page)


@pytest.mark.slow
def test_every_file_that_a_page_names_is_there_and_may_be_kept_for_ever(browser: FlaskClient) -> None:
    named = _addresses(browser.get("/").text)
    assert any(address.endswith("/js/app.js") for address in named)
    assert any(address.endswith("/css/table/page.css") for address in named)
    for address in named:
        answer = browser.get(address, headers=PACKED)
        assert answer.status_code == 200, address
        assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"


def test_a_page_names_the_scripts_of_a_bundle_before_they_are_asked_for(tmp_path: Path) -> None:
    assert Assets(STATIC).first("js/app.js") == []
    (tmp_path / "bundles.json").write_text('{"js/app.js": ["js/chunks/one.js", "js/chunks/two.js"]}')
    assert Assets(tmp_path).first("js/app.js") == ["js/chunks/one.js", "js/chunks/two.js"]
    assert Assets(tmp_path).find("bundles.json") is None


UNPACK: dict[str, Callable[[bytes], bytes]] = {"br": brotli.decompress, "gzip": gzip.decompress}


def test_packed_in_two_ways_and_plain_are_the_same_file_under_three_tags(browser: FlaskClient) -> None:
    address, tags = "/static/js/app.js", set[str]()
    plain = browser.get(address)
    assert "Content-Encoding" not in plain.headers
    for encoding in (None, "gzip", "br"):
        headers = {"Accept-Encoding": encoding} if encoding else {}
        answer = browser.get(address, headers=headers)
        assert answer.headers.get("Content-Encoding") == encoding
        assert (UNPACK[encoding](answer.data) if encoding else answer.data) == plain.data
        assert answer.headers["Vary"] == "Accept-Encoding"
        tags.add(answer.headers["ETag"])
        again = browser.get(address, headers={**headers, "If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304
    assert len(tags) == 3


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip, deflate, br, zstd", "br"), ("gzip;q=1.0, br;q=0.5", "gzip"), ("br;q=0, gzip;q=0", None), ("*", "br")],
)
def test_the_client_s_choice_of_an_encoding_counts(browser: FlaskClient, accepted: str, encoding: str | None) -> None:
    for address in ("/static/js/app.js", "/"):
        answer = browser.get(address, headers={"Accept-Encoding": accepted})
        assert answer.headers.get("Content-Encoding") == encoding


@pytest.mark.parametrize("path", ["static/000000000000/js/app.js", "static/js/app.js"])
def test_under_another_address_it_is_asked_for_again(browser: FlaskClient, path: str) -> None:
    answer = browser.get(f"/{path}")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"


def test_a_page_is_packed_and_asked_for_again(browser: FlaskClient) -> None:
    plain = browser.get("/")
    for encoding, unpack in UNPACK.items():
        packed = browser.get("/", headers={"Accept-Encoding": encoding})
        assert unpack(packed.data) == plain.data
        assert packed.headers["Cache-Control"] == "no-cache"
        assert "Accept-Encoding" in packed.headers["Vary"]


def test_the_address_follows_the_contents(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    script = tmp_path / "js" / "app.js"
    script.write_text("export const one = 1;\n")
    first = Assets(tmp_path)
    assert Assets(tmp_path).fingerprint == first.fingerprint
    script.write_text("export const one = 2;\n")
    assert Assets(tmp_path).fingerprint != first.fingerprint
    with pytest.raises(KeyError):
        first.url("js/gone.js")


def test_a_file_that_is_made_later_is_made_once_and_its_name_stands_for_its_content(tmp_path: Path) -> None:
    made: list[str] = []

    def make() -> bytes:
        made.append("made")
        return b"content"

    (tmp_path / "a.js").write_text("export const one = 1;\n")
    assets = Assets(tmp_path, {"engine/a-1.net": make})
    assert assets.names() == ["a.js", "engine/a-1.net"]
    assert assets.url("engine/a-1.net") == f"/static/{assets.fingerprint}/engine/a-1.net"
    assert made == []
    assert [assets.read("engine/a-1.net") for _ in range(2)] == [b"content"] * 2
    assert made == ["made"]
    fingerprints = [Assets(tmp_path, {name: make}).fingerprint for name in ("engine/a-1.net", "engine/a-2.net")]
    assert fingerprints[0] == assets.fingerprint != fingerprints[1]
    with pytest.raises(KeyError):
        assets.read("engine/a-2.net")


@pytest.mark.parametrize("name", page_files.names(page_files.NET))
def test_a_network_of_the_page_s_engine_comes_packed_and_is_kept_for_ever(browser: FlaskClient, name: str) -> None:
    release = page_assets().fingerprint
    content = page_files.content(page_files.arrays_of(name.rpartition("-")[0]))
    for headers in ({}, PACKED):
        answer = browser.get(f"/static/{release}/engine/{name}", headers=headers)
        assert answer.status_code == 200
        assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"
        assert answer.mimetype == "application/octet-stream"
        assert "Content-Encoding" not in answer.headers, "the page unpacks it, as on a host of plain files"
        assert len(answer.data) < len(content) / 2
        assert gzip.decompress(answer.data) == content
    assert browser.get(f"/static/{release}/engine/{name.replace('-', '-0', 1)}").status_code == 404
    stale = browser.get(f"/static/000000000000/engine/{name}")
    assert stale.headers[ANOTHER_RELEASE] == "yes"
    assert stale.headers["Cache-Control"] == "no-cache"


def test_the_files_that_a_page_names_are_packed_before_anybody_asks(tmp_path: Path) -> None:
    """Looks for the packed forms of files: those named by the first page are there, others are not."""
    for name in (THEME, "js/app.js", "js/later.js", "css/table/page.css"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("a { color: red }\n" * 60)
    assets = Assets(tmp_path)
    app = Flask("page", static_folder=None)
    app.register_blueprint(asset_pages(assets))
    asked: list[str] = []

    @app.get("/")
    def home() -> str:
        asked.append("/")
        return f'<link href="{assets.url("css/table/page.css")}"><script src="{assets.url("js/app.js")}"></script>'

    prepare(app, "table.example")
    packed = {name: "_brotli" in vars(assets.find(name)) for name in ("js/app.js", "css/table/page.css", "js/later.js")}
    assert packed == {"js/app.js": True, "css/table/page.css": True, "js/later.js": False}
    assert asked == ["/", "/"], "once to read, once as packed for a browser"
