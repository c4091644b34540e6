"""Measures the processor time of a call over the cluster's line, beside plain TCP: ``python -m tests.load.line``.

A call is a person's move with its tokens, and an answer of the size of an acknowledgement. Each transport has a process
of its own at the other end, and the transports take turns, so the load of the machine is the same for all. Plain TCP is
the least that two processes can do: a length and MessagePack, one thread at each end, no encryption, no order among
callers, no loss noticed.
"""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import socket
import statistics
import struct
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

import msgspec
import zmq

from tests.webapp.cluster.machines import finish_in
from webapp.cluster import questions as q
from webapp.cluster.line.answering import Answering
from webapp.cluster.line.calling import Line
from webapp.cluster.line.keys import Authenticator, Keys
from webapp.cluster.line.messages import pack, unpack
from webapp.play.desk.port import Caller, Reply
from webapp.play.game.commands import Move
from webapp.serving.loop import Loop

CALLER = Caller("front/1", "203.0.113.9", "https://table.example", {"g" * 12: ("t" * 43, "u" * 43)})
MOVE = Move(17, 4, game_id="g" * 12, request_id="request-17")
REPLY = Reply({"ok": True, "version": 18}, {})
HEAD = struct.Struct("<I")


def spent() -> float:
    usage = resource.getrusage(resource.RUSAGE_SELF)
    return usage.ru_utime + usage.ru_stime


def asked() -> bytes:
    return bytes(pack(q.Event(CALLER, "move", pack(MOVE))))


def answer(body: Any) -> msgspec.Raw:
    unpack(body, q.Event).read()
    return pack(REPLY)


def receive(sock: socket.socket) -> bytes:
    size = HEAD.unpack(sock.recv(4, socket.MSG_WAITALL))[0]
    return sock.recv(size, socket.MSG_WAITALL)


def serve_tcp(pipe: Connection) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        pipe.send(server.getsockname())
        sock, _ = server.accept()
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        while pipe.recv():
            before = spent()
            for _ in range(pipe.recv()):
                body = bytes(answer(msgspec.Raw(receive(sock))))
                sock.sendall(HEAD.pack(len(body)) + body)
            pipe.send(spent() - before)


def serve_line(pipe: Connection) -> None:
    keys, loop, context = Keys.draw(), Loop(), zmq.Context[Any]()

    async def ask(_caller: str, _shard: int, _method: str, body: msgspec.Raw) -> msgspec.Raw:
        return answer(body)

    door = Authenticator(loop, context, lambda _key, done: done("front"))
    answering = Answering(loop, context, keys, "tcp://127.0.0.1:*", ask=ask, tell=lambda _c, _m, _b: None)
    loop.start()
    pipe.send((answering.address, keys.public))
    while pipe.recv():
        before = spent()
        pipe.recv()
        pipe.send("begun")
        pipe.recv()
        pipe.send(spent() - before)
    loop.ask(lambda: (answering.close(), door.close()))
    loop.stop()
    context.destroy(0)


class Tcp:
    """Calls over one plain connection."""

    def __init__(self, address: Any) -> None:
        self.sock = socket.create_connection(address)
        self.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def call(self) -> None:
        body = asked()
        self.sock.sendall(HEAD.pack(len(body)) + body)
        msgspec.msgpack.decode(receive(self.sock), type=Reply)


class OurLine:
    """Calls over the line."""

    def __init__(self, address: Any) -> None:
        self.loop, self.context = Loop(), zmq.Context[Any]()
        self.line = Line(self.loop, self.context, "front", Keys.draw(), *address, lambda _: None)
        self.line.hello([])
        self.loop.start()

    def call(self) -> None:
        body = pack(q.Event(CALLER, "move", pack(MOVE)))
        unpack(finish_in(self.loop, lambda: self.line.ask(1, q.EVENT, body, 30.0)), Reply)


def run(call: Callable[[], None], count: int, callers: int) -> tuple[float, list[float]]:
    """Returns the processor seconds here, and the seconds of each call."""
    took: list[float] = []

    def work() -> None:
        for _ in range(count // callers):
            began = time.perf_counter()
            call()
            took.append(time.perf_counter() - began)

    before = spent()
    threads = [threading.Thread(target=work) for _ in range(callers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return spent() - before, took


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--calls", type=int, default=3000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    context = multiprocessing.get_context("spawn")
    kinds: list[tuple[str, Any, Any, int]] = [
        ("plain TCP, 1 caller", serve_tcp, Tcp, 1),
        ("the line, 1 caller", serve_line, OurLine, 1),
        ("the line, 16 callers", serve_line, OurLine, 16),
    ]
    pipes, rows = [], {name: (list[float](), list[float](), list[float]()) for name, *_ in kinds}
    for _, serve, caller, callers in kinds:
        here, there = context.Pipe()
        process = context.Process(target=serve, args=(there,), daemon=True)
        process.start()
        pipes.append((here, caller(here.recv()), callers, process))
    for _ in range(options.rounds):
        for (name, serve, *_), (pipe, caller, callers, _) in zip(kinds, pipes, strict=True):
            count = options.calls // callers * callers
            pipe.send(True)
            pipe.send(count)
            if serve is serve_line:
                pipe.recv()
            own, took = run(caller.call, count, callers)
            if serve is serve_line:
                pipe.send("ended")
            rows[name][0].append(own / count * 1000)
            rows[name][1].append(pipe.recv() / count * 1000)
            rows[name][2].extend(took)
    print("processor time of a call, ms        caller  callee     both   p50 ms  p99 ms")
    for name, (own, other, took) in rows.items():
        mine, theirs, cuts = statistics.median(own), statistics.median(other), statistics.quantiles(took, n=100)
        print(f"{name:34s} {mine:7.3f} {theirs:7.3f} {mine + theirs:8.3f} {cuts[49] * 1e3:8.2f} {cuts[98] * 1e3:7.2f}")
    for pipe, _, _, process in pipes:
        pipe.send(False)
        process.join(5.0)


if __name__ == "__main__":
    main()
