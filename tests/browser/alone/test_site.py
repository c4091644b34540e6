"""Writes the site into a folder, serves it as plain files below a path, and uses it as a person does."""

import gzip
import hashlib
import re
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest
from bundle import bundle
from click.testing import CliRunner
from playwright.sync_api import Browser, Page, Request, expect

from engine import page_files
from engine.cards.teaching.deck import deck
from tests.browser.axe import violations
from tests.browser.chromium import new_context
from tests.browser.conftest import Watch
from tests.browser.kept import wait_until_kept
from tests.browser.table_page import TablePage
from webapp.cli import main
from webapp.common import paths

pytestmark = pytest.mark.slow
MOST_BYTES = 25_000_000
PLACE = "some/where"
LATE = "372514637254144426231134732237"
"""Moves of a game that soon ends."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Writes nothing."""


@contextmanager
def served(root: Path) -> Iterator[str]:
    """Serves a folder as plain files, and gives its address."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module", params=["sources", pytest.param("bundles", marks=pytest.mark.long)])
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """Writes the site, from the sources or from what a wheel holds, and serves it; gives the folder and the address."""
    root = tmp_path_factory.mktemp("host")
    with pytest.MonkeyPatch.context() as patch:
        if request.param == "bundles":
            static = tmp_path_factory.mktemp("wheel") / "static"
            if not bundle(static):
                pytest.skip("esbuild is not there, and no npx to fetch it")
            patch.setattr(paths, "STATIC", static)
        else:  # to draw the courses as decks is half of the work: by day the one that a test fetches is drawn
            patch.setattr("webapp.http.rooms.course.deck", lambda one: deck(one) if one.name == "6x4-2" else b"")
        said = CliRunner().invoke(main, ["site", str(root / PLACE)])
    assert said.exit_code == 0, said.output
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file())
    assert f" {size / 1e6:.1f} MB" in said.output
    assert 1_000_000 < size <= MOST_BYTES
    with served(root) as address:
        yield root / PLACE, f"{address}{PLACE}/"


@pytest.fixture
def keeps() -> bool:
    return False


@pytest.fixture
def visit(browser: Browser, site: tuple[Path, str], watch: Watch, keeps: bool) -> Iterator[tuple[Page, str]]:
    """Opens a browser; a request beside the site, a missing file or a fault in the console fails the test."""
    context = new_context(browser, keeps=keeps, reduced_motion="reduce")
    beside: list[str] = []

    def note(request: Request) -> None:
        if not request.url.startswith((site[1], "data:", "blob:")):
            beside.append(request.url)

    context.on("request", note)
    page = context.new_page()
    watch.begin(page)
    yield page, site[1]
    context.close()
    assert beside == []


def test_every_link_and_file_of_every_page_is_there_and_relative(site: tuple[Path, str]) -> None:
    folder, _ = site
    pages = [*folder.rglob("*.html")]
    assert len(pages) > 25
    found = 0
    for page in pages:
        text = page.read_text("utf-8")
        assert "localhost" not in text
        assert "/@" not in text
        for name in re.findall(r'\s(?:href|src)="([^"#][^"]*)"', text):
            path = unquote(urlsplit(name).path)
            assert not name.startswith(("/", "http")), (page, name)
            target = page.parent / path
            assert target.is_file() or (target / "index.html").is_file(), (page, name)
            found += 1
        assert 'http-equiv="Content-Security-Policy"' in text
        assert "unsafe-" not in text
    assert found > 500


def test_the_networks_of_the_page_s_engine_are_written(site: tuple[Path, str]) -> None:
    folder, _ = site
    written = {path.name: path.read_bytes() for path in folder.glob("static/*/engine/*.net")}
    assert written.keys() == {*page_files.names(page_files.NET)}
    for name, packed in written.items():
        content = gzip.decompress(packed)
        assert name.endswith(f"-{hashlib.sha256(content).hexdigest()[:12]}.net")


def test_a_game_a_position_and_a_reload_without_any_server(visit: tuple[Page, str]) -> None:
    page, address = visit
    table = TablePage(page, address)
    expect(page.locator(".seats__alone")).to_have_text("This page plays alone, by its own engine.")
    table.reply(4)
    game = page.url
    assert re.fullmatch(re.escape(address) + r"#/game/here\w{8}", game)
    page.reload()
    table.wait_for_discs(2)
    page.goto(f"{address}#/connect4/4453")  # the part behind the # is another page
    table.wait_for_discs(4)
    expect(table.sub).to_have_text(re.compile(r"^Column \d "))
    page.go_back()
    expect(page).to_have_url(game)
    table.wait_for_discs(2)
    page.goto(f"{address}#/connect4/{LATE}?against=1")
    table.wait_for_discs(len(LATE))
    table.play_out([4, 3, 5, 2, 6, 1, 7])
    table.button("Look at the game").click()
    expect(page.locator(".review")).to_be_visible()
    assert violations(page) == []


@pytest.mark.long
def test_every_game_of_the_menu_opens_and_plays(visit: tuple[Page, str]) -> None:
    page, address = visit
    page.goto(address)
    page.locator("#rival").click()
    page.get_by_role("link", name="More games").click()
    expect(page.locator(".tile").first).to_be_visible()
    links = page.locator(".tile[href*='#/']").evaluate_all("all => all.map((one) => one.href)")
    games = sorted({link for link in links if not link.endswith("#/connect4")})
    assert len(games) == 15
    for game in games:
        table = TablePage(page, game)
        table.page.reload()
        expect(table.page.locator(".seats__alone")).to_be_visible()
        expect(table.sub).not_to_contain_text("needs a server")
        table.click(2)
        table.wait_for_discs(2)


@pytest.mark.long
@pytest.mark.parametrize("width", [390, 1366])
def test_a_course_and_the_openings_below_the_path(visit: tuple[Page, str], width: int) -> None:
    page, address = visit
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"{address}learn/")
    page.get_by_role("link", name="Win every game").click()
    page.get_by_role("combobox", name="Board and side").select_option("6x4-2")
    expect(page).to_have_url(f"{address}coach/win/?course=6x4-2")
    expect(page.get_by_role("combobox", name="Board and side")).to_have_value("6x4-2")
    expect(page.locator(".aim")).to_have_count(6)
    with page.expect_download() as deck:
        page.get_by_role("link", name="This course as a deck for Anki").click()
    assert deck.value.suggested_filename.endswith(".apkg")
    page.locator(".sections").get_by_role("link", name="Cards").click()
    expect(page).to_have_url(f"{address}coach/win/cards/?course=6x4-2")
    expect(page.locator("#head")).not_to_have_text("The course is not here.")
    expect(page.locator("#head")).to_contain_text(re.compile(r"\w"))
    page.goto(f"{address}coach/openings/?moves=44")
    expect(page.get_by_role("button", name="Find the position where a proof begins")).to_be_hidden()  # by a server
    expect(page.locator(".disc")).to_have_count(2)
    expect(page.locator("#head")).to_contain_text(re.compile(r"\w"))
    page.reload()
    expect(page.locator(".disc")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.long
def test_a_puzzle_a_student_and_a_lesson(visit: tuple[Page, str]) -> None:
    page, address = visit
    page.goto(f"{address}coach/")
    expect(page.locator(".sections a")).to_have_count(7)
    page.locator(".today__one", has=page.locator(".sketch")).first.click()
    expect(page.locator("#head")).to_contain_text("to move")
    page.get_by_role("button", name="Show the move").click()
    expect(page.locator("#sub")).to_have_text("This was the move.")
    page.go_back()
    page.get_by_role("link", name="Zugzwang").click()
    expect(page.locator(".zugzwang__text p").first).to_be_visible()
    page.get_by_role("button", name="Questions").click()
    expect(page.locator("#head")).to_contain_text("?")
    page.get_by_role("link", name="Learn", exact=True).click()
    page.get_by_role("link", name="Train a student").click()
    expect(page.locator(".belief__number").first).to_have_text("0")
    page.locator(".brand--back").click()
    page.get_by_role("link", name="See a search think").click()
    page.get_by_role("link", name="Start with lesson 1").click()
    expect(page.get_by_role("tree")).to_be_visible()
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".ask__verdict")).to_have_attribute("data-mark", "wrong")
    page.get_by_role("button", name="Show the answer").click()
    expect(page.locator(".ask__verdict")).to_have_text("This is a right answer.")
    page.get_by_role("button", name="Check").click()
    expect(page.locator(".ask__verdict")).to_have_attribute("data-mark", "right")
    page.get_by_role("combobox", name="Algorithm").select_option(index=3)
    expect(page.locator("#refusal")).to_have_text(
        "This needs a server, and here is none. The figures of the lessons are all here."
    )


_APP = """async () => {
  const { href } = document.querySelector("link[rel=manifest]");
  const { display, name, start_url, icons } = await (await fetch(href)).json();
  const found = icons.map(async ({ src }) => (await fetch(new URL(src, href))).ok);
  const { scope } = await navigator.serviceWorker.ready;
  return { display, name, start: new URL(start_url, href).href, scope, icons: await Promise.all(found) };
}"""


@pytest.mark.long
@pytest.mark.parametrize("keeps", [True])
def test_the_site_is_kept_and_works_when_its_host_is_away(visit: tuple[Page, str], watch: Watch) -> None:
    page, address = visit
    page.goto(address)
    wait_until_kept(page, "proofs-")
    told = page.evaluate(_APP)  # what a browser asks of an app before it installs one
    assert told == {"display": "standalone", "name": "Fourthought", "start": address, "scope": address, "icons": [True]}
    watch.offline_is_fine = True
    page.context.set_offline(True)
    page.reload()
    expect(page.locator(".grid")).to_be_visible()
    page.goto(urljoin(address, "coach/train/"))
    expect(page.locator("#head")).to_contain_text("to move")


@pytest.mark.long
def test_a_site_in_german_brings_all_its_words(browser: Browser, tmp_path: Path, watch: Watch) -> None:
    said = CliRunner().invoke(main, ["site", str(tmp_path / "seite"), "--language", "de"])
    assert said.exit_code == 0, said.output
    context = new_context(browser, reduced_motion="reduce")
    page = context.new_page()
    watch.begin(page)  # a file that is not there fails the test
    try:
        with served(tmp_path) as address:
            page.goto(f"{address}seite/#/nim")
            expect(page.locator("#sub")).to_contain_text("Dieses Spiel braucht einen Server.")
            expect(page.locator(".seats__alone")).to_have_text("Diese Seite spielt allein, mit ihrer eigenen Engine.")
            page.goto(f"{address}seite/lab/best-of-the-worst/")
            page.get_by_role("button", name="Prüfen").click()
            expect(page.locator(".ask__verdict")).to_contain_text("Schreib")
            page.locator(".ask input").first.fill("1")
            page.get_by_role("button", name="Prüfen").click()
            expect(page.locator(".ask__verdict")).to_contain_text("Das nicht.")
    finally:
        context.close()


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    said = CliRunner().invoke(main, ["site", str(tmp_path)])
    assert said.exit_code == 2
    assert "holds other files" in said.output
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
