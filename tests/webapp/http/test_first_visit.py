"""Tests what is done before the first visit."""

from pathlib import Path

from flask import Flask

from webapp.http.assets import THEME, Assets, asset_pages
from webapp.http.page_app import prepare


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
