"""Asks questions in slices: proofs pass the checker, sentences come from proofs alone, and the time has a bound."""

from collections.abc import Iterator

import pytest

from engine.coach import why_question as module
from engine.coach.certificate import Claim, fault
from engine.coach.explanation import Explanation
from engine.coach.proof_search import find, pursue
from engine.coach.why import ExactScores, claim_for
from engine.coach.why_question import WhyQuestion
from engine.coach.words import words
from engine.games import Game, GameError, Player, parse, replay
from engine.games import find as game_of
from engine.workshop.bench.reasons import positions
from tests.engine.coach.test_certificates import CONNECT4, KNOWN
from tests.engine.mind.minds import finish
from tests.engine.search.oracle import drive
from tests.profiles import by_day

STACKED = "167133773444562414413222276773"
"""Red wins with column 6, by a waiting four; nothing else wins."""


def ask(
    text: str,
    side: Player | None = None,
    first: int | None = None,
    game: Game[object] = CONNECT4,
    *,
    quick: bool = False,
) -> Explanation:
    """Returns the answer of a question that had all the time it needs."""
    moves, state = parse(game, text)
    asked = WhyQuestion(game, moves, Player(game.to_move(state)) if side is None else side, first, quick=quick)
    finish(asked)
    return asked.answer()


def some(count: int) -> Iterator[tuple[int, ...]]:
    """Yields positions as moves: with a known proof, some moves before it, and ``count`` more from games of levels."""
    for text, _, _ in KNOWN:
        yield tuple(map(int, text))
        yield tuple(map(int, text[:-3]))
    yield from positions(CONNECT4, count, 3) if count else ()


@pytest.mark.slow
@pytest.mark.parametrize("count", [0, pytest.param(1000, marks=pytest.mark.long)])
def test_every_sentence_has_a_proof_that_the_checker_accepts(count: int) -> None:
    exact, asked_all, proved = ExactScores(CONNECT4), 0, 0
    for number, moves in enumerate(some(count)):
        asked_all += 1
        side, state = Player(number % 2), replay(CONNECT4, moves)
        asked = WhyQuestion(CONNECT4, moves, side)
        finish(asked)
        found = asked.answer()
        assert found.claim == claim_for(CONNECT4, state, side, exact)
        if found.certificate:
            proved += 1
            assert fault(found.certificate) == ""
            assert found.certificate.claim == found.claim
            assert (found.steps, found.reason, found.play) == (words(found.certificate), None, ())
        else:
            assert found.reason.startswith("This needs counting")
            assert found.steps == ()
            assert CONNECT4.outcome(replay(CONNECT4, (*moves, *found.play)))
    assert asked_all / 3 < proved < asked_all


def test_a_search_with_pauses_finds_what_a_search_without_finds() -> None:
    pauses = 0
    for text, wins, _ in KNOWN:
        state = parse(CONNECT4, text)[1]
        claim = Claim(CONNECT4.to_move(state), wins)
        whole, (yielded, paused) = find(CONNECT4, state, claim), drive(pursue(CONNECT4, state, claim, portion=50))
        pauses += len(yielded)
        assert (paused.certificate.size, fault(paused.certificate)) == (whole.certificate.size, "")
        assert paused.positions < 3 * whole.positions + 100
    assert pauses > 5


def test_the_move_of_interest_comes_first_if_it_is_as_good() -> None:
    proof = ask(STACKED, first=6).certificate
    assert (proof.first, sum(row.count(".") for row in proof.rows)) == (None, 42 - len(STACKED) - 1)
    proof = ask(STACKED, first=1).certificate  # loses
    assert (proof.first, sum(row.count(".") for row in proof.rows)) == (6, 42 - len(STACKED))
    assert [ask("445533", first=first).certificate.first for first in (2, 6)] == [2, 6], "both win at once"


@pytest.mark.parametrize("first", by_day([2, 6, 1], 3))  # the first two win in 19; the last one loses
def test_without_a_proof_best_play_goes_on_from_the_move_of_interest(first: int) -> None:
    play = ask("42", first=first).play
    assert (play[0], play[1:]) == (first, ask(f"42{first}").play)


def test_the_time_has_a_bound_and_what_is_not_known_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WHOLE", module.Bounds(0.0, 0.0, 0.0, 0.0))
    late = ask("4444")
    assert late == Explanation(late.claim, None, late.reason, (), late.play)
    assert late.reason == module.LATE
    monkeypatch.setattr(CONNECT4, "name", "a board without a book")
    unknown = WhyQuestion(CONNECT4, (4, 4), Player.FIRST)
    unknown._book = None
    finish(unknown)
    assert unknown.answer() == Explanation(None, None, module.UNKNOWN, (), ())


def test_a_quick_question_says_when_a_longer_one_may_find_more_and_a_proof_ends_the_asking(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    quick = ask(STACKED, quick=True)
    assert quick == ask(STACKED)
    assert (quick.more, fault(quick.certificate)) == (False, "")
    monkeypatch.setattr(module, "QUICK", module.Bounds(10.0, 0.0, 0.0, 10.0))
    first = ask(STACKED, quick=True)
    assert (first.claim, first.certificate, first.reason) == (quick.claim, None, module.LATE)
    assert (first.more, first.play[0]) == (True, 6)
    assert not ask("4444").more


def test_an_answer_that_the_deadline_cut_off_says_that_more_may_be_found() -> None:
    moves, _ = parse(CONNECT4, "4444")
    assert WhyQuestion(CONNECT4, moves, Player.FIRST).answer() == Explanation(
        None, None, module.UNKNOWN, (), (), more=True
    )
    assert not ask("4444").more


def test_a_first_answer_and_a_better_one_together_have_less_than_three_seconds() -> None:
    assert all(bound < 0.3 for bound in module.QUICK)
    assert module.QUICK.longest + module.WHOLE.longest < 3


def test_games_without_proofs_and_finished_positions_are_refused_in_one_sentence() -> None:
    for name, text, words_ in (
        ("tictactoe", "", "has no proofs of this kind"),
        ("slippery-connect4", "", "has no proofs of this kind"),
        ("connect4", "4141414", "the game is over at this position"),
    ):
        with pytest.raises(GameError, match=words_):
            ask(text, Player.FIRST, game=game_of(name))
    with pytest.raises(GameError, match="column 4 cannot be played"):
        ask("444444", first=4)
