"""Tests the data of a run: columns that fit together, lines of the sources, names, sentences, limits, refusals."""

import json
import sys
from functools import lru_cache
from pathlib import Path

import pytest

import engine
from engine.games import GameError, Player
from engine.lab.run import Limits, Problem, record
from engine.lab.run.recording import LimitError, Recording
from engine.search.parts.trace import Trace
from tests.engine.lab.runs import WATCHED, game_problem, tree_problem

CLASSIC = Problem.of_tree("-2 3 5 12 9 8 -7 -3")
DEEP = Problem.of_tree("(5 (((3 1) 8) 7))")
DICE = Problem.of_tree("({1/4: 8, 3/4: 0} {1/2: 3, 1/2: (4 7)} {1/2: -9, 1/2: (9 8)})")
ROOT = Path(engine.__file__).parent.parent
ONE, ALL = (1,), range(200)

each_watched = pytest.mark.parametrize("algorithm", WATCHED, ids=lambda one: one.name)


def story(run, *kinds: str) -> list[str]:
    """Returns the sentences of the steps of some kinds."""
    wanted = [run["kinds"].index(kind) for kind in kinds]
    return [run["sentences"][str(at)] for at, kind in enumerate(run["steps"]["kind"]) if kind in wanted]


def whole_runs(algorithm, seeds):
    """Yields runs of an algorithm on random trees and positions."""
    for seed in seeds:
        yield from runs_of(algorithm, seed)


@lru_cache(maxsize=64)
def runs_of(algorithm, seed):
    problems = [draw(seed, algorithm) for draw in (tree_problem, game_problem)]
    return [record(problem, algorithm.name, depth) for problem, depth in problems]


@pytest.mark.parametrize("seeds", [ONE, pytest.param(ALL, marks=pytest.mark.long)], ids=["one", "200"])
@each_watched
def test_the_columns_fit_together(algorithm, seeds) -> None:
    for run in whole_runs(algorithm, seeds):
        # An answer is stored: it may hold no address in the memory of one process.
        assert " at 0x" not in json.dumps(run, allow_nan=False)
        places, visits, steps = run["places"], run["visits"], run["steps"]
        assert {len(places[name]) for name in places if places[name] is not None} == {len(places["parent"])}
        assert {len(column) for column in visits.values()} == {len(visits["place"])}
        assert {len(column) for column in steps.values()} == {len(steps["kind"])}
        assert all(parent < place for place, parent in enumerate(places["parent"]))
        for visit, above in enumerate(visits["parent"]):
            assert above < visit
            if above >= 0:
                assert places["parent"][visits["place"][visit]] == visits["place"][above]
        for visit, left in enumerate(visits["skipped"]):
            here = visits["place"][visit]
            assert all(here in (places["parent"][place], places["parent"][places["parent"][place]]) for place in left)
        assert run["complete"]
        assert len(run["names"]) == 2


@pytest.mark.parametrize("seeds", [ONE, pytest.param(ALL, marks=pytest.mark.long)], ids=["one", "200"])
@each_watched
def test_every_line_is_a_line_of_the_textbook(algorithm, seeds) -> None:
    for run in whole_runs(algorithm, seeds):
        files = [(ROOT / source["file"]).read_text(encoding="utf-8").splitlines() for source in run["sources"]]
        for source, file in zip(run["sources"], files, strict=True):
            there = file[source["first"] - 1 :][: len(source["text"])]
            shown = [line.split("  # type:")[0].strip() for line in there]  # what readers need not see
            assert [line.strip() for line in source["text"]] == shown
            assert source["text"][0].startswith(f"def {source['name']}(")
        steps, lines = run["steps"], run["kinds"].index("line")
        for kind, number, line in zip(steps["kind"], steps["source"], steps["line"], strict=True):
            if number < 0:
                assert (kind, line) != (lines, -1)
                continue
            source = run["sources"][number]
            assert source["first"] < line < source["first"] + len(source["text"])
            assert source["hide"] is None or not source["hide"][0] <= line <= source["hide"][1]


@pytest.mark.parametrize("seeds", [ONE, pytest.param(ALL, marks=pytest.mark.long)], ids=["one", "200"])
@each_watched
def test_steps_tell_of_visits_in_order(algorithm, seeds) -> None:
    """Enters and leaves each visit once, inside the visit above. Every step belongs to the innermost visit."""
    for run in whole_runs(algorithm, seeds):
        visits, steps = run["visits"], run["steps"]
        kinds = [run["kinds"][kind] for kind in steps["kind"]]
        path, entered = [], 0
        for at, (kind, visit) in enumerate(zip(kinds, steps["visit"], strict=True)):
            if kind == "enter":
                assert visit == entered
                assert visits["parent"][visit] == (path[-1] if path else -1)
                path.append(visit)
                entered += 1
            assert visit == path[-1]
            if kind == "leave":
                path.pop()
            assert (kind == "line") != (str(at) in run["sentences"])
            assert kind != "cut" or (visits["met"][visit] and visits["skipped"][visit])
            assert kind != "better" or kinds[:at].count("leave")
        assert (path, entered) == ([], len(visits["place"]))
        cuts = sum(bool(met and left) for met, left in zip(visits["met"], visits["skipped"], strict=True))
        assert kinds.count("cut") == cuts == run["counts"]["cuts"]
        assert {kinds.count(name) for name in ("enter", "leave")} == {entered}


