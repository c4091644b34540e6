"""Tests the listener on sentences whose truth is known, and listens to minds without a page."""

import re

import pytest

from engine.games import replay
from tests.listener.carried import Carried
from tests.listener.oracle import Claim, Oracle
from tests.listener.scenes import Scenes
from tests.listener.screen import Listener, Report
from tests.listener.sentences import claims
from tests.words.sources import keys
from webapp.common.paths import STATIC


@pytest.fixture(scope="module")
def oracle() -> Oracle:
    return Oracle()


@pytest.mark.parametrize(
    ("moves", "text", "fault"),
    [
        ([4, 3], "Column 6 wins in 19.", ""),
        ([4, 3], "Column 6 wins in 18.", "column 6 wins in 19"),
        ([4, 3], "Column 6: press again for the reason.", ""),
        ([4, 3], "Column 7: press again for the reason.", "column 7 wins in 20"),
        ([4, 3], "Column 3 draws if both play well.", ""),
        ([4, 3], "Column 1 draws.", "column 1 loses in 18"),
        ([1, 3, 1, 4, 6], "You play column 5.", ""),
        ([1, 3, 1, 4, 6], "Your cards say column 1.", ""),
        ([1, 3, 1, 4, 6], "Your cards say column 7.", "column 7 loses in 17"),
        ([4, 1], "Not column 4. Try again, or look at the answer.", "column 4 wins in 17"),
        ([4, 1], "Column 4 wins, too, even sooner.", ""),
        ([4, 1], "Yellow wins", "the side to move wins in 17"),
        ([4, 4], "a draw, proven", "the side to move wins in 20"),
        ([1, 2, 1, 2, 1, 2, 1], "Red wins.", ""),
        ([1, 2, 1, 2, 1, 2, 1], "Yellow wins.", "the winner is 0"),
        ([1, 2, 1, 2, 1, 2], "Column 3 loses in 1: Yellow answers 2.", ""),
        ([1, 2, 1, 2, 1, 2], "Column 3 loses in 1: Yellow answers 4.", "column 4 loses in 1"),
        ([], "That completes a four: c5, d5, e5 and f5.", ""),
        ([], "That completes a four: c5, d5, e5, f2, f3, f4, f5 and g5.", "the cells are not one line"),
    ],
)
def test_a_sentence_is_judged(oracle: Oracle, moves: list[int], text: str, fault: str) -> None:
    found = [oracle.fault(replay(oracle.game, moves), claim) for claim in claims(text) or ()]
    assert found
    told = next(filter(None, found), "")
    assert told == fault if fault else not any(found)


def test_an_unknown_sentence_is_no_silence() -> None:
    assert claims("Column 4 is the best move in the world.") is None
    assert claims("Your turn.") == []
    assert claims("I bet on 3. Surprise!") == claims("4. I knew it.") == claims("I played 2.") == []
    assert claims("Column 4 loses in 3: Red answers 2.") == [
        Claim("loses", 4, 3),
        Claim("keeps", 2, line=(4,)),
    ]


def test_every_sentence_with_a_claim_is_one_that_is_said() -> None:
    table = (STATIC / "js" / "model" / "said_claims.js").read_text()
    forms = re.findall(r'^  "(.*)": \[', table, re.MULTILINE)
    assert len(forms) > 25
    assert set(forms) <= set().union(*keys().values())


@pytest.mark.parametrize(
    ("claim", "fault"),
    [
        ({"moves": "4,3", "column": 6, "result": "wins", "n": 19}, ""),
        ({"moves": "4,3", "column": 1, "result": "wins"}, "false"),
        ({"moves": "4,4", "column": 4, "result": "wins"}, "elsewhere"),
        ({"moves": "4,3", "column": 6, "result": "loses"}, "against"),
        ({"moves": "4,3", "column": 3, "result": "least"}, ""),
        ({"moves": "4,3", "column": 3, "result": "wins"}, "false"),
    ],
)
def test_what_a_screen_carries_is_judged(oracle: Oracle, claim: dict[str, object], fault: str) -> None:
    report = Report()
    carried = Carried(oracle, report, replay(oracle.game, [4, 3]), [4, 3])
    carried.judge([claim, {"moves": "4,3", "column": 6, "result": "wins", "n": 19}], None, "#sub", "")
    carried.contradictions()
    kinds = {kind for kind, *_ in report.faults}
    assert fault in kinds if fault else not kinds


def test_a_sentence_without_its_claim_is_blamed(oracle: Oracle) -> None:
    report = Report()
    carried = Carried(oracle, report, replay(oracle.game, [4, 3]), [4, 3])
    carried.compare(claims("Column 6 wins in 19.") or [], [], "#sub", "Column 6 wins in 19.")
    assert [kind for kind, *_ in report.faults] == ["without a claim"]


def test_what_minds_of_all_levels_say_is_true(oracle: Oracle) -> None:
    listener = Listener(oracle)
    scenes = Scenes(lambda path: pytest.fail(path), listener, 5)
    while listener.report.claims < 150:
        scenes.library()
    assert listener.report.faults == {}
