"""Draws recorded searches in a real browser: shapes, bounds, cuts with their two moves, room, words, and the file."""

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from engine.lab.run import Problem, record
from tests.browser.conftest import Watch
from tests.browser.table_page import TWO_FRAMES, rect
from tests.browser.tabs import Tabs
from tests.programs import ROOT
from tests.server import TableServer

EIGHT = "(((-2 3) (5 12)) ((9 8) (-7 -3)))"
"""The tree of the lessons: A takes the better of B and C; leaf 12 is cut at E."""

_ALONE = """<!doctype html><html lang="en"><head><title>Drawing</title>
<link rel="stylesheet" href="/static/css/shared/shared.css"><link rel="stylesheet" href="/static/css/lab/page.css">
<link rel="stylesheet" href="/static/css/lab/asked.css">
</head><body></body></html>"""
_BEGIN = """async (run) => {
  const [{ Drawing }, { drawWindow }, { viewAt }] = await Promise.all([
    import("/source/js/lab/drawing/tree_drawing.js"),
    import("/source/js/lab/view/parts.js"),
    import("/source/js/lab/model/view.js"),
  ]);
  globalThis.tree?.destroy();
  globalThis.line?.destroy();
  const [tree, line] = [new Drawing(document.body, run), drawWindow(document.body, run)];
  Object.assign(globalThis, { run, viewAt, tree, line });
}"""
_SHOW = """([step, options]) => {
  const view = viewAt(run, step);
  tree.show(view, options);
  line.show(view);
  return view;
}"""
_CROWDED = """async () => {
  const [{ layOut, treeOf }, forms] = await Promise.all([
    import("/source/js/lab/drawing/geometry.js"), import("/source/js/lab/drawing/forms.js"),
  ]);
  let seed = 7;
  const draw = (below) => (seed = (seed * 48271) % 2147483647) % below;
  const faults = [];
  const seen = {};
  for (let tries = 0; tries < 240; tries++) {
    const count = tries % 3 ? 2 + draw(62) : 2 + draw(399);
    const parent = [-1];
    const near = (place) => Math.max(0, place - 1 - draw(Math.min(place, 1 + draw(9))));
    for (let place = 1; place < count; place++) parent.push(near(place));
    const children = parent.map((_, place) => parent.some((above) => above === place));
    const cells = tries % 4 ? null : parent.map(() => ".........");
    const places = { parent, cells, value: children.map((inner) => (inner ? null : draw(40) - 20)) };
    const tree = treeOf({ places, board: cells && { columns: 3, rows: 3, gravity: false } });
    const path = [];
    for (let at = draw(count); at >= 0; at = parent[at]) path.unshift(at);
    const width = [300, 370, 780, 1240][draw(4)];
    const { form, boxes, width: room, height } = layOut(tree, { width, height: 340, zoom: 1 }, path, forms);
    seen[form] = (seen[form] ?? 0) + 1;
    const drawn = boxes.map((box, place) => ({ ...box, place })).filter((box) => box.w !== undefined);
    for (const [i, a] of drawn.entries()) {
      const outside = a.x - a.w / 2 < -0.5 || a.x + a.w / 2 > room + 0.5 || a.y + a.h / 2 > height;
      if (outside) faults.push([tries, form, "outside", a]);
      for (const b of drawn.slice(i + 1)) {
        const [dx, dy] = [Math.abs(a.x - b.x), Math.abs(a.y - b.y)];
        if (dx < (a.w + b.w) / 2 - 0.01 && dy < (a.h + b.h) / 2 - 0.01) faults.push([tries, form, a, b]);
      }
    }
    if (form !== "path" && drawn.length !== count) faults.push([tries, form, "places are missing"]);
    if (form === "path" && !path.every((place) => boxes[place])) faults.push([tries, "the path is missing"]);
  }
  return [faults.slice(0, 3), seen];
}"""


class Drawing:
    """Shows the steps of one run on a page with nothing but the drawing."""

    def __init__(self, page: Page, run: dict[str, Any]) -> None:
        self.page, self.run = page, run
        page.evaluate(_BEGIN, run)

    def show(self, step: int, **options: Any) -> Any:
        return self.page.evaluate(_SHOW, [step, options])

    def step_of(self, kind: str, number: int = 0) -> int:
        """Returns the step of a kind, counted from 0."""
        wanted = self.run["kinds"].index(kind)
        return [step for step, found in enumerate(self.run["steps"]["kind"]) if found == wanted][number]

    def place(self, name: str) -> int:
        return int(self.run["places"]["name"].index(name))

    def node(self, name: str) -> Locator:
        return self.page.locator(f"[data-place='{self.place(name)}']")

    @property
    def last(self) -> int:
        return len(self.run["steps"]["kind"]) - 1