@each_watched
def test_counts_are_those_of_the_search(algorithm) -> None:
    """Counts as the search does, but there a bound met by the last lot of a chance state is no cutoff."""
    for draw, recorded in zip((tree_problem, game_problem), runs_of(algorithm, 1), strict=True):
        problem, depth = draw(1, algorithm)
        turns = Trace(problem.game, problem.game.to_move(problem.state))  # threads count by chance, turns do not
        watch = turns if algorithm.name == "parallel" else None
        counts = algorithm.function(problem.game, problem.state, depth, watch).counts
        run = recorded["counts"]
        assert (run["nodes"], run["leaves"], run["table_hits"]) == (counts.nodes, counts.leaves, counts.table_hits)
        assert run["cuts"] <= counts.cutoffs
        assert problem.game.has_chance or run["met"] == counts.cutoffs


def test_the_better_value_of_each_visit_is_told() -> None:
    """Follows the best value of each visit from the steps alone. With the last one comes the value of the visit."""
    for name in ("minimax", "twofold", "alphabeta", "memo", "expectiminimax", "history"):
        run = record(CLASSIC, name)
        last, best = -1, {}
        for kind, visit in zip(run["steps"]["kind"], run["steps"]["visit"], strict=True):
            if run["kinds"][kind] == "better":
                best[visit] = run["visits"]["value"][last]
            if run["kinds"][kind] == "leave":
                last = visit
        inner = [visit for visit, note in enumerate(run["visits"]["note"]) if not note]
        assert best == {visit: run["visits"]["value"][visit] for visit in inner}


def test_the_classic_tree() -> None:
    run = record(CLASSIC, "twofold")
    assert (run["tree"], run["kind"], run["names"]) == ("(((-2 3) (5 12)) ((9 8) (-7 -3)))", "leaves", ["Max", "Min"])
    assert run["counts"] == {"nodes": 14, "leaves": 7, "met": 2, "cuts": 1, "skipped": 1, "table_hits": 0}
    assert run["result"] == {"value": 3, "words": "3", "move": "1", "line": ["1", "1", "2"], "exact": True}
    assert [source["name"] for source in run["sources"]] == ["value", "maximise", "minimise"]
    assert story(run, "cut") == [
        "At B, Min is sure of 3 by D. Here Max gets 5 or more, so Min will not let the game come here. "
        "Leaf 12 of E cannot matter."
    ]
    cut = next(visit for visit, left in enumerate(run["visits"]["skipped"]) if left)
    witness = run["visits"]["beta_from"][cut]
    assert run["places"]["name"][run["visits"]["place"][witness]] == "D"
    assert run["visits"]["value"][witness] == run["visits"]["beta"][cut] == 3
    assert "B is worth 3." in story(run, "leave")
    assert "C is worth -3 or less. The bound is met, but no move is left to skip." in story(run, "leave")


def test_a_cut_is_marked_on_the_line_that_counts_it() -> None:
    run = record(CLASSIC, "twofold")
    at = run["steps"]["kind"].index(run["kinds"].index("cut"))
    source = run["sources"][run["steps"]["source"][at]]
    assert source["text"][run["steps"]["line"][at] - source["first"]].strip() == "counts.cutoffs += 1"
    assert run["steps"]["vars"][at] is None
    best = [step for step in run["steps"]["vars"][:at] if step is not None and "best" in step][-1]
    assert best["best"] == 5


def test_a_deep_cut_names_the_far_move() -> None:
    assert story(record(DEEP, "alphabeta"), "cut") == [
        "At A, Max is sure of 5 by leaf 5 of A. Here Min gets 3 or less, so Max will not let the game come here. "
        "Leaf 1 of D cannot matter."
    ]


def test_the_mean_of_lots_narrows() -> None:
    run = record(DICE, "star1")
    assert story(run, "lot")[:2] == [
        "Lot 1 brings 8. The mean at B lies between -4.75 and 8.75 now, whatever the other lots bring.",
        "Lot 2 brings 0. All lots are seen: the mean at B is 2.",
    ]
    assert story(run, "cut") == [
        "At A, Max is sure of 3.5 by C. Here the mean is 0 or less, so Max will not let the game come here. "
        "F cannot matter."
    ]


