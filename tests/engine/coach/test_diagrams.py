"""Tests diagrams: their meaning, the exhaustive check, the fast one beside it, the search, the words, and the play."""

import json
import random
import subprocess
import sys

import msgspec
import pytest

from engine.coach import checker, explanation
from engine.coach.certificate import Certificate, Claim, Diagram, fault, from_json, to_json
from engine.coach.diagram import SIGNS, marks_of, named
from engine.coach.diagrams import search
from engine.coach.explanation import Kind
from engine.coach.proof_play import Position
from engine.coach.words import words
from engine.games import LineGame, Player, parse
from engine.puzzles import shipped
from tests.engine.coach.test_certificates import CONNECT4
from tests.engine.coach.test_words import count_ends

WON = "1433554453342446"
"""Yellow, who is not to move, wins: no proof of one line is known, and a diagram is found in a moment."""

DRAWN = "7147472514577554714545"


def diagram_of(text: str, wins: bool = True, game: LineGame = CONNECT4) -> Certificate:
    """Returns a proof by diagram that the side not to move keeps a claim."""
    state = parse(game, text)[1]
    found = search.find(game, state, Claim(game.to_move(state).other, wins))
    assert found is not None
    return found


def changed(certificate: Certificate, rng: random.Random) -> Certificate:
    """Returns a certificate with another sign in one empty cell of its diagram."""
    (node,) = certificate.nodes
    assert isinstance(node, Diagram)
    rows = [list(row) for row in node.rows]
    free = [(r, c) for r, row in enumerate(certificate.rows) for c, sign in enumerate(row) if sign == "."]
    r, c = rng.choice(free)
    rows[r][c] = rng.choice(sorted({*"".join(SIGNS)} - {rows[r][c]}))
    return msgspec.structs.replace(certificate, nodes=(Diagram(tuple(map("".join, rows))),))


def test_the_first_mark_of_exactly_one_playable_cell_names_the_move() -> None:
    rows = ("..|..", "=.|-.", "@+!+@")
    bottom = [1, 1 << 4, 1 << 8, 1 << 12, 1 << 16]

    def after(*stones: int) -> int:
        return named(rows, sum(bottom) + sum(stones) & sum(bottom) * 7, 0, 0)

    two = bottom[2] | bottom[0]
    assert after() == bottom[2]  # urgent
    assert after(two) == bottom[4]  # of the pair one cell is left
    assert after(two, bottom[4]) == 1 << 17  # the follow-up
    assert after(two, 1 << 17, bottom[4]) == 1 << 1  # two + are passed over, one = is not
    assert marks_of(("|", ".", "|", "."))[2] == 0, "a bar in an even row, and a dot in an odd one"
    assert marks_of(rows)[2] == 1 << 5 | 1 << 17 | 1 << 10, "a dot in row 2, a bar in row 3"


def test_a_diagram_answers_every_reply() -> None:
    certificate = diagram_of(WON)
    assert (fault(certificate), search.quick_fault(certificate), certificate.size) == ("", "", 1)
    assert from_json(json.loads(json.dumps(to_json(certificate)))) == certificate
    assert count_ends(certificate) > 5


def test_the_one_program_that_checks_plays_diagrams_too() -> None:
    certificate = diagram_of(WON)
    nothing = msgspec.structs.replace(certificate, nodes=(Diagram(("." * 7,) * 6),))
    text = b"".join(json.dumps(to_json(one)).encode() + b"\n" for one in (certificate, nothing))
    program = [sys.executable, "-I", "-S", checker.__file__]
    told = subprocess.run(program, input=text, capture_output=True, check=True).stdout.decode().splitlines()
    assert [line.partition("}: ")[2] for line in told] == ["accepted", "the diagram names no move"]


def test_a_full_board_is_not_won_by_a_diagram() -> None:
    rows = ("XOXO", "XOXO", "OXOX", "OXOX")
    certificate = Certificate("connect4-4x4", 4, rows, Claim(Player.SECOND, True), None, 1, (Diagram(rows),))
    assert fault(certificate)
    assert search.quick_fault(certificate)


def test_both_programs_that_play_diagrams_agree_on_changed_ones() -> None:
    certificate, rng, refused = diagram_of(WON), random.Random(43), 0
    for _ in range(100):
        other = changed(certificate, rng)
        slow, fast = fault(other), search.quick_fault(other)
        assert bool(slow) == bool(fast)
        refused += bool(slow)
    assert 0 < refused < 100


def test_a_diagram_that_is_none_is_refused_in_one_sentence() -> None:
    certificate = diagram_of(WON)
    for rows, sentence in (
        (("?" * 7,) * 6, "this is no diagram"),
        (("." * 7,) * 5, "the diagram is of another board"),
        (("." * 6,) * 6, "the diagram is of another board"),
        (("." * 7,) * 6, "the diagram names no move"),
    ):
        assert fault(msgspec.structs.replace(certificate, nodes=(Diagram(rows),))) == sentence


def test_a_search_holds_a_draw_and_tells_nothing_of_what_is_false() -> None:
    state = parse(CONNECT4, DRAWN)[1]
    claim = Claim(CONNECT4.to_move(state).other, False)
    held = search.find(CONNECT4, state, claim)
    assert held
    assert fault(held) == ""
    assert search.find(CONNECT4, state, Claim(claim.side, True), positions=300_000) is None
    lost = parse(CONNECT4, "41424")[1]  # Red completes a four next
    assert search.find(CONNECT4, lost, Claim(Player.SECOND, True), [3], positions=300_000) is None


def test_the_words_name_each_mark_with_its_cells() -> None:
    certificate = diagram_of(WON)
    steps = words(certificate)
    assert steps[0].text == "Yellow wins, whatever Red plays."
    assert {step.kind for step in steps[1:]} == {Kind.DIAGRAM}
    assert steps[-1].text == "Every reply was played to the end: Yellow wins."
    (node,) = certificate.nodes
    assert isinstance(node, Diagram)
    marked = {cell for step in steps[2:-1] for cell in step.cells}
    at = Position.of(certificate)
    assert sum(at.game.bit(cell) for cell in marked) == sum(marks_of(node.rows))


def shipped_diagrams() -> list[Certificate]:
    """Returns the diagrams that ship with puzzles, those with the fewest empty cells first."""
    proofs = (explanation.from_json(told).certificate for told in shipped.shipped_proofs().values())
    found = [proof for proof in proofs if proof and any(isinstance(node, Diagram) for node in proof.nodes)]
    return sorted(found, key=lambda proof: sum(row.count(".") for row in proof.rows))


@pytest.mark.parametrize("count", [5, pytest.param(300, marks=pytest.mark.long)])
def test_no_reply_escapes_a_diagram_that_ships(count: int) -> None:
    diagrams = shipped_diagrams()
    assert len(diagrams) > 500
    for certificate in random.Random(300).sample(diagrams[:20] if count < 20 else diagrams, count):
        assert fault(certificate) == ""
        assert count_ends(certificate) > 5


@pytest.mark.parametrize("count", [20, pytest.param(10_000, marks=pytest.mark.long)])
def test_of_changed_diagrams_none_is_accepted_that_a_reply_defeats(count: int) -> None:
    """Plays the changed diagrams that are accepted against every reply: they are other diagrams of the same claim."""
    diagrams, rng, refused = shipped_diagrams()[:60], random.Random(44), 0
    for number in range(count):
        other = changed(diagrams[number % len(diagrams)], rng)
        if search.quick_fault(other):
            refused += 1
        else:
            assert count_ends(other)
    print(f"{refused} of {count} changed diagrams were refused, the others shown true")
    assert count / 3 < refused < count
