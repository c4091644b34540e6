"""Connects a bot to servers that say what no server of ours says."""

import json
import re
import socket
import threading
from contextlib import suppress

import fourthought as ft
import pytest
from fourthought.bot import CutError
from wsproto import ConnectionType, WSConnection
from wsproto.events import AcceptConnection, Request, TextMessage

OPEN = ["0{}", '40{"sid":"a"}']


def serve(said: list[str], answer: str) -> int:
    """Serves one connection after the other: says something at once, and the answer to each event. Returns the port."""
    door = socket.create_server(("127.0.0.1", 0))

    def talk(stream: socket.socket) -> None:
        ws = WSConnection(ConnectionType.SERVER)
        while data := stream.recv(65536):
            ws.receive_data(data)
            for event in ws.events():
                if isinstance(event, Request):
                    stream.sendall(ws.send(AcceptConnection()))
                    for packet in said:
                        stream.sendall(ws.send(TextMessage(packet)))
                elif isinstance(event, TextMessage) and (asked := re.match(r"42(\d+)", event.data)):
                    stream.sendall(ws.send(TextMessage(f"43{asked[1]}{answer}")))

    def work() -> None:
        while True:
            stream, _ = door.accept()
            with stream, suppress(OSError):
                talk(stream)

    threading.Thread(target=work, daemon=True).start()
    return int(door.getsockname()[1])


@pytest.mark.parametrize(
    ("said", "answer", "words"),
    [
        (['44{"message":"server_full","data":{"words":"The server is full."}}'], "", "^The server is full.$"),
        (['44{"message":"x"}'], "", "is no Fourthought server"),
        (["42[]"], "", "is no Fourthought server"),
        (OPEN, "[]", "the connection is cut"),
        (OPEN, "{", "the connection is cut"),
        (OPEN, "[" * 5000, "the connection is cut"),
        (OPEN, "[null]", "the connection is cut"),
        (OPEN, "[5]", "cannot be read"),
        (OPEN, '[{"ok":false,"error":[1]}]', "cannot be read"),
        (OPEN, '[{"ok":false}]', "has no 'error'"),
        (OPEN, '[{"ok":true}]', "has no 'game_id'"),
        (OPEN, '[{"ok":true,"game_id":"a","state":{}}]', "has no 'you'"),
    ],
)
def test_what_no_server_of_ours_says_is_one_sentence(said: list[str], answer: str, words: str) -> None:
    bot = ft.Bot(lambda _: 1, at=f"http://127.0.0.1:{serve(said, answer)}", code="KRMTX", patience=0)
    with pytest.raises(CutError, match=words):
        bot.run()


def test_a_refusal_of_any_form_is_told() -> None:
    answer = json.dumps([{"ok": False, "error": {"code": 5, "message": ["no"]}}])
    bot = ft.Bot(lambda _: 1, at=f"http://127.0.0.1:{serve(OPEN, answer)}", code="KRMTX", patience=0)
    with pytest.raises(ft.GameError, match="no"):
        bot.run()