def test_a_bound_below_a_lot_is_called_scaled() -> None:
    """Asks the second lot for more than 12: the mean with the first lot must be above 6."""
    run = record(Problem.of_tree("(6 {1/2: 0, 1/2: (9 20)} 20)"), "star1")
    assert story(run, "cut") == [
        "At A, Max is sure of 6 by leaf 6 of A. Through the lots on the way this becomes a bound of 12 here. "
        "Here Min gets 9 or less, so Max will not let the game come here. Leaf 20 of C cannot matter."
    ]


@pytest.mark.parametrize(
    ("moves", "depth", "sentence"),
    [
        ("5193", None, "After 2 4 7, O tries square 8; X is to move there. Only a value better for X than "
         "a loss in 2 moves and better for O than a loss in 3 moves can matter."),
        ("5193", None, "After 2 4 7 8: draw."),
        ("5193", None, "So far the best for X after 2 4 is square 8: X wins in 2 moves."),
        ("5193", 1, "The search looks no farther here: the evaluation guesses 0.29."),
    ],
)  # fmt: skip
def test_positions_in_words(moves, depth, sentence) -> None:
    assert sentence in record(Problem.of_game("tictactoe", moves), "alphabeta", depth)["sentences"].values()


def test_boards_are_drawn_from_the_top() -> None:
    run = record(Problem.of_game("connect4-5x4", "1122"), "alphabeta", 1)
    assert run["board"] == {"columns": 5, "rows": 4, "gravity": True}
    assert run["places"]["cells"][0] == "." * 10 + "OO..." + "XX..."
    assert (run["game"], run["moves"], run["player"], run["names"]) == ("connect4-5x4", "1122", 0, ["Red", "Yellow"])
    assert record(Problem.of_game("nim", "3333"), "memo")["board"] is None
    slippery = record(Problem.of_game("slippery-tictactoe", "5-51-1"), "star1", 1)
    assert slippery["board"] == {"columns": 3, "rows": 3, "gravity": False}
    assert {0, 2, 3} <= set(slippery["places"]["mover"]) | {3}


def test_from_the_second_sides_chair() -> None:
    run = record(Problem.of_game("tictactoe", "51932"), "alphabeta")
    assert (run["player"], run["names"], run["places"]["mover"][0]) == (1, ["O", "X"], 0)
    assert run["visits"]["value"][0] == run["result"]["value"]


def test_the_whole_tree_of_leaves_is_there_visited_or_not() -> None:
    run = record(CLASSIC, "alphabeta", 1)
    assert run["places"]["name"] == [place.name for place in CLASSIC.tree.places]
    assert len(run["visits"]["place"]) == 3
    assert (run["visits"]["bound"], run["visits"]["proven"]) == ([0, 3, 3], [0, 0, 0])


def test_each_iteration_begins_at_the_root() -> None:
    run = record(CLASSIC, "deepening")
    assert [run["visits"]["depth"][visit] for visit, above in enumerate(run["visits"]["parent"]) if above < 0] == [
        1,
        2,
        3,
    ]
    assert story(run, "iteration") == [f"Now the search looks {n} ahead." for n in ("1 ply", "2 plies", "3 plies")]
    roots = [visit for visit, above in enumerate(run["visits"]["parent"]) if above < 0]
    assert [run["visits"]["proven"][visit] for visit in roots] == [0, 0, 1]


def test_looks_aside_and_late_moves_are_told() -> None:
    singular = record(Problem.of_tree("(((3 1) (2 8)) ((9 4) (0 7)))"), "singular", 2)
    assert sum(singular["visits"]["aside"]) > 0
    assert any("A shallow look, to see if one move stands out." in one for one in story(singular, "enter"))
    assert any("This move stands out, so the search looks one ply deeper." in one for one in story(singular, "enter"))
    zero = "((0 0) (0 0))"
    late = record(Problem.of_tree(f"(({zero} {zero} {zero} ((-5 -5) (-5 -5))))"), "reduction", 4)
    assert (
        sum("This move comes late, so the first look is one ply less deep." in one for one in story(late, "enter")) == 1
    )
    beam = record(Problem.of_tree("((1 2 3 4) 0)"), "beam")
    assert "B is worth 1, as far as this search sees. Left out unseen: branch 4." in story(beam, "leave")


def test_of_equal_moves_the_choice_is_explained() -> None:
    run = record(Problem.of_tree("((4 4) (4 9) (4 8 9))"), "bias")
    assert story(run, "leave")[-1] == (
        "The search is done. The best move for Max is branch 3: 4. Branch 3, branch 1 and branch 2 are worth the same; "
        "after none of them can Min go wrong more often than after branch 3."
    )
    assert story(record(CLASSIC, "bias"), "leave")[-1] == "The search is done. The best move for Max is branch 1: 3."


