"""Starts the server within a page, and hands on what the page says."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from rollplayer.server.common.metrics import Metrics
from rollplayer.server.common.settings import Settings
from rollplayer.server.in_browser.port import RESTARTS, Port
from rollplayer.server.in_browser.requests import Request, answer
from rollplayer.server.in_browser.store import BrowserStore, Shelf
from rollplayer.server.rooms.bot_queue import Line
from rollplayer.server.rooms.bot_workers import Thread
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.rooms.services import Services

Reply = Callable[[int, int, str], None]
"""Told the number of a request, the status and the body of its response."""
Tell = Callable[[int, str], None]
"""Told the number of a line, and a message."""
End = Callable[[int, int], None]
"""Told the number of a line, and the code that it ends with."""


class PageServer:
    """All games of a browser. Requests and lines have numbers that the page chooses."""

    def __init__(
        self, shelf: Shelf, reply: Reply, tell: Tell, end: End, settings: Settings | None = None
    ) -> None:
        # There is one thread, so nobody ever waits for a bot with others.
        self.settings = settings or Settings(data=".", bot_patience=0.0)
        self.store = BrowserStore(shelf)
        self.reply, self.tell, self.end = reply, tell, end
        metrics = Metrics()
        line = Line([Thread()], self.settings.bot_patience, metrics)
        self.lobby = Lobby(Services(self.settings, self.store, metrics, line))
        self.ports: dict[int, Port] = {}
        self.tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Raises NotSaved if what is kept cannot be read."""
        await self.store.open()
        await self.lobby.timekeeper.begin()
        self.lobby.start()

    def request(self, number: int, method: str, address: str, tokens: str, body: str) -> None:
        """Tokens are separated by spaces."""

        async def carry_out() -> None:
            wanted = Request.of(method, address, tokens.split(), body)
            status, told = await answer(self.lobby, wanted)
            self.reply(number, status, told.decode())

        self.begin(carry_out())

    def call(self, number: int, game_id: str) -> None:
        """A line to a game begins."""
        self.ports[number] = Port(
            self.lobby,
            game_id,
            lambda message: self.tell(number, message),
            lambda code: self.end(number, code),
        )

    def say(self, number: int, message: str) -> None:
        port = self.ports.get(number)
        if port is None:
            # It was called before this engine began.
            self.end(number, RESTARTS)
            return
        self.begin(port.hear(message))

    def hang_up(self, number: int) -> None:
        port = self.ports.pop(number, None)
        if port is not None:
            self.begin(port.hang_up())

    def begin(self, work: Coroutine[Any, Any, None]) -> None:
        """Tasks begin in the order in which they were made."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
