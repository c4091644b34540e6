"""Speaks over one bare connection, rightly or wrongly: no library stands between an attack and the server."""

import asyncio
import contextlib
import json
import socket
import time
from collections.abc import Iterable
from typing import Any

from tests import wire
from tests.wire import PATIENCE, ClosedError, RefusedError, StillOpenError, Target


class Line:
    """Keeps one TCP connection of a foe or a victim, opened by the first use.

    Args:
        receive: makes the buffer of the kernel so small, and reads nothing before ``read_on``.
    """

    def __init__(self, target: Target, source: str, receive: int | None = None) -> None:
        self.target, self._source, self._receive = target, source, receive
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self._number = 0

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """Returns both directions of the connection.

        Raises:
            OSError: no program listens.
        """
        if self._streams is None:
            sock = socket.socket()
            sock.setblocking(False)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if self._receive is not None:
                sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self._receive)
            try:
                sock.bind((self._source, 0))
                connecting = asyncio.get_running_loop().sock_connect(sock, (self.target.host, self.target.port))
                await asyncio.wait_for(connecting, PATIENCE)
            except BaseException:
                sock.close()
                raise
            self._streams = await asyncio.open_connection(sock=sock)
            if self._receive is not None:
                self.stop_reading()
        return self._streams

    def close(self) -> None:
        """Ends the connection without a wait."""
        if self._streams is not None:
            self._streams[1].transport.abort()

    async def send(self, data: bytes) -> None:
        """Sends bytes. Waits while the server does not take them."""
        _, writer = await self._open()
        writer.write(data)
        await asyncio.wait_for(writer.drain(), PATIENCE)

    async def read(self, seconds: float = PATIENCE) -> bytes:
        """Returns the next bytes from the server.

        Raises:
            ClosedError: the server has hung up.
            TimeoutError: nothing came within ``seconds``.
        """
        reader, _ = await self._open()
        data = await asyncio.wait_for(reader.read(65_536), seconds)
        if not data:
            raise ClosedError
        return data

    async def status(self) -> int:
        """Reads the head of an answer, and returns the status.

        Raises:
            RefusedError: the status is 400 or more.
            ClosedError: the server has hung up instead.
        """
        reader, _ = await self._open()
        try:
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)
        except asyncio.IncompleteReadError:
            raise ClosedError from None
        status = int(head.split(b" ", 2)[1])
        if status >= 400:
            raise RefusedError(str(status))
        return status

    async def everything(self) -> bytes:
        """Returns all bytes until the server hangs up."""
        reader, _ = await self._open()
        return await asyncio.wait_for(reader.read(-1), PATIENCE)

    def stop_reading(self) -> None:
        """Takes nothing more from the server until ``read_on``."""
        assert self._streams
        self._streams[1].transport.pause_reading()  # type: ignore[attr-defined]

    def read_on(self) -> None:
        """Takes bytes from the server again."""
        assert self._streams
        self._streams[1].transport.resume_reading()  # type: ignore[attr-defined]

    async def drip(self, pieces: Iterable[bytes], until: float) -> None:
        """Sends one piece a second.

        Raises:
            RefusedError: the server has answered with an error.
            ClosedError: the server has hung up.
            StillOpenError: neither by the time ``until``, or by the last piece.
        """
        for piece in pieces:
            if time.monotonic() >= until:
                break
            await self.send(piece)
            with contextlib.suppress(TimeoutError):
                answer = await self.read(1.0)
                if answer.startswith(b"HTTP/"):
                    raise RefusedError(answer[9:12].decode("latin-1"))
        raise StillOpenError

    async def hold(self, until: float) -> None:
        """Stays silent, and reads until the server hangs up or the time ``until``.

        Raises:
            ClosedError: the server has hung up.
            StillOpenError: the time is over.
        """
        while (left := until - time.monotonic()) > 0:
            try:
                await self.read(left)
            except TimeoutError:
                break
        raise StillOpenError

    async def websocket(self, *, join: bool = True) -> None:
        """Opens a websocket, and with ``join`` connects to the namespace.

        Raises:
            RefusedError: the server says no, by a status or in a packet.
        """
        await self.send(wire.upgrade(self.target))
        if await self.status() != 101:
            raise RefusedError("no websocket")
        if not (await self.message()).startswith("0"):
            raise RefusedError("no opening packet")
        if join:
            await self.send(wire.frame("40"))
            while not (answer := await self.message()).startswith("40"):
                if answer.startswith("44"):
                    raise RefusedError(str(json.loads(answer[2:]).get("message")))

    async def frame(self) -> tuple[int, bytes]:
        """Returns the opcode and the payload of the next frame.

        Raises:
            ClosedError: the server has hung up.
        """
        reader, _ = await self._open()
        try:
            first, second = await reader.readexactly(2)
            size = second & 127
            if size > 125:
                size = int.from_bytes(await reader.readexactly(2 if size == 126 else 8), "big")
            return first & 15, await reader.readexactly(size)
        except asyncio.IncompleteReadError:
            raise ClosedError from None

    async def message(self, seconds: float | None = PATIENCE) -> str:
        """Returns the next packet of Engine.IO that is no ping. Pings are answered.

        Raises:
            ClosedError: the server has hung up or said goodbye.
            TimeoutError: no packet came within ``seconds``, if these are given.
        """
        async with asyncio.timeout(seconds):
            while True:
                opcode, payload = await self.frame()
                if opcode == wire.CLOSE:
                    raise ClosedError
                if payload == b"2":
                    await self.send(wire.frame("3"))
                elif opcode == wire.TEXT:
                    return payload.decode()

    async def post(self, name: str, *payload: Any) -> int:
        """Sends an event, and returns the number of the acknowledgement to come."""
        self._number += 1
        await self.send(wire.event(name, *payload, number=self._number))
        return self._number

    async def call(self, name: str, **payload: Any) -> Any:
        """Sends an event, and returns the acknowledgement."""
        head = f"43{await self.post(name, payload)}["
        async with asyncio.timeout(PATIENCE):
            while not (message := await self.message()).startswith(head):
                pass
        return json.loads(message[len(head) - 1 :])[0]

    async def ask(self, name: str, **payload: Any) -> Any:
        """Sends an event, and returns the acknowledgement.

        Raises:
            RefusedError: the server says no, with the code of the refusal.
        """
        answer = await self.call(name, **payload)
        if not answer["ok"]:
            raise RefusedError(answer["error"]["code"])
        return answer