def _source(route: Route) -> None:
    """Answers with a script as it stands on disk: the server's one file begins the whole page."""
    route.fulfill(path=ROOT / "static" / route.request.url.split("/source/")[1])


Draw = Callable[..., Drawing]


@pytest.fixture(scope="module")
def alone(tabs: Tabs, server: TableServer) -> Iterator[Page]:
    """Opens a page with the scripts of drawings alone."""
    tab = tabs.lend(server.url, 1280, 900)
    tab.page.route("**/alone", lambda route: route.fulfill(body=_ALONE, content_type="text/html"))
    tab.page.route("**/source/**", _source)
    tab.page.goto(server.url + "/alone")
    yield tab.page
    tabs.take_back(tab, server.url + "/healthz", wiped=True)


@pytest.fixture
def draw(alone: Page, watch: Watch) -> Iterator[Draw]:
    """Draws a run in place of the one before: ``draw(problem, algorithm, depth=None, width=1280)``."""

    def draw_(problem: Problem, algorithm: str, depth: int | None = None, width: int = 1280) -> Drawing:
        alone.mouse.move(0, 0)  # nothing of the next drawing lies there
        alone.set_viewport_size({"width": width, "height": 900})
        alone.wait_for_function(TWO_FRAMES)
        return Drawing(alone, record(problem, algorithm, depth))

    watch.begin(alone)
    yield draw_
    watch.end()


def test_each_of_many_players_has_a_shape_of_its_own(draw: Draw) -> None:
    """Counts the corners, since colours tell nothing here. In blocks, all alike, strokes count the players."""
    three = "((({0}) ({0})) (({0}) ({0})))".format("<1 2 3> <4 5 6>")
    outline = "(node) => node.querySelector('.node__shape').getAttribute('d')"
    for tree, sign, counts in ((three, "L", [2, 3, 4]), (f"({three} {three} {three} {three})", "v6", [1, 2, 3])):
        drawing = draw(Problem.of_tree(tree), "maxn")
        drawing.show(drawing.last)
        first = [drawing.node(name).evaluate(outline) for name in ("A", "B", "D" if sign == "L" else "F")]
        assert [one.count(sign) for one in first] == counts
        expect(drawing.page.locator(".legend svg")).to_have_count(3)


def test_a_cut_is_drawn_with_its_two_moves(draw: Draw) -> None:
    drawing = draw(Problem.of_tree(EIGHT), "alphabeta")
    drawing.show(drawing.step_of("cut"))
    tree = drawing.page.locator(".drawing > svg")

    # Shapes tell who moves. Solid, tinted and hollow tell what is known.
    outlines = {
        name: drawing.node(name).locator(".node__shape").get_attribute("d") for name in ("A", "B", "leaf 5 of E")
    }
    assert len(set(outlines.values())) == 3
    for name, looks in {"A": "max is-open", "B": "min is-open", "D": "max is-exact", "C": "min is-unseen"}.items():
        expect(drawing.node(name)).to_have_class(re.compile(f"node--{looks}"))

    # Values and bounds next to the places, windows at the edges.
    for name, worth in {"A": "?", "B": "≤ 3", "D": "3", "E": "≥ 5", "leaf 12 of E": "12"}.items():
        expect(drawing.node(name).locator(".node__value")).to_have_text(worth)
    expect(tree.locator(".node__window")).to_have_text(["(−∞, +∞)", "(−∞, +∞)", "(−∞, 3)"])

    # The edge that was not searched, and the place below it.
    assert (tree.locator(".node__cut").get_attribute("d") or "").count("M") == 2
    expect(tree.locator(".node__word")).to_have_text("cut")
    expect(drawing.node("leaf 12 of E")).to_have_class(re.compile("is-skipped"))
    expect(drawing.node("leaf 12 of E").locator(".node__strike")).to_have_count(1)

    # The two moves that make it irrelevant: to D, which set the bound, and to 5, which meets it.
    expect(tree.locator(".lit")).to_have_count(2)
    lit = tree.locator(".node.is-lit").evaluate_all("nodes => nodes.map((node) => Number(node.dataset.place))")
    assert lit == [drawing.place("D"), drawing.place("leaf 5 of E")]
    ends = tree.locator(".lit").evaluate_all("lines => lines.map((line) => line.getAttribute('d').split('L')[1])")
    heads = [
        drawing.node(name).evaluate("node => node.getAttribute('transform').match(/[-\\d.]+/)[0]")
        for name in ("D", "leaf 5 of E")
    ]
    assert [end.split()[0] for end in ends] == heads

    drawing.show(drawing.last)
    expect(tree.locator(".node.is-play")).to_have_count(4)
    expect(tree.locator(".lit")).to_have_count(0)


