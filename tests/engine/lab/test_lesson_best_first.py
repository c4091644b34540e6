"""Tests the facts of the lessons on trees that grow a node a round: each is counted here again."""

from typing import Any

from engine.coach.certificate import Branch, fault
from engine.coach.why import ExactScores, explain
from engine.games import Player, find, parse
from engine.lab import lessons
from engine.lab.lessons import best_first
from engine.search.catalogue import CATALOGUE
from engine.search.parts.values import SOLVED
from tests.engine.search.oracle import oracle
from tests.engine.search.test_monte_carlo import seen
from tests.engine.search.test_proof_numbers import question

CONNECT4, RED = find("connect4"), Player.FIRST


def facts(slug: str) -> Any:
    return lessons.lesson(slug).compute()


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
