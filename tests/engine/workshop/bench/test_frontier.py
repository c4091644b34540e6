"""Solves small boards as the frontier does, by several plans and with interruptions, and compares published tables."""

import re
import threading
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from engine.games import LineGame
from engine.nets import file
from engine.workshop.bench.frontier import search as searching
from engine.workshop.bench.frontier.published import PUBLISHED, TABLES, Size, published_by
from engine.workshop.bench.frontier.report import cost_svg, lines
from engine.workshop.bench.frontier.search import BoardSearch, Plan
from engine.workshop.bench.frontier.store import Result, Store, result_of
from engine.workshop.bench.signature import SIGNATURE
from tests.engine.nets.test_file import small_net
from webapp.cli import main

ROOT = Path(__file__).parents[4]
SMALL, LARGE = Size(4, 4), Size(5, 4)


def test_the_published_table_is_the_known_one() -> None:
    assert (PUBLISHED[Size(7, 6)], PUBLISHED[Size(8, 8)], PUBLISHED[Size(6, 4)], PUBLISHED[Size(11, 4)]) == (
        1,
        -1,
        -1,
        -1,
    )
    tromp, steininger = TABLES.values()
    assert (len(tromp), len(PUBLISHED)) == (37, 52)
    assert {size: value for size, value in tromp.items() if value > 0} == dict.fromkeys(
        [Size(8, 5), Size(9, 5), Size(10, 5), Size(7, 6), Size(6, 7), Size(8, 7), Size(7, 8), Size(6, 9)], 1
    )
    assert {size: steininger[size] for size in tromp} == tromp
    assert [published_by(Size(*size)) for size in [(7, 6), (5, 5), (4, 12), (12, 4), (4, 14)]][1:] == [
        "J. Tromp",
        "C. Steininger",
        "C. Steininger",
        "",
    ]


def test_every_published_board_that_fits_is_solved_and_the_boards_in_no_published_table_are_those_named() -> None:
    """The guide names them."""
    solved = {result.size for result in Store(ROOT / "engine/workshop/bench/frontier/solved").results()}
    one_word = {size for size in PUBLISHED if size.width * (size.height + 1) <= 64}
    assert {str(size) for size in solved - set(PUBLISHED)} == {"4x14", "4x15", "4x16"}
    assert one_word - solved == set()
    assert len(set(PUBLISHED) - solved) == 10


def test_sizes_fit_into_two_words_with_a_free_bit_a_column() -> None:
    assert (Size(10, 10).fits, Size(11, 11).fits, str(Size(9, 7))) == (True, False, "9x7")


@pytest.mark.parametrize("plan", [
    Plan(SMALL),
    Plan(LARGE, lost_first=True, table_mb=1),
    Plan(SMALL, exact=True, threads=2, table_mb=1),
    pytest.param(Plan(LARGE, theorem=False), marks=pytest.mark.long),
    *(pytest.param(Plan(size), marks=pytest.mark.long) for size in PUBLISHED if size.squares <= 30),
    *(pytest.param(Plan(size, lost_first=True), marks=pytest.mark.long) for size in PUBLISHED if size.squares <= 30),
])  # fmt: skip
def test_boards_have_their_published_values(plan: Plan) -> None:
    search = BoardSearch(plan)
    assert search.work(3_600.0)
    result = result_of(search)
    assert result.value == PUBLISHED[plan.size]
    assert (result.answers(plan), result.signature, result.nodes) == (True, SIGNATURE, search.nodes)


def test_an_interrupted_search_goes_on_from_exactly_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, whole = Plan(LARGE, table_mb=1), BoardSearch(Plan(LARGE, table_mb=1))
    whole.work(3_600.0)
    monkeypatch.setattr(searching, "SLICE", whole.nodes // 5)
    shares, store, nodes = list[float](), Store(tmp_path), [0]
    while not (search := store.begin(plan)).done:
        assert search.nodes == nodes[-1]
        search.work(3_600.0, iter([False, True]).__next__)
        nodes.append(search.nodes)
        shares.append(search.share)
        store.save(search)
    assert len(nodes) > 4
    assert nodes == sorted(nodes)
    assert all(0 <= share <= 1 for share in shares)
    assert (search.low, search.high) == (whole.low, whole.high)
    # Only the small table of the last plies is lost.
    assert whole.nodes <= search.nodes < 2 * whole.nodes
    store.forget(plan)
    assert store.begin(plan).nodes == 0


def test_a_board_of_two_words_goes_on_from_exactly_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "SLICE", 20_000)
    plan, store, shares = Plan(Size(8, 8), table_mb=1), Store(tmp_path), [0.0]
    for part in range(4):
        search = store.begin(plan)
        assert search.nodes == 20_000 * part
        assert not search.work(3_600.0, iter([False, True]).__next__)
        shares.append(search.share)
        store.save(search)
    assert all(0 <= share <= 1 for share in shares)
    assert shares == sorted(shares)


def test_an_interruption_finds_all_threads_at_rest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plan, store = Plan(LARGE, threads=2, table_mb=1), Store(tmp_path)
    search = store.begin(plan)

    def interrupt(budget: int) -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(search.searches[0], "step", interrupt)
    threads = threading.active_count()
    with pytest.raises(KeyboardInterrupt):
        search.work(3_600.0)
    assert threading.active_count() == threads
    store.save(search)
    again = store.begin(plan)
    assert again.nodes == search.nodes
    assert again.work(3_600.0)
    assert result_of(again).value == PUBLISHED[LARGE]