def test_the_window_is_a_piece_of_a_line_until_nothing_is_left(draw: Draw) -> None:
    drawing = draw(Problem.of_tree(EIGHT), "alphabeta")
    page = drawing.page
    cut = drawing.step_of("cut")
    drawing.show(0)
    expect(page.locator(".line")).to_contain_text("open on both sides")
    drawing.show(1)
    expect(page.locator(".line svg")).to_have_attribute("aria-label", "Window at A, alpha −∞, beta +∞")
    expect(page.locator(".line__cut")).to_be_hidden()
    whole = page.locator(".line__open").get_attribute("d")
    drawing.show(
        next(step for step in range(cut) if drawing.run["steps"]["visit"][step] == drawing.run["steps"]["visit"][cut])
    )
    narrowed = page.locator(".line__open").get_attribute("d")
    assert narrowed
    assert narrowed != whole
    expect(page.locator(".line__name")).to_have_text(["alpha −∞", "beta 3"])
    expect(page.locator(".line__by")).to_have_text(["", "set by D"])
    drawing.show(cut)
    expect(page.locator(".line__cut")).to_be_visible()
    assert page.locator(".line__open").get_attribute("d") is None
    expect(page.locator(".line__said")).to_have_text("5 lies beyond beta")
    beyond = page.locator(".line__beyond").evaluate_all("shades => shades.map((shade) => shade.width.baseVal.value)")
    assert all(width > 0 for width in beyond)


_ENDS = """(steps) => steps.flatMap((step) => {
  line.show(viewAt(run, step));
  return ["name", "by"].map((name) => {
    const all = [...document.querySelectorAll(`.line__${name}`)].map((one) => one.getBBox());
    const shown = all.filter(({ width }) => width).sort((a, b) => a.x - b.x);
    const over = shown.slice(1).some(({ x }, at) => shown[at].x + shown[at].width > x + 1);
    return [step, name, shown.length, over];
  });
})"""
"""Shows steps, and tells of the words at the ends of a window how many there are, and whether one lies over another."""


def test_the_ends_of_a_window_stand_beside_each_other_on_a_narrow_line(draw: Draw) -> None:
    for width, method in itertools.product((280, 320), ("pvs", "proof")):
        drawing = draw(Problem.of_tree("((1 0) (0 1))"), method, width=width)
        drawing.show(1)
        expect(drawing.page.locator(".line svg")).to_be_visible()  # its script comes with the first window
        told = drawing.page.evaluate(_ENDS, list(range(0, drawing.last, 1 + drawing.last // 40)))
        assert all(count for _, name, count, _ in told if name == "name"), (width, method)  # one where both are near
        assert [one for one in told if one[3]] == [], (width, method)


def test_the_tree_is_heard_and_led_through_by_keys(draw: Draw) -> None:
    drawing = draw(Problem.of_tree(EIGHT), "alphabeta")
    page = drawing.page
    drawing.show(drawing.step_of("cut"))
    page.evaluate("void (tree.choose = (place) => (globalThis.chosen = place))")
    expect(page.get_by_role("tree")).to_have_count(1)
    expect(page.get_by_role("treeitem")).to_have_count(15)
    labels = {
        "A": "A, Max to move, being searched, no value yet",
        "B": "B, Min to move, at most 3, being searched",
        "E": "E, Max to move, at least 5, cut here",
        "D": "D, Max to move, value 3",
        "leaf 12 of E": "leaf 12 of E, cut: never looked at",
        "leaf 9 of F": "leaf 9 of F, not looked at yet",
    }
    for name, label in labels.items():
        expect(drawing.node(name)).to_have_attribute("aria-label", label)
    for attribute, value in {
        "level": "3",
        "setsize": "2",
        "posinset": "2",
        "expanded": "true",
        "current": "step",
    }.items():
        expect(drawing.node("E")).to_have_attribute(f"aria-{attribute}", value)
    assert drawing.node("leaf 5 of E").get_attribute("aria-expanded") is None

    page.keyboard.press("Tab")
    expect(drawing.node("A")).to_be_focused()
    way = {"ArrowDown": "B", "ArrowRight": "C", "ArrowLeft": "B", "End": "C", "ArrowUp": "A", "Home": "A"}
    for key, name in way.items():
        page.keyboard.press(key)
        expect(drawing.node(name)).to_be_focused()
    expect(page.locator(".drawing [tabindex='0']")).to_have_count(1)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    assert page.evaluate("chosen") == drawing.place("B")
    expect(page.locator(".drawing__words")).to_have_text("B, Min to move, at most 3, being searched")
    drawing.node("leaf 12 of E").click()
    assert page.evaluate("chosen") == drawing.place("leaf 12 of E")


def test_a_narrow_page_shows_the_path_and_opens_stubs(draw: Draw) -> None:
    drawing = draw(Problem.of_tree(f"({' '.join(['((1 2 3) (4 5 6) (7 8 9))'] * 3)})"), "alphabeta", width=390)
    page = drawing.page
    view = drawing.show(drawing.step_of("over", 1))
    expect(page.locator(".drawing")).to_have_attribute("data-form", "path")
    parents = drawing.run["places"]["parent"]
    expected = [place for place, above in enumerate(parents) if above == -1 or above in view["path"]]
    drawn = page.locator("[data-place]").evaluate_all("nodes => nodes.map((node) => Number(node.dataset.place))")
    assert drawn == expected
    expect(drawing.node("C")).to_have_attribute("aria-expanded", "false")
    drawing.node("C").click()
    expect(drawing.node("C")).to_have_attribute("aria-expanded", "true")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    drawing.show(drawing.step_of("over", 2))
    expect(drawing.node("B")).to_have_attribute("aria-expanded", "true")
    expect(drawing.node("C")).to_have_attribute("aria-expanded", "false")
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.locator(".drawing")).to_have_attribute("data-form", "tree")
    expect(page.locator("[data-place]")).to_have_count(len(parents))
    expect(page.locator("[data-place] .node__name")).not_to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 900})
    expect(page.locator(".is-stub .node__name")).to_have_count(0)


