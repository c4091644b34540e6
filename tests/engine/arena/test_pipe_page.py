import re
import sys
import time
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

import engine
from engine.arena.outside import Outside
from engine.arena.pipe_words import GREETING
from engine.arena.protocol.check import Engine, check
from engine.arena.protocol.situations import situations
from engine.games import find

PAGE = (Path(engine.__file__).parent / "arena" / "PIPE.md").read_text()
TRANSCRIPTS = re.findall(r"```transcript\n(.*?)```", PAGE, re.DOTALL)
OURS = [sys.executable, "-m", "webapp.cli", "engine", "--level", "10"]
PYTHON = re.search(r"```python\n(.*?)```", PAGE, re.DOTALL).group(1)  # type: ignore[union-attr]
PATIENCE = 120.0


def pattern(line: str) -> str:
    return re.sub(r"([\[\]?*])", r"[\1]", line).replace("...", "*")


@pytest.mark.slow
@pytest.mark.parametrize("transcript", TRANSCRIPTS)
def test_the_transcripts_of_the_page_run_as_printed(transcript: str) -> None:
    heard: list[str] = []
    process = Outside(OURS, heard.append)
    try:
        for line in transcript.splitlines():
            sign, _, words = line.partition(" ")
            if sign == ">":
                heard.clear()
                process.send(words)
            elif words == GREETING:
                continue  # said once at the start, and seen by the drivers' tests
            elif words.startswith("info"):
                wanted = words  # it comes before the answer, at any time
                answer = process.line(time.monotonic() + PATIENCE)
                assert any(fnmatchcase(one, pattern(wanted)) for one in heard), heard
                process._lines.put(answer)
            else:
                assert fnmatchcase(process.line(time.monotonic() + PATIENCE), pattern(words)), line
        assert process.ends(PATIENCE)
    finally:
        process.close()


def test_every_command_has_a_transcript() -> None:
    said = " ".join(line for one in TRANSCRIPTS for line in one.splitlines() if line.startswith(">"))
    for command in ("protocol 2", "game", "position", "clock", "movetime", "nodes", "go ponder", "ponderhit", "stop"):
        assert command in said
    assert "quit" in said


@pytest.mark.slow
def test_a_refusal_names_letters_that_look_like_others() -> None:
    process = Outside(OURS, lambda _: None)
    try:
        for line, letter in (("game tictactoe\u200b", "U+200B"), ("game tict\u0430ctoe", "U+0430")):
            process.send(line)
            assert process.line(time.monotonic() + PATIENCE).startswith(f"error there is {letter} in the line: ")
        process.send("game chess")
        assert "U+" not in process.line(time.monotonic() + PATIENCE)
    finally:
        process.close()


def checked(
    tmp_path: Path, body: str, patience: float = 60.0, grace: float = 60.0, *, kinds: str = "", most: int | None = None
) -> list[str]:
    """Returns what the checker says of an engine in Python, with the situations whose name begins with ``kinds``."""
    script = tmp_path / "mine.py"
    script.write_text(body)
    few = [one for one in situations(find("connect4")) if one.about.startswith(kinds)][:most]
    report = check(Engine([sys.executable, str(script)], patience, grace), "connect4", few)
    return list(report.sentences())


def test_there_are_a_hundred_situations() -> None:
    assert len(situations(find("connect4"))) >= 100


@pytest.mark.slow
def test_the_minimax_of_the_page_has_no_fault(tmp_path: Path) -> None:
    said = checked(tmp_path, PYTHON.replace("% 2, 4)", "% 2, 2)"))
    search = PYTHON.partition("WAYS")[2].partition("game = moves")[0]
    assert sum(bool(line) for line in search.splitlines()) <= 12
    assert said[-1].startswith("Minimax: ")
    assert "none of them with a fault" in said[-1], said


GOOD = """
import random, sys, time
def say(*words): print(*words, flush=True)
say("info protocol 2")
moves, game, version, hit = None, None, 1, None
def legal(text): return [c for c in "4352617" if text.count(c) < 6]
def over(text):
    from engine.games import find, parse
    game = find("connect4")
    return game.outcome(parse(game, text)[1])
def right(text):
    from engine.games import GameError, find, parse
    try: parse(find("connect4"), text); return True
    except GameError: return False
def number(word):
    try: return float(word) >= 0
    except ValueError: return False
while line := sys.stdin.readline():
    word, _, rest = line.strip().partition(" ")
    if word == "quit": break
    elif word == "protocol": version = 2; say("protocol 2")
    elif word == "game":
        game, moves = (rest, None) if rest == "connect4" else (None, None)
        say("ok Good" if game else "error only Connect Four")
    elif word == "position":
        moves, hit = (rest, None) if game and right(rest) else (None, None)
        say("error bad position" if moves is None else "ok")
    elif word == "clock":
        parts = rest.split()
        say("ok" if len(parts) in (2, 4) and all(map(number, parts)) else "error bad clock")
    elif word == "stop": hit = None; say("ok")
    elif word == "go" and rest.startswith("ponder"):
        move = rest.removeprefix("ponder").strip()
        if moves is None or over(moves) or move and (move not in legal(moves) or over(moves + move)): say("error no")
        else: hit = moves + move if move else None; say("ok")
    elif word in ("go", "ponderhit"):
        if word == "ponderhit" and hit is None: say("error nothing is pondered on"); continue
        moves, hit = (hit if word == "ponderhit" else moves), None
        parts = rest.split()
        if moves is None or over(moves) or len(parts) % 2 or not all(map(number, parts[1::2])): say("error no position")
        else: say("info depth 1 nodes 7 value 0.5 line 4"); say("move", legal(moves)[0])
    elif word: say("error what?")
"""


