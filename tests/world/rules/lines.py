"""Judges every line to a server from outside, by the bytes that pass: it is kept as long as the bounds say, no longer,
and it is not ended before its time. No code here is the server's: the bounds are written out."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tests.world.simulated.network import Line
    from tests.world.world import World

REQUEST, READING, CLOSING = 20.0, 60.0, 2.0
"""Virtual seconds from the last answer to the end of the next head, for reading an answer, and for a client to close
after the last one."""
PINGED, JOINING = 18.0, 10.0
"""Virtual seconds after which a websocket ends from which nothing comes, and one that is not joined."""
_LATE = 3.0
"""Virtual seconds by which a server may notice a bound late: it looks twice a second, and later if many writes wait."""
_TRIED, _LEAST_LINES, _ON_THE_WAY = 0.02, 64, 5
_END = b"\x88\x02\x03\xe8"
_JOINED = b'40{"sid"'
_LONGEST_HEAD = 60_000
_COUNTED = re.compile(r'^fourthought_requests_total{.*status="(\d+)"} (\S+)$', re.MULTILINE)


class Course:
    """Follows one line. ``status`` of the last answer is 0 before the first one."""

    def __init__(self, world: World, line: Line) -> None:
        self._world, self._line, self._machine = world, line, world.machine
        self._head, self._next, self._out = bytearray(), bytearray(), bytearray()
        self._waits_since = self._answer_at = self._last_at = self._upgraded_at = math.inf
        self.accepted_at = self._heard_at = 0.0
        self._is_asked = self._is_head = self._is_last = self._is_joined = self._was_ended = False
        self._left = 0
        self.status = 0

    # --- what passes ---

    def accepted(self) -> None:
        """Notes that the server has taken the line."""
        self.accepted_at = self._waits_since = self._heard_at = self._machine.now

    def arrived(self, data: bytes) -> None:
        """Notes bytes of the client."""
        self._heard_at = self._machine.now
        if self._upgraded_at == math.inf and len(self._head) + len(self._next) < _LONGEST_HEAD:
            (self._next if self._is_asked else self._head).extend(data)
            self._look_for_head()

    def _look_for_head(self) -> None:
        head, found, rest = self._head.partition(b"\r\n\r\n")
        if not self._is_asked and (found or b"\n\n" in head):
            self._is_asked, self._is_head, self._next = True, head.startswith(b"HEAD "), rest

    def taken(self, data: bytes) -> None:
        """Notes bytes of the server."""
        if self._upgraded_at < math.inf:
            self._is_joined = self._is_joined or _JOINED in data
            self._last_at = self._machine.now if data.endswith(_END) else self._last_at
        elif self._left > 0:
            self._left -= len(data)
        else:
            self._out += data
            self._begin_answer()
        if self._out and self._left <= 0 and b"\r\n\r\n" in self._out and self._upgraded_at == math.inf:
            self._end_answer()

    def _begin_answer(self) -> None:
        head, found, rest = bytes(self._out).partition(b"\r\n\r\n")
        if not found:
            return
        first, *rows = head.decode("latin-1").lower().split("\r\n")
        self.status, self._answer_at = int(first.split()[1]), self._machine.now
        self._world.answered[self.status] += 1
        if self.status == 101:
            self._upgraded_at = self._machine.now
            self._last_at = self._machine.now if rest.endswith(_END) else math.inf
            return
        named = dict(row.split(": ", 1) for row in rows if ": " in row)
        size = 0 if self._is_head or self.status in (204, 304) else int(named.get("content-length", 0))
        self._left, self._is_last = size - len(rest), named.get("connection") == "close"

    def _end_answer(self) -> None:
        self._out.clear()
        self._head, self._next = self._next, bytearray()
        self._is_asked, self._waits_since, self._answer_at = False, self._machine.now, math.inf
        if self._is_last:
            self._last_at = self._machine.now
        self._look_for_head()

    def torn(self) -> None:
        """Notes that the line is torn: an answer may not come over it."""
        self._world.answered[0] += 1

    # --- what is judged ---

    def look(self, awake: float) -> None:
        """Fails the world where the server, ``awake`` since a moment, should have ended the line."""
        sock, now = self._line.socket, self._machine.now
        if sock.closed or sock.is_reset or not self._line.listener.is_open:
            return
        for since, seconds, words in self._bounds():
            if now - max(since, awake) > seconds + _LATE:
                address, taken = self._line.address, now - since
                self._fail("everything is given back", f"The line of {address} is kept for {taken:.0f} s {words}.")
                return

    def _bounds(self) -> list[tuple[float, float, str]]:
        """Lists since when something may last, for how many seconds, and what it is."""
        if self._last_at < math.inf:
            return [(self._last_at, CLOSING, "after the last answer")]
        if self._upgraded_at < math.inf:
            silent = [(self._heard_at, PINGED, "without a sign of life")]
            return silent if self._is_joined else [*silent, (self._upgraded_at, JOINING, "without joining")]
        if self._left > 0:
            return [(self._answer_at, READING, "while an answer is not read")]
        return [] if self._is_asked else [(self._waits_since, REQUEST, "without a whole request")]

    def ended(self) -> None:
        """Judges that the server ends the line: it has waited for long enough, or the client has gone."""
        sock, line, now = self._line.socket, self._line, self._machine.now
        is_crowded = self._is_crowded()  # of several lines that are ended together any may be the first
        has_left = sock.ended or sock.is_reset or line.closed or not line.listener.is_open
        if has_left or self._was_ended or self._upgraded_at < math.inf or self._world.is_over:
            return
        self._was_ended = sock.closed
        due = self._bounds()
        if self._last_at < math.inf and not sock.closed:
            return  # it ends its own side after the last answer, and waits for the client to close
        if (not due or now - due[0][0] < due[0][1] - _TRIED) and not is_crowded:
            doing = due[0][2] if due else "while the client waits for an answer"
            self._fail("each question is answered", f"The server ends the line of {line.address} {doing}, too early.")

    def _is_crowded(self) -> bool:
        """Tells whether the server has as many lines without a websocket as it takes."""
        listener, now = self._line.listener, self._machine.now
        mine = [one for one in self._world.lines if one.listener is listener]
        if sum(one.course.is_plain() for one in mine) >= lines_of(self._world) - _ON_THE_WAY:
            listener.full_at = now  # it ends several lines together
        return listener.full_at == now

    def is_plain(self) -> bool:
        """Tells whether the line is open, and no websocket."""
        return not self._line.socket.closed and (self._upgraded_at == math.inf or self._last_at < math.inf)

    def waits_for_answer(self) -> bool:
        """Tells whether the server has a whole request, and has not answered."""
        is_open = not self._line.socket.closed and self._line.listener.is_open and self.accepted_at > 0.0
        is_answered = min(self._upgraded_at, self._answer_at, self._last_at) < math.inf
        return is_open and self._is_asked and not is_answered

    def _fail(self, rule: str, words: str) -> None:
        self._world.fail(rule, words)


def check_counted(world: World, metrics: str) -> None:
    """Judges the operator's count of answers by their status: each that has come over a line, and no others."""
    counted = Counter[int]()
    for status, number in _COUNTED.findall(metrics):
        counted[int(status)] += int(float(number))
    lost = world.answered[0]
    for status in counted.keys() | world.answered.keys() - {0}:
        if not world.answered[status] <= counted[status] <= world.answered[status] + lost:
            words = f"{counted[status]} answers {status} are counted, and {world.answered[status]} were given"
            world.fail("nothing but the truth", f"{words}, of which {lost} may be lost.")


def look_at_lines(world: World) -> None:
    """Judges all open lines, and how many requests of one address are in hand."""
    asked = Counter[tuple[int, str]]()
    for line in world.lines:
        awake = _awake_since(world, line)
        line.course.look(awake)
        if line.course.waits_for_answer() and world.machine.now - awake > _LATE:
            asked[id(line.listener), line.address] += 1
    most = lines_of(world) * 3 // 4 + _ON_THE_WAY
    for (_, address), count in asked.items():
        if count > most:
            world.fail("memory is bounded", f"{count} requests of {address} are in hand.")


def lines_of(world: World) -> int:
    """Returns the most lines without a websocket, of which three quarters may wait for an answer."""
    return max(_LEAST_LINES, 2 * int(world.plan.settings.get("connections", 1000)))


def _awake_since(world: World, line: Any) -> float:
    """Returns the moment since which the process of a line does its work."""
    if not world.plan.hosts:
        return world.host.started_at
    return max((one.frozen_until for one in world.cluster.fronts if one.listener is line.listener), default=math.inf)
