"""Tests that every command writes in every encoding."""

import pytest
from click.testing import CliRunner

from webapp.cli import main

COMMANDS = [
    ["textbook", "leaves", "--trace", "3", "5", "2", "9"],
    ["textbook", "explain", "tictactoe", "519"],
    ["textbook", "compare", "tictactoe", "519"],
    ["textbook", "leaves", "3", "\u2265\u00e9\U0001f600"],
]


@pytest.mark.parametrize(
    "encoding", ["ascii", "cp1252", "cp850", "latin-1", "iso8859-15", "koi8-r", "shift-jis", "utf-8"]
)
@pytest.mark.parametrize("command", COMMANDS, ids=lambda words: words[0])
def test_every_encoding_has_words_for_the_signs_that_it_lacks(command: list[str], encoding: str) -> None:
    result = CliRunner(charset=encoding).invoke(main, command)
    assert result.exit_code == (2 if command is COMMANDS[-1] else 0), result.exception
    assert result.stdout_bytes.decode(encoding) or result.stderr_bytes.decode(encoding)


def test_infinity_is_a_word_where_there_is_no_sign() -> None:
    words = CliRunner(charset="cp1252").invoke(main, COMMANDS[0]).output
    assert "infinity" in words
    assert "?" not in words


@pytest.mark.parametrize(
    ("encoding", "word"), [("utf-8", "∞"), ("cp437", "∞"), ("latin-1", "infinity"), ("ascii", "infinity")]
)
@pytest.mark.parametrize("sign", ["", "-"])
def test_an_infinite_leaf_is_told_as_infinity_in_every_line(encoding: str, word: str, sign: str) -> None:
    leaf = f"{sign}∞"
    result = CliRunner(charset=encoding).invoke(main, ["textbook", "leaves", "--trace", "--", leaf])
    said = result.stdout_bytes.decode(encoding)
    assert f": {sign}{word}\n" in said.splitlines(keepends=True)[-1]
    assert "inf" not in said.replace("infinity", "")
