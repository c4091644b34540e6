"""Tests the facts of lessons 22 to 28, on bounds, errors, trees that grow a node a round, tables made from the end, and
more than two players: each is counted here again by another program."""

import json
from fractions import Fraction
from typing import Any

from engine.coach.certificate import Branch, fault
from engine.coach.why import ExactScores, explain
from engine.games import Player, find, parse
from engine.games.formats.leaf_text import Choice
from engine.lab import lessons
from engine.lab.run import Problem, record
from engine.lab.trees import parse as parse_tree
from engine.puzzles import shipped
from engine.search.catalogue import CATALOGUE
from engine.search.parts.values import SOLVED
from engine.workshop.lessons import best_first, bounds, more_players
from engine.workshop.lessons.beginnings import BETS
from engine.workshop.lessons.best_first import LOST_IN, ODD_THREAT
from engine.workshop.lessons.unknowns import SAME_ORDER
from tests.engine.search.oracle import oracle
from tests.engine.search.test_expectimax import mixed
from tests.engine.search.test_maxn import all_against_one, each_for_itself, written
from tests.engine.search.test_monte_carlo import seen
from tests.engine.search.test_null_windows import driver, scout
from tests.engine.search.test_proof_numbers import question
from tests.engine.search.test_retrograde import following

CONNECT4, RED = find("connect4"), Player.FIRST


def facts(slug: str) -> Any:
    return lessons.lesson(slug).facts


def branches(text: str) -> list[Any]:
    return list(parse_tree(text).root.branches)  # type: ignore[union-attr]


def worth(node: Any, maximise: bool) -> float:
    if not isinstance(node, Choice):
        return float(node)
    below = [worth(one, not maximise) for one in node.branches]
    return max(below) if maximise else min(below)


def test_one_late_move_is_better_and_is_searched_again() -> None:
    known, values = facts("only-a-question"), [worth(one, False) for one in branches(bounds.ASKING)]
    assert [value > values[0] for value in values] == [False, False, False, True]
    assert (known["first"], known["least"], known["rest"], known["again"]) == ("B", "15", "C, D and E", "E")
    entered: list[Any] = []
    scout(parse_tree(bounds.ASKING).root, float("-inf"), float("inf"), 1, entered)
    assert known["pvs"] == len(entered)
    assert known["pvs"] > known["alphabeta"]


def test_with_the_best_move_first_the_questions_pay() -> None:
    given, first = branches(bounds.ASKING), branches(bounds.BEST_FIRST)
    assert first == [given[3], *given[:3]]
    known, entered = facts("only-a-question"), list[Any]()
    scout(parse_tree(bounds.BEST_FIRST).root, float("-inf"), float("inf"), 1, entered)
    assert len(entered) == known["pvs_sorted"] < known["alphabeta_sorted"]
    run = record(Problem.of_tree(bounds.BEST_FIRST), "alphabeta")
    assert known["alphabeta_sorted"] == run["counts"]["nodes"]


def test_the_bounds_of_all_passes_meet_at_the_value() -> None:
    known = facts("only-a-question")
    assert driver(parse_tree(bounds.ASKING).root)[0] == 18
    assert (known["passes"], known["bounds"]) == (3, "15, 18 and 18")
    assert known["mtdf"] < known["symmetry"]


def test_a_table_without_flags_goes_wrong() -> None:
    known = facts("bound-is-no-value")
    values = [worth(one, False) for one in branches(bounds.MET_TWICE)]
    assert values == [4, 8, 7]
    assert (known["right"], known["right_move"]) == ("8", "C")
    # the bound 6 in the place of the value 9 makes C worth 6, so D looks best
    assert (known["wrong"], known["wrong_move"]) == (str(max(4, min(6, 8), 7)), "D")
    assert (known["node"], known["twin"], known["seen"], known["whole"]) == ("E", "F", "6", "9")
    run = record(Problem.of_tree(bounds.MET_TWICE), "table")
    assert run["visits"]["note"].count("table") == 0, "the bound is no answer"


