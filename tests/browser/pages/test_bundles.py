"""Looks at the page as a wheel holds it, bundled by esbuild: light, and every script fetched once.

No browser keeps the site here: a second after it is there a page would ask for all, and a slow machine weigh that.
"""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin
from urllib.request import Request, urlopen

import pytest
from bundle import bundle
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.chromium import new_context
from tests.browser.conftest import OpenTable, Watch
from tests.browser.screens import IN_EACH_LANGUAGE
from tests.server import TableServer
from webapp.common.paths import STATIC
from webapp.common.speech import LANGUAGES


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TableServer]:
    folder = tmp_path_factory.mktemp("built")
    if not bundle(folder / "static"):
        pytest.skip("esbuild is not there, and no npx to fetch it")
    server = TableServer(folder, "tests.browser.built", {"STATIC": str(folder / "static")}, threads=1)
    yield server
    server.stop()


FIRST_LOAD_AT_MOST = 95 * 1024
SECOND_LOAD_AT_MOST = 12 * 1024
_FIRST_VISIT_AT_MOST = 71 * 1024 + 512
_DATA_AT_MOST = 12 * 1024
"""The list, the days and the chunk with the easy puzzle of the day, packed: the chunk is another one each day."""


def _sizes(page: Page) -> list[int]:
    """Returns a list that from now on gets the bytes of each answer over the wire, headers included."""
    session, sizes = page.context.new_cdp_session(page), list[int]()
    session.send("Network.enable")
    session.on("Network.loadingFinished", lambda event: sizes.append(int(event["encodedDataLength"])))
    return sizes


def _load(page: Page, address: str, head: str) -> tuple[int, int]:
    """Returns the bytes over the wire, headers included, and the number of answers of one load."""
    sizes = _sizes(page)
    page.goto(address, wait_until="networkidle")
    expect(page.locator("#head")).to_have_text(head)
    return sum(sizes), sum(size > 0 for size in sizes)


@pytest.mark.parametrize(
    ("language", "head"),
    [
        ("de", "Du bist am Zug."),
        pytest.param("en", "Your turn.", marks=pytest.mark.long),
        pytest.param("es", "Es tu turno.", marks=pytest.mark.long),
        pytest.param("fr", "À toi.", marks=pytest.mark.long),
        pytest.param("pt", "É a sua vez.", marks=pytest.mark.long),
    ],
)
def test_the_first_load_is_light_and_the_second_is_hardly_anything(
    browser: Browser, server: TableServer, language: str, head: str
) -> None:
    """Loads the page twice in each language."""
    fresh = new_context(browser, locale=language)
    try:
        page = fresh.new_page()
        size, answers = _load(page, server.url, head)
        print(f"first load, {language}: {size / 1024:.1f} KB in {answers} answers")
        assert answers > 15
        assert 20 * 1024 < size <= FIRST_LOAD_AT_MOST
        size, _ = _load(page, server.url, head)
        print(f"second load, {language}: {size / 1024:.1f} KB")
        assert 0 < size <= SECOND_LOAD_AT_MOST
    finally:
        fresh.close()


def test_no_script_asks_for_the_name_of_a_class() -> None:
    """A class has another name in a bundle."""
    scripts = [*(STATIC / "js").rglob("*.js")]
    assert len(scripts) > 100
    assert [path.name for path in scripts if "constructor.name" in path.read_text()] == []


def test_every_module_is_fetched_once_and_none_waits_for_another(open_table: OpenTable) -> None:
    table = open_table()
    found = table.page.evaluate(
        """() => {
          const named = document.querySelectorAll("link[rel=modulepreload], script[src]");
          const ahead = new Set([...named].map((one) => one.href ?? one.src));
          const fetched = performance.getEntriesByType("resource").map((entry) => entry.name);
          const modules = fetched.filter((name) => name.endsWith(".js") && !name.endsWith("theme.js"));
          return { late: modules.filter((name) => !ahead.has(name)), twice: modules.length - new Set(modules).size };
        }"""
    )
    assert found == {"late": [], "twice": 0}


@IN_EACH_LANGUAGE
def test_the_first_visit_of_the_coach_is_light(browser: Browser, server: TableServer, language: str) -> None:
    fresh = new_context(browser, service_workers="block", locale=language)
    try:
        page, sizes, data = fresh.new_page(), dict[str, int](), dict[str, str]()
        session = fresh.new_cdp_session(page)
        session.send("Network.enable")
        session.on("Network.responseReceived", lambda event: _note_data(event, data))
        session.on(
            "Network.loadingFinished", lambda event: sizes.update({event["requestId"]: event["encodedDataLength"]})
        )
        page.goto(f"{server.url}/coach/day", wait_until="networkidle")
        expect(page.locator(".disc")).not_to_have_count(0)
    finally:
        fresh.close()
    rest = sum(size for request, size in sizes.items() if request not in data)
    whole = sum(sizes.values())
    print(f"first visit of the coach, {language}: {whole / 1024:.1f} KB, {rest / 1024:.1f} KB without the puzzles")
    assert len({*data.values()}) == 3  # some come a second time, from the browser's cache, to be kept
    assert 15 * 1024 < rest <= _FIRST_VISIT_AT_MOST
    assert whole - rest <= _DATA_AT_MOST