STRICT = (
    GOOD.replace("all(map(number, parts[1::2]))", "all(number(one) and float(one) > 0 for one in parts[1::2])")
    .replace("or over(moves + move)", "")
    .replace('say("info depth 1', 'say("info my depth is 3"); say("info depth 1')
)
"""Takes no bound of 0, ponders on any legal move, and says words of its own after info: no more than the page says."""


@pytest.mark.slow
@pytest.mark.parametrize("body", [GOOD, STRICT], ids=["good", "strict"])
def test_an_engine_of_version_2_that_does_what_the_page_says_has_no_fault(tmp_path: Path, body: str) -> None:
    (said,) = checked(tmp_path, body)
    assert "none of them with a fault" in said


def test_a_fault_shows_the_lines_that_were_said(tmp_path: Path) -> None:
    body = GOOD.replace('say("move", legal(moves)[0])', 'say("move", "x" if "nodes 1000" in line else legal(moves)[0])')
    said = checked(tmp_path, body, kinds="With a limit in positions")
    assert said[0].startswith('With a limit in positions: It answered "move x"')
    assert [one.strip() for one in said if one.startswith("    ")][-3:] == [
        "> go nodes 1000", "< info depth 1 nodes 7 value 0.5 line 4", "< move x"
    ]  # fmt: skip


def test_an_engine_of_another_game_is_told_so_once(tmp_path: Path) -> None:
    said = checked(tmp_path, GOOD.replace('== "connect4"', '== "chess"'))
    assert said[0] == 'At the start of a game: It does not play "connect4".'
    assert said[-1] == "The engine: 0 situations, 1 of them with a fault."
    assert len([one for one in said if not one.startswith("    ")]) == 2, said


LOUD = "def say(*words): print(*words, flush=True)"
AT_START, FLUSH = "At the start of a game", "Does it flush its output"
BAD = [
    ("an illegal move", "legal(moves)[0])", 'max("1234567", key=moves.count))',
     "Where a move", "which is not legal after"),
    ("crashes at garbage", 'say("error what?")', "sys.exit(3)", "After a line", "ended by itself, with exit code 3"),
    ("silent at garbage", 'say("error what?")', "pass", "After a line", 'no answer to "hello"'),
    ("moves at the end", "over(moves) or len", "len", "At the end of a game", 'where "error SENTENCE" was due'),
    ("moves twice", "legal(moves)[0])", 'legal(moves)[0]); say("move 4")', "In the middle", "where nothing was asked"),
    ("stays after quit", "break", "time.sleep(600)", "At quit", "does not end after the line quit"),
    ("late", 'say("move"', 'time.sleep(1.5); say("move"', "With a limit in time", "seconds for its move after"),
    ("no ok", 'else "ok")', 'else "fine")', "In the middle", 'where "ok" was due'),
    ("info nonsense", "value 0.5", "value good", "In the middle", "cannot be read as information"),
    ("moves at stop", 'hit = None; say("ok")', 'say("move 4")',
     "Stopped while it ponders", 'answered "move 4" to "stop"'),
    ("unknown games", 'if rest == "connect4" else (None, None)', "", "With a game that is", 'to "game there-is-no'),
    ("no reason", 'say("error what?")', 'say("error")', "After a line", "without a reason"),
    ("no flush", LOUD, 'out = open(1, "w", 65536, closefd=False)\n' + LOUD.replace("flush=True", "file=out"),
     AT_START, FLUSH),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize(("right", "wrong", "kinds", "sentence"), [one[1:] for one in BAD], ids=[one[0] for one in BAD])
def test_each_kind_of_bad_engine_is_found(tmp_path: Path, right: str, wrong: str, kinds: str, sentence: str) -> None:
    assert right in GOOD
    body, late = GOOD.replace(right, wrong), 0.5 if "seconds for" in sentence else 60.0
    if "no answer" in sentence or "flush" in sentence or "quit" in sentence:
        # What never comes is waited for: briefly at first, and longer where a busy machine starts the engine slowly.
        tries = (checked(tmp_path, body, patience, late, kinds=kinds, most=1) for patience in (2.0, 20.0))
    else:
        tries = (checked(tmp_path, body, 60.0, late, kinds=kinds, most=most) for most in (1, None))
    found = next(said for said in tries if any(sentence in one for one in said))
    assert any(one.startswith("    > ") for one in found)
