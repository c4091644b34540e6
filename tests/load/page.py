"""Keeps the connection of one page in a process full of pages. Answers and news come while the page acts."""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from typing import Any

from tests.hostile.line import Line
from tests.wire import ClosedError, RefusedError, Target

BY_US = "closed by us"


class Page(Line):
    """Keeps one connection.

    Args:
        person: the number of the person. On Linux each has another loopback address, as people have.
        alone: whether the person has an address of their own; False: all share one, as pupils of a school do.
        hear: takes the payload of each event ``game``. Without it no event is decoded, to leave the machine to the
            server.
    """

    def __init__(
        self, target: Target, person: int, hear: Callable[[Any], object] | None = None, alone: bool = True
    ) -> None:
        own = f"127.{1 + person // 62_500 % 200}.{person // 250 % 250}.{1 + person % 250}"
        super().__init__(target, own if alone and sys.platform == "linux" else "127.0.0.1")
        self._hear = hear
        self._answers: dict[int, asyncio.Future[Any]] = {}

    async def call(self, name: str, **payload: Any) -> Any:
        """Sends an event, and returns the acknowledgement, which ``visit`` reads."""
        answer = self._answers[self._number + 1] = asyncio.get_running_loop().create_future()
        await self.post(name, payload)
        return await answer

    async def visit(self, act: Callable[[], Awaitable[None]]) -> str:
        """Connects, acts until ``act`` or the connection ends, closes, and returns the reason in words."""
        tasks: list[asyncio.Future[None]] = []
        try:
            await self.websocket()
            tasks = [asyncio.ensure_future(each) for each in (self._serve(), act())]
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for one in done:
                one.result()
        except RefusedError as no:
            return str(no) if str(no).isdigit() else f"refused: {no}"
        except ClosedError:
            return "the server hung up"
        except OSError as error:
            return str(error)
        finally:
            self.close()
            for one in (*tasks, *self._answers.values()):
                one.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        return BY_US

    async def _serve(self) -> None:
        while True:
            text = await self.message(None)
            if text.startswith("43"):
                number, _, rest = text[2:].partition("[")
                answer = self._answers.pop(int(number))
                if not answer.done():
                    answer.set_result(json.loads("[" + rest)[0])
            elif self._hear and text.startswith('42["game"'):
                self._hear(json.loads(text[2:])[1])
