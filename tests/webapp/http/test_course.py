"""Tests the pages of the course "Learn to win", and the files below them."""

import io
import json
import re
import zipfile

import pytest
from flask.testing import FlaskClient

from tests.conftest import StartServer
from tests.webapp.fakes import FakeEngine


@pytest.fixture
def page(start_server: StartServer) -> FlaskClient:
    return start_server(engine=FakeEngine).app.test_client()


def test_every_section_names_a_file_of_every_course_that_is_there(page: FlaskClient) -> None:
    for section in ("", "/map", "/cards", "/play"):
        html = page.get(f"/coach/win{section}").get_data(as_text=True)
        names = re.findall(r'<option value="([0-9x-]+)"', html)
        assert "6x4-2" in names
        assert f"/coach/win/{names[0]}.apkg" in html
        assert names[:3] == ["4x4-1", "6x4-2", "7x6-1"], "small boards first, then the usual one"
        (boot,) = re.findall(r'<script type="application/json" id="boot">(.*?)</script>', html)
        files = json.loads(boot)["files"]
        assert sorted(files) == sorted(names)
        for name, address in files.items():
            file = page.get(address)
            assert file.status_code == 200
            assert file.headers["Cache-Control"].startswith("max-age=31536000")
            assert file.get_json()["name"] == name


def test_the_deck_is_a_file_to_save(page: FlaskClient) -> None:
    deck = page.get("/coach/win/6x4-2.apkg")
    assert deck.headers["Content-Disposition"] == 'attachment; filename="fourthought-6x4-2.apkg"'
    assert set(zipfile.ZipFile(io.BytesIO(deck.data)).namelist()) == {"collection.anki2", "media"}


@pytest.mark.parametrize("path", ["/coach/win/x", "/coach/win/9x9-1.apkg", "/coach/win/map/x"])
def test_other_addresses_lead_nowhere(page: FlaskClient, path: str) -> None:
    assert page.get(path).status_code == 404