def test_variables_are_told_when_they_change() -> None:
    """Replays the variables of the root's function: alpha rises to the value of the first move."""
    run = record(Problem.of_tree("((3 5) (2 9))"), "twofold")
    maximise = [source["name"] for source in run["sources"]].index("maximise")
    told = [new for at, new in enumerate(run["steps"]["vars"]) if new and run["steps"]["source"][at] == maximise]
    assert [(new["alpha"], "inf" if new.get("beta") == "inf" else None) for new in told if "alpha" in new] == [
        ("-inf", "inf"),
        (3, None),
    ]
    assert [new["best"] for new in told if "best" in new] == ["-inf", 3]
    value = [new for at, new in enumerate(run["steps"]["vars"]) if new and run["steps"]["visit"][at] == 0]
    assert value[0] == {"player": "Max", "depth": 10_000, "ply": 0, "alpha": "-inf", "beta": "inf", "move": None}


# --- limits and refusals ---


def test_a_long_search_is_shown_in_part_and_counted_whole() -> None:
    run = record(Problem.of_game("tictactoe"), "all", limits=Limits(steps=100_000, seconds=600, count_seconds=600))
    assert (run["complete"], run["limit"], run["result"]["value"]) == (False, "the first 400 states", 0)
    assert run["whole"]["nodes"] == 1198
    assert len(run["places"]["parent"]) <= 400
    assert None in run["visits"]["value"]
    assert run["visits"]["value"][0] is None


def test_a_search_too_long_to_count_says_so() -> None:
    limits = Limits(seconds=600, nodes=1000, count_seconds=600)
    run = record(Problem.of_game("tictactoe"), "minimax", limits=limits)
    assert (run["whole"], run["result"], run["complete"]) == (None, None, False)
    assert run["limit"] == "the first 400 states; the whole search is too long to be counted here"


def test_a_run_has_a_limit_of_steps() -> None:
    run = record(CLASSIC, "alphabeta", limits=Limits(steps=50, seconds=600))
    assert len(run["steps"]["kind"]) == 50
    assert (run["complete"], run["result"]["value"]) == (False, 3)
    assert run["limit"].startswith("the first ")
    assert run["limit"].endswith(" visits")


def test_a_search_of_long_silence_is_refused() -> None:
    """Orders moves by an oracle which works before the first visit."""
    with pytest.raises(GameError, match="best takes too long here to be watched; choose a smaller depth"):
        record(Problem.of_game("tictactoe"), "best", limits=Limits(seconds=0.0))


@pytest.mark.parametrize(("problem", "name", "depth", "sentence"), [
    (CLASSIC, "magic", None, "there is no algorithm called 'magic'; there are minimax"),
    (CLASSIC, "minimax", -1, "a depth of -1 is below zero"),
    (DICE, "alphabeta", None, "this algorithm knows no chance"),
    (Problem.of_game("tictactoe", "14253"), "alphabeta", None, "the game is over"),
])  # fmt: skip
def test_refusals(problem, name, depth, sentence) -> None:
    with pytest.raises(GameError, match=sentence):
        record(problem, name, depth)


def test_the_trace_function_from_before_comes_back() -> None:
    """Restores the function of a debugger or of a measurement of coverage, also after a limit and an error."""

    def ours(frame, event, arg):
        return None

    before = sys.gettrace()
    sys.settrace(ours)
    try:
        record(CLASSIC, "alphabeta")
        after_run = sys.gettrace()
        record(CLASSIC, "alphabeta", limits=Limits(steps=20))
        after_limit = sys.gettrace()
        with pytest.raises(GameError):
            record(DICE, "alphabeta")
        after_error = sys.gettrace()
    finally:
        sys.settrace(before)
    assert after_run is after_limit is after_error is ours


def test_time_is_checked_in_the_midst_of_a_search() -> None:
    recording = Recording(CLASSIC.game, Player.FIRST, Limits(seconds=-1.0))

    def search_for_ever() -> None:
        while True:
            CLASSIC.game.moves(CLASSIC.state)

    with recording.watching(), pytest.raises(LimitError, match="seconds"):
        search_for_ever()


def test_threads_watched_in_turns_are_explained_like_a_search() -> None:
    run = record(Problem.of_tree("((3 5) (4 6) (2 9) (1 9))"), "parallel")
    cuts = [sentence for sentence in run["sentences"].values() if "cannot matter" in sentence]
    assert cuts == [
        "At A, Max is sure of 4 by C. Here Min gets 2 or less, so Max will not let the game come here. "
        "Leaf 9 of D cannot matter.",
        "At A, Max is sure of 4 by C. Here Min gets 1 or less, so Max will not let the game come here. "
        "Leaf 9 of E cannot matter.",
    ]
    assert {"work_in_turns", "root_move"} <= {source["name"] for source in run["sources"]}