def _note_data(event: dict[str, Any], data: dict[str, str]) -> None:
    """Notes a request for a file with puzzles: id -> address."""
    if "/coach/data/" in event["response"]["url"]:
        data[event["requestId"]] = event["response"]["url"]


def test_every_page_works_from_bundles(browser: Browser, server: TableServer, watch: Watch) -> None:
    """Opens the pages in German. Their faults fail the test."""
    fresh = new_context(browser, locale="de")
    page = fresh.new_page()
    watch.begin(page)
    for path in ("/coach", "/coach/themes", "/lab", "/lab/essay", "/lab/program", "/student", "/nim"):
        page.goto(server.url + path, wait_until="networkidle")
        assert page.evaluate(_FROM_BUNDLES), path
    fresh.close()


LAB_AT_MOST = 60 * 1024
LAB_AFTER_THE_TABLE_AT_MOST = 27 * 1024 + 512  # some 27 KB: names of files, so the bytes packed, differ by build
_SKETCH = "#lab-tree svg"
_FROM_BUNDLES = "performance.getEntriesByType('resource').some((one) => one.name.includes('/js/chunks/'))"


def _weigh(context: BrowserContext, address: str, ready: str) -> int:
    """Returns the bytes over the wire, headers included, of one visit."""
    page = context.new_page()
    sizes = _sizes(page)
    page.goto(address, wait_until="networkidle")
    expect(page.locator(ready).first).to_be_visible()
    page.close()
    return sum(sizes)


@IN_EACH_LANGUAGE
def test_the_first_visit_of_the_lab_is_light_and_lighter_after_the_table(
    browser: Browser, server: TableServer, language: str
) -> None:
    for first, most in ((None, LAB_AT_MOST), (server.url, LAB_AFTER_THE_TABLE_AT_MOST)):
        fresh = new_context(browser, service_workers="block", locale=language)
        try:
            if first:
                _weigh(fresh, first, ".grid")
            size = _weigh(fresh, f"{server.url}/lab", _SKETCH)
        finally:
            fresh.close()
        print(f"the lab in {language} {'after the table' if first else 'at first'}: {size / 1024:.1f} KB")
        assert 5 * 1024 < size <= most


ESSAY_AT_MOST = 75 * 1024


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_essay_is_light_with_its_engine(browser: Browser, server: TableServer, language: str) -> None:
    """Counts all that the essay loads to its end: the worker, its modules and the kernels as well."""
    fresh = new_context(browser, service_workers="block", locale=language)
    loaded: set[str] = set()
    try:
        page = fresh.new_page()
        page.on("request", lambda request: loaded.add(request.url))
        page.goto(f"{server.url}/lab/essay", wait_until="networkidle")
        page.locator("#ponders").scroll_into_view_if_needed()
        expect(page.locator("#ponders [data-kind=bar]").first).to_be_visible()
        page.locator("#waits .essay__column[aria-disabled]").first.scroll_into_view_if_needed()
        page.wait_for_load_state("networkidle")
    finally:
        fresh.close()
    size = sum(weight(url, language) for url in loaded)
    print(f"the essay in {language}: {size / 1024:.1f} KB in {len(loaded)} answers")
    assert len([url for url in loaded if url.endswith(".wasm")]) == 2
    assert 60 * 1024 < size <= ESSAY_AT_MOST


STUDENT_AT_MOST = 60 * 1024


def test_the_first_visit_of_the_student_is_light(browser: Browser, server: TableServer) -> None:
    fresh = new_context(browser)
    try:
        page = fresh.new_page()
        sizes = _sizes(page)
        page.goto(f"{server.url}/student", wait_until="networkidle")
        expect(page.locator("#head")).to_have_text("It knows only the rules.")
        expect(page.locator(".belief__number").first).to_have_text("0")  # the worker has come as well
        worker = page.workers[0].url
    finally:
        fresh.close()
    sizes += [weight(worker), *(weight(urljoin(worker, name)) for name in imports_of(worker))]
    print(f"first visit: {sum(sizes) / 1024:.1f} KB in {len(sizes)} answers")
    assert 15 * 1024 < sum(sizes) <= STUDENT_AT_MOST


def weight(address: str, language: str = "en") -> int:
    """Returns the bytes of an answer with its headers: the page's session does not count what the worker loads."""
    with urlopen(Request(address, headers={"Accept-Encoding": "br", "Accept-Language": language})) as answer:
        return len(answer.read()) + len(str(answer.headers))


def imports_of(script: str) -> list[str]:
    with urlopen(script) as answer:
        return re.findall(r'from"([^"]+)"', answer.read().decode())