def test_nothing_stands_on_anything_else_in_240_random_trees(draw: Draw) -> None:
    drawing = draw(Problem.of_tree("(1 2)"), "minimax")
    faults, forms = drawing.page.evaluate(_CROWDED)
    assert faults == []
    assert set(forms) == {"tree", "blocks", "path"}


def test_a_step_touches_only_what_changes(draw: Draw) -> None:
    drawing = draw(Problem.of_tree("1 " * 255 + "2 by 4"), "alphabeta")
    assert len(drawing.run["places"]["parent"]) == 341
    over = drawing.step_of("over", 5)
    visit = drawing.run["steps"]["visit"][over]
    left = max(step for step, found in enumerate(drawing.run["steps"]["visit"]) if found == visit)
    drawing.show(over)
    drawing.page.evaluate("""async () => {
      const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
      while (tree.growing) await frame();
      for (let frames = 0; frames < 20; frames++) await frame();  // the last places are shown some in each frame
    }""")
    drawing.page.evaluate("""() => {
      globalThis.touched = new Set();
      const place = (at) => (at instanceof Element ? at : at.parentElement).closest("[data-place]")?.dataset.place;
      const note = ({ target }) => touched.add(place(target));
      const all = { subtree: true, childList: true, attributes: true, characterData: true };
      new MutationObserver((changes) => changes.forEach(note)).observe(tree.svg, all);
    }""")
    drawing.show(left)
    drawing.page.evaluate("() => new Promise((done) => setTimeout(done))")
    touched = {place for place in drawing.page.evaluate("[...touched]") if place is not None}
    assert touched == {str(drawing.run["visits"]["place"][visit])}


