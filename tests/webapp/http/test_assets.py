"""Tests the page's files: small, served under the hash of the contents, and kept for ever there."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from webapp.http.assets import Assets
from webapp.paths import STATIC

PACKED = {"Accept-Encoding": "gzip, deflate, br"}


def _addresses(page: str) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', page)


def test_every_file_that_a_page_names_is_there_and_may_be_kept_for_ever(browser: FlaskClient) -> None:
    named = _addresses(browser.get("/").text)
    assert any(address.endswith("/js/app.js") for address in named)
    assert any(address.endswith("/css/page.css") for address in named)
    for address in named:
        answer = browser.get(address, headers=PACKED)
        assert answer.status_code == 200, address
        assert answer.headers["Cache-Control"] == "max-age=31536000, immutable"


def test_every_module_is_named_once_and_before_it_is_asked_for() -> None:
    modules = Assets(STATIC).modules
    assert modules[0] == "js/app.js"
    assert len(set(modules)) == len(modules)
    assert "vendor/socket.io.esm.min.js" in modules
    assert "js/model/types.js" not in modules


def test_packed_and_plain_are_the_same_file_under_two_tags(browser: FlaskClient) -> None:
    address = "/static/js/app.js"
    plain, packed = browser.get(address), browser.get(address, headers=PACKED)
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.data) == plain.data
    assert plain.headers["ETag"] != packed.headers["ETag"]
    for answer, headers in ((plain, {}), (packed, PACKED)):
        assert answer.headers["Vary"] == "Accept-Encoding"
        again = browser.get(address, headers={**headers, "If-None-Match": answer.headers["ETag"]})
        assert again.status_code == 304


@pytest.mark.parametrize("path", ["static/000000000000/js/app.js", "static/js/app.js"])
def test_under_another_address_it_is_asked_for_again(browser: FlaskClient, path: str) -> None:
    answer = browser.get(f"/{path}")
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-cache"


def test_a_page_is_packed_and_asked_for_again(browser: FlaskClient) -> None:
    plain, packed = browser.get("/"), browser.get("/", headers=PACKED)
    assert gzip.decompress(packed.data) == plain.data
    assert packed.headers["Cache-Control"] == "no-cache"
    assert "Accept-Encoding" in packed.headers["Vary"]


def test_the_address_follows_the_contents(tmp_path: Path) -> None:
    (tmp_path / "js").mkdir()
    script = tmp_path / "js" / "app.js"
    script.write_text("// a comment\nexport const one = 1;\n")
    first = Assets(tmp_path)
    script.write_text("// another comment\nexport const one = 1;\n")
    assert Assets(tmp_path).fingerprint == first.fingerprint
    script.write_text("export const one = 2;\n")
    assert Assets(tmp_path).fingerprint != first.fingerprint
    with pytest.raises(KeyError):
        first.url("js/gone.js")
