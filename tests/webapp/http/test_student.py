"""Tests the student's page as the server sends it: the boards, the positions that judge, the policy."""

import pytest
from flask.testing import FlaskClient

from engine.student import shipped
from tests.webapp.http.boot import boot


@pytest.mark.parametrize(("address", "board"), [("/student", "connect4-5x4"), ("/student/tictactoe", "tictactoe")])
def test_the_page_brings_the_positions_that_judge(browser: FlaskClient, address: str, board: str) -> None:
    answer = browser.get(address)
    sent = boot(browser, address)
    assert sent["board"] == board
    assert [tuple(row) for row in sent["positions"]] == [(one.moves, one.results) for one in shipped(board)]
    assert "trusted-types worker" in answer.headers["Content-Security-Policy"]
    again = browser.get(address, headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.parametrize("address", ["/student/connect4", "/student/connect4-5x4", "/student/tictactoe/1"])
def test_other_boards_have_no_student(browser: FlaskClient, address: str) -> None:
    assert browser.get(address).status_code == 404


def test_the_room_to_learn_leads_to_the_student(browser: FlaskClient) -> None:
    assert 'href="/student"' in browser.get("/learn").text