def test_the_numbers_are_those_of_the_tree() -> None:
    known = facts("bet-on-a-mistake")
    half, left, right = Fraction(1, 2), *branches(BETS)
    values = [mixed(one, half, False, []) for one in (left, right)]
    assert [float(known["left_value"]), float(known["right_value"])] == values
    assert (known["safe"], known["bold"], known["then"]) == ("C", "B", "C")
    even = Fraction(1, known["every"])
    assert mixed(left, even, False, []) == mixed(right, even, False, []), "neither bet is better"
    more = even + Fraction(1, 100)
    assert mixed(left, more, False, []) > mixed(right, more, False, [])
    assert known["key"] == {"left": 3.5, "right": -0.5}


def test_the_other_numbers_stand_in_the_same_order() -> None:
    def order(text: str) -> list[int]:
        leaves = [leaf for one in branches(text) for leaf in one.branches]
        return sorted(range(len(leaves)), key=lambda at: leaves[at])

    assert order(BETS) == order(SAME_ORDER)
    values = [mixed(one, Fraction(1, 2), False, []) for one in branches(SAME_ORDER)]
    assert values[0] < values[1]


def exact(moves: str) -> dict[int, float]:
    game, state = find("tictactoe"), parse(find("tictactoe"), moves)[1]
    value, mover = oracle(game), game.to_move(state)
    return {move: value(game.play(state, move), mover) for move in game.moves(state)}


def test_random_games_walk_into_a_trap_that_alphabeta_sees() -> None:
    known, values = facts("play-at-random"), exact(best_first.TRAP.moves)
    assert values[known["bad"]] < -0.9 < values[known["good"]] == max(values.values()) == 0
    game, state = find("tictactoe"), parse(find("tictactoe"), best_first.TRAP.moves)[1]
    visits, means, result = seen(game, state)
    assert (known["visits"], result.move) == (visits[known["bad"],], known["bad"])
    assert float(known["mean"]) == round(means[known["bad"],], 2) > 0, "more wins than losses"
    assert known["rounds"] == visits[()]
    answers = exact(f"{best_first.TRAP.moves}{known['bad']}")
    assert known["winning"] == sum(value > 0.9 for value in answers.values()) == 1
    assert known["answers"] == len(answers)
    assert known["nodes"] == CATALOGUE["alphabeta"].function(game, state, None, None).counts.nodes
    assert seen(game, state, rounds=known["more"])[2].move == known["good"]


def test_the_mean_is_that_of_all_rounds() -> None:
    known = facts("play-at-random")
    assert (known["count"], known["sum"], known["loss"]) == (4, 2, -1)
    for answer, right in (("0.2", True), ("1/5", True), ("0.25", False), ("1", False)):
        assert lessons.check("play-at-random", f"mean={answer}").right is right


def proofs(state: Any, ours: bool) -> list[int]:
    """Returns the size of every proof that the side which moves at first wins Connect Four."""
    end = CONNECT4.outcome(state)
    if end is not None:
        return [1] if end.value(RED) > 0 else []
    below = [proofs(CONNECT4.play(state, move), not ours) for move in CONNECT4.moves(state)]
    if ours:
        return [1 + size for sizes in below for size in sizes]
    sums = {0}
    for sizes in below:
        sums = {one + size for one in sums for size in sizes}
    return [1 + one for one in sums]


def every(state: Any) -> list[Any]:
    below = CONNECT4.moves(state) if CONNECT4.outcome(state) is None else ()
    return [state, *(one for move in below for one in every(CONNECT4.play(state, move)))]


def test_the_smallest_proof_is_the_certificate_of_the_coach() -> None:
    known, start = facts("prove-it"), parse(CONNECT4, best_first.CERTIFIED.moves)[1]
    assert CONNECT4.to_move(start) is RED
    states = every(start)
    ends = sum(CONNECT4.outcome(one) is not None for one in states)
    assert (known["proof"], known["nodes"], known["leaves"]) == (min(proofs(start, True)), len(states), ends)
    certificate = explain(CONNECT4, start, RED, ExactScores(CONNECT4)).certificate
    assert certificate is not None
    assert certificate.claim.wins
    assert fault(certificate) == ""

    def unfolded(state: Any, number: int) -> tuple[int, int]:
        """Returns nodes and lines of a proof, from a state in which the other side moves."""
        branch = certificate.nodes[number]
        assert isinstance(branch, Branch)
        nodes, lines = 1, 0
        for one in branch.answers:
            assert one.move is not None
            after = CONNECT4.play(CONNECT4.play(state, one.reply), one.move)
            assert (CONNECT4.outcome(after) is None) is (one.node is not None), "no line ends with a reason"
            below = (1, 1) if one.node is None else unfolded(after, one.node)
            nodes, lines = nodes + 1 + below[0], lines + below[1]
        return nodes, lines

    assert certificate.first is not None
    nodes, lines = unfolded(CONNECT4.play(start, certificate.first), 0)
    assert (certificate.first, nodes + 1, lines) == (known["column"], known["proof"], known["lines"])


