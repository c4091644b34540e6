"""Tests the words of certificates, the explanation as JSON, the answers by certificate, and the command."""

import json
import re
from collections.abc import Iterator

import click
import msgspec
import pytest
from click.testing import CliRunner, Result

from engine.coach.certificate import Branch, Certificate, Claim, fault
from engine.coach.explanation import Kind, from_json, to_json
from engine.coach.proof_play import Position, Walk, answer
from engine.coach.why import ExactScores, explain
from engine.coach.words import words
from engine.commands.proofs import COMMANDS
from engine.games import Cell, GameError, Player, parse, replay
from tests.engine.coach.test_certificates import CONNECT4, KNOWN, certify


def test_the_words_of_a_waiting_four() -> None:
    steps = words(certify("167133773444562414413222276773", True))
    assert [step.text for step in steps] == [
        "Red wins with column 6.",
        "Red has a four waiting on e3: c1, d2, e3 and f4. That is an odd threat, in row 3.",
        "Nobody may fill e2: the other side then gets the cell above.",
        "Six other cells are left, an even number: Red always answers. "
        "Yellow is to move, so Red fills the last of them.",
        "Red answers b6 with c6, and the other way round; every other move with the cell above. "
        "Answering above in an even row is claimeven: Red gets a6 and f6.",
        "Yellow can only ever get a5, b6, c6 and f5, and of b6 and c6 only one: that makes no four.",
        "So Yellow runs out first and must fill e2, and Red completes a four. That is zugzwang.",
    ]
    assert {step.kind: step.cells for step in steps}[Kind.FORBIDDEN] == ((5, 2),)


def test_two_fours_at_once_are_two() -> None:
    steps = words(certify("456324353733445534467116711677155", True))
    assert [step.text for step in steps] == [
        "Yellow wins with column 6.",
        "That completes a four: c5, d5, e5, f5 and g5. It completes another four: f2, f3, f4 and f5.",
    ]
    assert len(steps[1].cells) == 8


def answered(certificate: Certificate) -> Iterator[Cell]:
    """Yields the cell of every answer."""
    start = Position.of(certificate)
    todo = [(start if certificate.first is None else start.play(certificate.first), certificate.nodes[:1])]
    while todo:
        at, nodes = todo.pop()
        for node in nodes:
            for one in node.answers if isinstance(node, Branch) else ():
                reply, move, place = one.reply, one.move, one.node
                after = at.play(reply) if move is None else at.play(reply).play(move)
                yield after.last
                todo.append((after, certificate.nodes[place : place + 1] if place is not None else ()))


@pytest.mark.parametrize(("text", "wins", "size"), KNOWN)
def test_every_cell_in_a_sentence_is_a_cell_of_the_certificate(text: str, wins: bool, size: int) -> None:
    certificate = certify(text, wins)
    named = msgspec.json.encode((certificate.nodes, {*answered(certificate)})).decode()
    for step in words(certificate):
        at = Position.of(certificate)
        for move in step.moves:
            at = at.play(move)
        for column, row in re.findall(r"\b([a-g])([1-6])\b", step.text):
            cell = [ord(column) - 96, int(row)]
            own = [list(one) for one in step.cells] + [
                list(c) for pair in step.pairs for c in (pair.first, pair.second)
            ]
            assert json.dumps(cell, separators=(",", ":")) in named or cell in own


def test_there_are_no_words_without_a_proof() -> None:
    certificate = certify("5457444", False)
    broken = msgspec.structs.replace(certificate, claim=Claim(certificate.claim.side, True))
    with pytest.raises(ValueError, match="proves nothing: no line wins"):
        words(broken)


def count_ends(certificate: Certificate) -> int:
    """Plays a certificate against every reply to the end: no game may end worse than claimed."""
    seen, open_walks, ends = set(), [Walk.start(certificate)], 0
    side = certificate.claim.side
    while open_walks:
        walk = open_walks.pop()
        at = walk.at
        if at.over:
            assert at.winner is side if certificate.claim.wins else at.winner is not side.other
            ends += 1
            continue
        assert (walk.due is None) == (at.game.to_move(at.state) is not side)
        moves = at.game.moves(at.state) if walk.due is None else [walk.due]
        after = [walk.play(move) for move in moves]
        open_walks += [one for one in after if (one.at.state, one.due) not in seen]
        seen |= {(one.at.state, one.due) for one in after}
    return ends


@pytest.mark.parametrize("number", [1, 3, 10])
def test_no_reply_escapes_a_certificate(number: int) -> None:
    assert count_ends(certify(*KNOWN[number][:2])) > 5


def test_an_answer_follows_the_proof_alone() -> None:
    certificate = certify("167133773444562414413222276773", True)
    assert answer(certificate) == 6
    assert answer(certificate, [6]) is None
    assert (answer(certificate, [6, 5]), answer(certificate, [6, 1])) == (5, 1)
    assert answer(certificate, [6, 2]) == 3
    with pytest.raises(GameError, match="the proof plays column 6, not 5"):
        answer(certificate, [5])
    with pytest.raises(GameError, match="is full"):
        answer(certificate, [6, 7])


@pytest.fixture(scope="module")
def exact() -> ExactScores:
    return ExactScores(CONNECT4)


def test_an_explanation_goes_through_json_for_either_side(exact: ExactScores) -> None:
    state = parse(CONNECT4, "167133773444562414413222276773")[1]
    mine, theirs = (explain(CONNECT4, state, side, exact) for side in (Player.FIRST, Player.SECOND))
    assert mine == theirs
    assert mine.certificate
    assert fault(mine.certificate) == ""
    assert from_json(json.loads(json.dumps(to_json(mine)))) == mine


def test_without_a_small_proof_best_play_is_shown(exact: ExactScores) -> None:
    state = parse(CONNECT4, "425157462")[1]
    found = explain(CONNECT4, state, Player.SECOND, exact, positions=100)
    assert (found.certificate, found.steps) == (None, ())
    assert found.reason.startswith("This needs counting")
    assert CONNECT4.outcome(replay(CONNECT4, [*parse(CONNECT4, "425157462")[0], *found.play]))
    assert from_json(to_json(found)) == found


def run(*args: str) -> Result:
    return CliRunner().invoke(click.Group("fourthought", commands=COMMANDS), list(args))


def test_the_command_says_why() -> None:
    assert run("why", "5457444").output.startswith("Yellow does not lose with column 4.\nYellow answers d6 with g2")
    assert "Red wins with column" in run("why", "4455").output
    record = json.loads(run("why", "5457444", "--side", "first", "--json").output)
    assert record["claim"] == {"side": 0, "wins": False}


@pytest.mark.parametrize(("args", "sentence"), [
    (["48"], "move 2: there is no column 8"),
    (["4141414"], "the game is over after move 7: Red has won"),
    (["--game", "tictactoe", "1"], "tictactoe has no exact solver"),
    (["--side", "third", "4"], "'third' is not one of"),
])  # fmt: skip
def test_bad_input_is_one_sentence(args: list[str], sentence: str) -> None:
    result = run("why", *args)
    assert result.exit_code == 2
    assert sentence in result.stderr