def test_the_table_shows_published_and_own_values_side_by_side(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.add(Result(5, 4, 0, None, 9, 0.5, 1, 256, False, True, SIGNATURE))
    store.add(Result(4, 12, 0, None, 272_000_000, 48.0, 1, 256, False, True, SIGNATURE))
    store.add(Result(4, 14, 0, None, 433_947_296, 33.9, 1, 256, False, True, SIGNATURE))
    text = list(lines(store.results()))
    assert "           4 =? == -? =? -? -? -? -? -?" in text
    assert "          12 == =? -?" in text
    assert "          14 ?=" in text
    assert "| 4x12 | 48 | drawn | 272,000,000 | 48.0 | the same | C. Steininger |" in text
    assert "| 4x14 | 56 | drawn | 433,947,296 | 33.9 | no |  |" in text
    assert text[-1] == "3 results, none against a published table"
    store.add(Result(6, 4, -1, -1, 9, 0.5, 1, 256, False, True, SIGNATURE))
    store.add(Result(7, 6, 1, 1, 9, 0.5, 1, 256, False, True, SIGNATURE))
    store.add(Result(8, 5, 1, 4, 9, 0.5, 1, 256, False, True, SIGNATURE))
    text = list(lines(store.results()))
    assert "           4       24" in text  # of 24 squares the second player needs the last
    assert "           5             33" in text  # three of the first player's 20 discs are left
    assert "           6          41" in text
    store.add(Result(6, 4, 1, 3, 8, 0.5, 1, 256, False, True, SIGNATURE))
    assert list(lines(store.results()))[-1] == "not as published: 6x4"


def test_the_figure_shows_every_board_with_and_without_the_theorem() -> None:
    results = [
        Result(7, 6, 1, None, 22_966_000, 2.6, 1, 256, False, True, SIGNATURE),
        Result(5, 4, 0, None, 3_521, 0.1, 1, 256, False, True, SIGNATURE),
        Result(5, 4, 0, None, 40_000, 0.1, 1, 256, False, False, SIGNATURE),
    ]
    picture = ElementTree.fromstring(cost_svg(results))
    names = [text.text for text in picture.iter("{http://www.w3.org/2000/svg}text")]
    assert names.count("5x4") == 2
    assert {"7x6", "20", "44", "1", "10k", "100M"} <= set(names)
    heights = [float(dot.attrib["cy"]) for dot in picture.iter("{http://www.w3.org/2000/svg}circle")]
    assert sorted(heights) == [heights[1], heights[2], heights[0]]  # 7x6, then 5x4 without and with the theorem


def test_the_command_solves_keeps_and_prints(tmp_path: Path) -> None:
    run, folder = CliRunner(), str(tmp_path / "kept")
    done = run.invoke(main, ["bench", "frontier", "4x4", "--folder", folder, "--table-mb", "1"])
    assert done.exit_code == 0, done.output
    assert "| 4x4 | 16 | drawn |" in done.output
    again = run.invoke(main, ["bench", "frontier", "4x4", "--folder", folder, "--table-mb", "1"])
    assert again.output == done.output
    assert len((tmp_path / "kept" / "results.jsonl").read_text().splitlines()) == 1
    for bad in ("12x10", "seven", "0x4"):
        refused = run.invoke(main, ["bench", "frontier", bad])
        assert (refused.exit_code, "is no size" in refused.output) == (2, True)


@pytest.mark.long
def test_a_network_of_ones_own_orders_moves_and_marks_the_result(tmp_path: Path) -> None:
    own, other, store = tmp_path / "own.net", tmp_path / "other.net", Store(tmp_path)
    file.write(small_net(LineGame(*LARGE, 4, True)), own)
    file.write(small_net(LineGame(*SMALL, 4, True)), other)
    plan = Plan(LARGE, table_mb=1, net=own)
    search = store.begin(plan)
    store.save(search)
    assert not store.begin(plan._replace(net=None)).done
    assert store.begin(plan).work(3_600.0)
    search.work(3_600.0)
    store.add(result_of(search))
    assert store.results()[0].value == PUBLISHED[LARGE]
    assert (store.has(plan), store.has(plan._replace(net=other)), store.has(plan._replace(net=None))) == (1, 0, 0)
    for bad, words in ((other, "network is for 4x4, the board is 5x4"), (tmp_path, "is a directory")):
        refused = CliRunner().invoke(main, ["bench", "frontier", "5x4", "--folder", str(tmp_path), "--net", str(bad)])
        assert (refused.exit_code, words in refused.output) == (2, True), refused.output


def test_the_results_in_the_repository_are_those_of_the_readme_and_the_figure() -> None:
    results, text = (
        Store(ROOT / "engine/workshop/bench/frontier/solved").results(),
        (ROOT / "engine/workshop/bench/RESULTS.md").read_text(),
    )
    rows = [line for line in lines(results) if re.match(r"\| \d", line)]
    assert len(rows) == len({result.size for result in results}) > 20
    assert [row for row in rows if row not in text] == []
    assert [*lines(results)][-1].endswith("none against a published table")
    assert cost_svg(results) == (ROOT / "static/img/frontier.svg").read_text()