def test_rounds_and_leaves_are_those_of_the_question_for_a_win() -> None:
    known, start = facts("prove-it"), parse(CONNECT4, best_first.CERTIFIED.moves)[1]
    answer, rounds, _, leaves = question(CONNECT4, start, SOLVED)
    assert answer
    assert (known["rounds"], known["seen"]) == (rounds, leaves)


def test_numbers_are_backed_up_as_where_min_moves() -> None:
    known = facts("prove-it")
    assert known["key"] == {"proof": 2 + 1 + 3, "disproof": min(1, 2, 1)}
    assert lessons.check("prove-it", "proof=6 disproof=1").right


def test_the_scene_is_one_of_the_trainer_and_ends_in_zugzwang() -> None:
    known, moves = facts("from-the-end"), best_first.SCENE.moves
    trainer = json.loads(shipped.read("zugzwang.json"))
    assert moves in {one["moves"] for one in trainer["questions"]}
    assert next(one["moves"] for one in trainer["pages"] if one["slug"] == "odd-threat") == ODD_THREAT
    state = parse(CONNECT4, moves)[1]
    side, all_states = CONNECT4.to_move(state), following(CONNECT4, state, 99, set())
    assert known["states"] == len(all_states)
    assert known["ends"] == sum(CONNECT4.outcome(one) is not None for one in all_states)
    value = oracle(CONNECT4)
    assert value(state, side) < -0.9, "whatever is played"
    waiting = parse(CONNECT4, moves + str(known["column"]) * known["waits"])[1]
    assert CONNECT4.to_move(waiting) is side
    assert list(CONNECT4.moves(waiting)) == [known["only"]]
    end = CONNECT4.outcome(CONNECT4.play(CONNECT4.play(waiting, known["only"]), known["only"]))
    assert end is not None
    assert end.value(side) == -1
    assert known["plies"] == known["waits"] + 2


def test_the_larger_scene_is_counted_rightly() -> None:
    known = facts("from-the-end")
    state = parse(CONNECT4, ODD_THREAT)[1]

    def nodes(state) -> int:
        below = () if CONNECT4.outcome(state) is not None else CONNECT4.moves(state)
        return 1 + sum(nodes(CONNECT4.play(state, move)) for move in below)

    assert known["retrograde"] == len(following(CONNECT4, state, 99, set()))
    assert known["minimax"] == nodes(state)
    assert known["key"] == max(LOST_IN) + 1


TREE: Any = [
    [[(7, 8, 3), (8, 2, 0)], [(7, 1, 6), (3, 7, 3)]],
    [[(9, 8, 7), (0, 1, 4)], [(8, 4, 4), (1, 9, 4)]],
]


def test_trust_and_mistrust_choose_different_moves() -> None:
    assert written(TREE) == more_players.THREE
    known = facts("more-than-two")
    trusting, wary = [each_for_itself(one, 1)[0] for one in TREE], [all_against_one(one, 1, 3) for one in TREE]
    assert (known["trusting"], known["wary"]) == ("C", "B")
    assert trusting.index(max(trusting)) == 1
    assert wary.index(max(wary)) == 0
    assert [known["hoped"], known["sure"], known["risk"]] == [str(trusting[1]), str(wary[0]), str(wary[1])]
    assert tuple(known["key"].values()) == each_for_itself(TREE[0], 1)


def test_a_tie_of_the_third_player_decides() -> None:
    known = facts("more-than-two")
    first, (one, tied) = TREE
    assert tied[0][2] == tied[1][2]
    turned = [first, [one, tied[::-1]]]
    assert known["then"] == str(each_for_itself(turned, 0)[0]) != known["hoped"]
    assert (known["tied"], known["one"], known["other"]) == ("G", "<8 4 4>", "<1 9 4>")
