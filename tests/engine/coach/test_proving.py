"""Proves whole boards, and shows that the checker stands alone and refuses changed proofs."""

import ast
import lzma
import random
import subprocess
import sys
import zlib
from contextlib import suppress
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine.coach import checker
from engine.coach.proving.prove import Part, Progress, prove, read
from engine.commands.solve import board_called
from engine.games import GameError, LineGame, parse
from engine.nets.file import write as write_net
from tests.engine.nets.test_file import small_net
from webapp.cli import main

CHECKER = Path(checker.__file__)
DRAWN = ("5x4", "7x4", "4x5", "5x5", "6x5", "4x6", "5x6", "4x7")
"""The boards of at most 30 squares that are drawn."""


def proof_of(size: str, folder: Path, position: str = "") -> list[Part]:
    board = board_called(size)
    return prove(board, parse(board, position)[1], folder / f"{size}.proof", table_mb=4, tell=lambda _: None)


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the file that proves 5x4 a draw."""
    folder = tmp_path_factory.mktemp("proofs")
    proof_of("5x4", folder)
    return folder / "5x4.proof"


def test_the_checker_needs_nothing_of_the_engine(drawn: Path) -> None:
    text = CHECKER.read_text()
    imports = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    names = {getattr(node, "module", None) or node.names[0].name for node in imports}
    assert names == {"functools", "io", "json", "lzma", "sys", "zlib", "collections.abc", "typing"}
    run = subprocess.run(
        [sys.executable, "-I", "-S", CHECKER], input=drawn.read_bytes(), capture_output=True, check=True
    )
    assert run.stdout.decode().splitlines() == [f"{{'side': {side}, 'wins': False}}: accepted" for side in (0, 1)]


@pytest.mark.parametrize(("size", "position", "claims"), [
    ("4x4", "", [(0, False), (1, False)]),
    ("5x4", "1", [(1, True)]),
    ("5x4", "12", [(1, True)]),
    *(pytest.param(size, "", [(0, False), (1, False)], marks=pytest.mark.long) for size in DRAWN),
    pytest.param("6x4", "", [(1, True)], marks=pytest.mark.long),
])  # fmt: skip
def test_values_are_proved(size: str, position: str, claims: list[tuple[int, bool]], tmp_path: Path) -> None:
    proof = proof_of(size, tmp_path, position)
    found = [(part.head["claim"]["side"], part.head["claim"]["wins"]) for part in proof]
    assert found == claims
    for head, streams in read(tmp_path / f"{size}.proof"):
        assert checker.fault(head, *streams) == ""


class Stopped(Exception):  # noqa: N818
    pass


@pytest.mark.slow
def test_an_interrupted_proof_goes_on_from_the_bytes_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.coach.proving.prove.TELL_SECONDS", -1.0)
    board, path, told = board_called("5x4"), tmp_path / "again.proof", list[Progress]()

    def stop(at: Progress) -> None:
        told.append(at)
        if at.claim and at.positions > limit:
            raise Stopped

    written = [b"", b""]
    for limit in (20, 60, 1 << 40):
        with suppress(Stopped):
            prove(board, board.initial(), path, table_mb=4, tell=stop)
        proof = read(path)
        assert all(now.startswith(before) for now, before in zip(proof[0].streams, written, strict=True))
        written = list(proof[0].streams)
        assert (proof[0].finished, proof[1].finished) == (limit > 60, limit > 60)
        assert not written[0] or all(written)
    assert [checker.fault(part.head, *part.streams) for part in proof] == ["", ""]
    assert all(0 <= at.done <= 1 for at in told)
    with pytest.raises(GameError, match="another position"):
        prove(board, parse(board, "3")[1], path, table_mb=4, tell=stop)


def changed(part: Part, rng: random.Random) -> Part:
    """Returns a certificate with one byte or one value of the head changed."""
    number = rng.randrange(-1, sum(map(len, part.streams)))
    if number < 0:
        key = rng.choice(["size", "first", "claim"])
        size, claim = part.head["size"] + rng.choice([-1, 1]), part.head["claim"]
        other = {"size": size, "first": 9, "claim": {**claim, "side": 1 - claim["side"]}}
        return part._replace(head={**part.head, key: other[key]})
    data = bytearray(b"".join(part.streams))
    data[number] = (data[number] + rng.randrange(1, 8)) % 256
    cut = len(part.streams[0])
    return part._replace(streams=(bytes(data[:cut]), bytes(data[cut:])))


@pytest.mark.parametrize(("position", "count"), [("1", 50), pytest.param("", 10_000, marks=pytest.mark.long)])
def test_changed_proofs_are_refused(position: str, count: int, tmp_path: Path) -> None:
    """Changes proofs, with the old check sum, and with the right one: then some are other proofs of the same claim."""
    proof_of("5x4", tmp_path, position)
    rng, proof, other = random.Random(f"changes {count}"), read(tmp_path / "5x4.proof"), 0
    for _ in range(count):
        part = changed(rng.choice(proof), rng)
        assert checker.fault(part.head, *part.streams)
        summed = {**part.head, "sum": zlib.crc32(b"".join(part.streams))}
        other += checker.fault(summed, *part.streams) == ""
    print(f"{count} of {count} refused; {count - other} with the right check sum")
    assert other <= 0.05 * count


def test_a_network_of_ones_own_orders_moves_and_proves_the_same_claim(tmp_path: Path) -> None:
    path = tmp_path / "own.net"
    write_net(small_net(LineGame(5, 4, 4, True)), path)
    out = ("--out", str(tmp_path / "own.proof"))
    proved = CliRunner().invoke(main, ["prove", "5x4", "33", *out, "--table-mb", "4", "--net", str(path)])
    assert proved.exit_code == 0, proved.output
    claims = [(head["claim"]["side"], checker.fault(head, *streams)) for head, streams in read(tmp_path / "own.proof")]
    assert claims == [(0, ""), (1, "")]


def test_files_that_are_cut_short_or_no_proofs_are_refused_in_one_sentence(drawn: Path, tmp_path: Path) -> None:
    whole, run = lzma.decompress(drawn.read_bytes()), CliRunner()
    for name, data, code, said in [
        ("cut", whole[:-40], 1, "refused"),
        ("words", b"no proof at all", 2, "is no file of proofs"),
        ("broken", drawn.read_bytes()[:-30], 2, "is no file of proofs"),
        ("whole", whole, 0, "accepted: 5x4 after 0 moves, the second player does not lose"),
    ]:
        (tmp_path / name).write_bytes(data)
        done = run.invoke(main, ["check", str(tmp_path / name)])
        assert (done.exit_code, said in done.output) == (code, True), (name, done.output)


def test_an_archive_is_unpacked_to_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checker, "_MOST", 1000)
    assert checker.parts(lzma.compress(b"\n" * 1000)) == []
    with pytest.raises(ValueError, match="this is too large: unpacked it has more than 0 MiB, which is the most"):
        checker.parts(lzma.compress(b"\n" * 1001))  # nothing is left out without a word


def test_the_commands_prove_and_check(tmp_path: Path) -> None:
    path, run = tmp_path / "small.proof", CliRunner()
    proved = run.invoke(main, ["prove", "connect4-5x4", "33", "--out", str(path), "--table-mb", "4"])
    assert proved.exit_code == 0, proved.output
    assert f"{path}: {path.stat().st_size:,} bytes" in proved.output
    checked = run.invoke(main, ["check", str(path)])
    assert checked.exit_code == 0
    assert checked.output.count("accepted: 5x4 after 2 moves") == 2
    late = run.invoke(main, ["prove", "connect4-5x4", "12341234", "--out", str(tmp_path / "late"), "--table-mb", "4"])
    assert "the first player does not lose: 1 branch\n" in late.output
    net = tmp_path / "other.net"
    write_net(small_net(LineGame(4, 4, 4, True)), net)
    for words, sentence in [
        (["5x4", "--net", str(net)], "network is for 4x4, the board is 5x4"),
        (["12x12"], "does not fit"),
        (["5x4", "9"], "there is no column 9"),
        (["nim"], "no exact solver"),
    ]:
        refused = run.invoke(main, ["prove", *words])
        assert (refused.exit_code, sentence in refused.output) == (2, True), refused.output
