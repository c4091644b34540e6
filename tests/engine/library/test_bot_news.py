"""Plays with a server of a few lines, whose news come late or cut off: a player is asked once a ply."""

import queue
from typing import Any

import fourthought as ft
import pytest
from fourthought.bot import bot as module
from fourthought.errors import CutError, RefusedError


class Server:
    """Holds a game of Tic-Tac-Toe in which a person begins as soon as the bot sits. The news of the bot's own name come
    after its move. ``before`` are errors that the first moves meet."""

    def __init__(self, before: list[Exception]) -> None:
        self.moves, self.version, self.before = list[int](), 1, before
        self.news: queue.SimpleQueue[tuple[str, Any]] = queue.SimpleQueue()
        self.late: list[Any] = []
        self.sat, self.sent = False, list[int]()

    def state(self) -> dict[str, Any]:
        board = ft.Board(self.moves, "tictactoe")
        return {
            "game_id": "g", "game": "tictactoe", "version": self.version, "moves": list(self.moves),
            "ply": len(self.moves), "to_move": len(self.moves) % 2, "legal": list(board.legal_moves), "clock": None,
            "asked": None, "outcome": {"winner": None, "words": board.result} if board.is_over else None,
            "notation": board.position, "seats": [{"kind": "human"}, {"kind": "human"}], "rematch": None,
        }  # fmt: skip

    def happen(self) -> dict[str, Any]:
        self.version += 1
        return self.state()

    def call(self, event: str, **payload: Any) -> dict[str, Any]:
        if event == "join":
            return {"ok": True, "state": self.state(), "you": {"seats": [1] if self.sat else []}}
        if event == "sit":
            self.sat = True
            self.moves.append(5)
            return {"ok": True, "version": self.happen()["version"]}
        if event == "name":
            self.late.append(self.happen())
            return {"ok": True, "version": self.version}
        assert event == "move"
        self.sent.append(payload["ply"])
        if self.before:
            raise self.before.pop(0)
        assert payload["ply"] == len(self.moves), "it moved again"
        self.moves.append(payload["move"])
        answer = {"ok": True, "version": self.happen()["version"]}
        self.late.append(self.state())
        if not ft.Board(self.moves, "tictactoe").is_over:
            self.moves.append(ft.Board(self.moves, "tictactoe").legal_moves[0])
            self.late.append(self.happen())
        while self.late:
            self.news.put(("game", self.late.pop(0)))
        return answer

    def close(self) -> None:
        pass


@pytest.mark.parametrize(
    "before",
    [[], [CutError("the connection is cut")], [RefusedError("Too many.", "rate_limited"), CutError("cut")]],
)
def test_a_player_is_asked_once_a_ply(monkeypatch: pytest.MonkeyPatch, before: list[Exception]) -> None:
    server, asked = Server(list(before)), list[int]()
    monkeypatch.setattr("fourthought.bot.socket.Socket", lambda _: server)
    monkeypatch.setattr(module, "_AGAIN", 0.0)

    def choose(board: ft.Board) -> int:
        asked.append(len(board))
        return board.legal_moves[-1]

    bot = ft.Bot(choose, game_id="g", rematches=False)
    bot.run()
    assert asked == sorted(set(asked))
    assert asked == sorted(set(server.sent))
    assert len(server.sent) == len(asked) + len(before)
    assert len(bot.results) == 1