def test_exercises_hide_choose_ask_and_compare(draw: Draw) -> None:
    drawing = draw(Problem.of_tree(EIGHT), "alphabeta")
    page = drawing.page
    leaf, b, c = drawing.place("leaf 9 of F"), drawing.place("B"), drawing.place("C")
    drawing.show(drawing.last, reveal=False)
    expect(page.locator("[data-place]:not(.is-leaf) .node__value")).to_have_count(0)
    expect(page.locator(".node__window, .node__cut, .node__strike, .is-play, .is-lit")).to_have_count(0)
    expect(drawing.node("B")).to_have_attribute("aria-label", "B, Min to move")
    page.evaluate(
        "async ([step, leaf]) => tree.show(viewAt(run, step), { selected: new Set([leaf]), compare: viewAt(run, 0) })",
        [drawing.step_of("over"), leaf],
    )
    expect(page.get_by_role("treeitem", selected=True)).to_have_attribute("data-place", str(leaf))
    expect(page.get_by_role("tree")).to_have_attribute("aria-multiselectable", "true")
    expect(drawing.node("D")).to_have_class(re.compile("is-only-here"))
    expect(drawing.node("A")).not_to_have_class(re.compile("is-only"))
    page.evaluate("async (places) => (globalThis.asked = await tree.fields(['alpha', 'beta'], places))", [b, c])
    inputs = page.get_by_role("textbox")
    expect(inputs).to_have_count(4)
    for i, (name, value) in enumerate({"B, alpha": "-inf", "B, beta": "3", "C, alpha": "3", "C, beta": "inf"}.items()):
        expect(inputs.nth(i)).to_have_accessible_name(name)
        inputs.nth(i).fill(value)
    assert page.evaluate("[...asked.values()]") == [[b, ["-inf", "3"]], [c, ["3", "inf"]]]
    at, beside = rect(drawing.node("B")), rect(inputs.nth(0))
    assert at["x"] + at["width"] / 2 < beside["x"] < at["x"] + 120
    page.evaluate("(place) => asked.mark(place, false)", b)
    expect(page.locator("[aria-invalid]")).to_have_count(2)
    page.evaluate("asked.remove()")
    expect(inputs).to_have_count(0)


def test_tables_guesses_chance_and_boards_have_shapes_of_their_own(draw: Draw) -> None:
    drawing = draw(Problem.of_game("tictactoe", "5193"), "table")
    page, places, visits = drawing.page, drawing.run["places"], drawing.run["visits"]
    drawing.show(drawing.last)
    hits = {
        visits["place"][i]: visits["place"][visits["same"][i]]
        for i, note in enumerate(visits["note"])
        if note == "table"
    }
    place = next(place for place, first in hits.items() if place != first)
    hit = page.locator(f"[data-place='{place}']")
    expect(hit).to_have_class(re.compile("node--table"))
    assert "ZM" in (hit.locator(".node__shape").get_attribute("d") or ""), "the fold"
    hit.focus()
    joined = page.locator("[data-equals]")
    expect(joined.locator(".equal")).not_to_have_count(0)
    equal = [int(other) for other in (joined.get_attribute("data-equals") or "").split()]
    assert hits[place] in equal
    assert {places["cells"][other] for other in equal} == {places["cells"][place]}
    expect(page.locator(".small__cross").first).to_be_visible()
    expect(page.locator(".line__number")).to_have_text(["−1", "0", "1"])  # whole values have whole ticks

    drawing = Drawing(page, record(Problem.of_game("connect4", "4453"), "alphabeta", 1))
    drawing.show(drawing.last)
    pattern = re.compile(r"url\(#hatch-\d+\)")
    expect(page.locator(".node.is-guess .node__hatch")).to_have_count(len(drawing.run["places"]["parent"]))
    expect(page.locator(".node__hatch").first).to_have_attribute("fill", pattern)
    expect(page.locator(".node .small__X")).to_have_count(len(drawing.run["places"]["parent"]))

    drawing = Drawing(page, record(Problem.of_tree("({1/4: 8, 3/4: (0 9)} {1/2: (-9 5), 1/2: 9})"), "star1", None))
    drawing.show(drawing.step_of("lot"))
    expect(drawing.node("B")).to_have_class(re.compile("node--chance"))
    expect(drawing.node("B").locator(".node__value")).to_have_text("[−4.75, 8.75]")
    expect(page.locator(".line__said")).to_have_text("the mean lies in [−4.75, 8.75]")
    expect(page.locator(".node__window", has_text="1/4")).to_have_count(1)


def test_the_file_of_a_drawing_stands_alone(draw: Draw) -> None:
    drawing = draw(Problem.of_tree(EIGHT), "alphabeta")
    drawing.show(drawing.step_of("cut"))
    text = drawing.page.evaluate("tree.svgText()")
    root = ElementTree.fromstring(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert not re.search(r"\b(class|style|role|tabindex|aria-|data-)[\w-]*=|var\(|light-dark|@import|href", text)
    words = ["".join(part.itertext()) for part in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"≤ 3", "≥ 5", "12", "cut", "(−∞, 3)"} <= set(words)
    shapes = [part for part in root.iter("{http://www.w3.org/2000/svg}path") if part.get("d")]
    assert all(part.get("fill") for part in shapes), "every shape carries its own colours"
    assert drawing.page.locator(".drawing--paper").count() == 0
