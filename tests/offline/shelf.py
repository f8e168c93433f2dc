"""A shelf in memory that can be full, and a page that plays on what lies there."""

import asyncio
import json
from typing import Any

from rollplayer.server.common.settings import Settings
from rollplayer.server.in_browser.start import PageServer

FREE_HANDS = Settings(data=".", bot_delay=0.0, interrupt_seconds=0.0, bot_patience=0.0)
PATIENCE = 60.0


class Shelf:
    """What a browser would keep, in one transaction at a time."""

    def __init__(self) -> None:
        self.kept: dict[str, str] = {}
        self.lines: dict[str, list[str]] = {}
        self.is_full = False
        self.is_away = False

    async def games(self) -> str:
        return json.dumps(list(self.kept.values()))

    async def log(self, id: str) -> str:
        if self.is_away:
            raise OSError("InvalidStateError")
        return json.dumps(self.lines.get(id, []))

    async def write(self, id: str, game: str, first: int, lines: str) -> None:
        if self.is_full:
            raise OSError("QuotaExceededError")
        self.kept[id] = game
        self.lines[id] = [*self.lines.get(id, [])[: first - 1], *json.loads(lines)]


class Page:
    """One page with the server within it, from its first request to its end."""

    def __init__(self, shelf: Shelf) -> None:
        self.replies: dict[int, asyncio.Future[tuple[int, Any]]] = {}
        self.heard: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.server = PageServer(shelf, self.reply, self.tell, self.end, FREE_HANDS)
        self.said = 0

    def reply(self, number: int, status: int, body: str) -> None:
        self.replies[number].set_result((status, json.loads(body)))

    def tell(self, number: int, message: str) -> None:
        self.heard.put_nowait(json.loads(message))

    def end(self, number: int, code: int) -> None:
        self.heard.put_nowait({"type": "end", "code": code})

    async def ask(
        self, method: str, path: str, body: Any = None, tokens: str = ""
    ) -> tuple[int, Any]:
        number = len(self.replies) + 1
        self.replies[number] = asyncio.get_running_loop().create_future()
        text = "" if body is None else json.dumps(body)
        self.server.request(number, method, f"/api/v1{path}", tokens, text)
        return await asyncio.wait_for(self.replies[number], PATIENCE)

    async def begin(self, *others: dict[str, Any], boxes: tuple[str, ...] = ()) -> dict[str, Any]:
        """A short game of one's own and these seats."""
        options = {
            "players": 1 + len(others),
            "variants": ["short-game"],
            "expansions": list(boxes),
        }
        seats = [{"kind": "human", "name": "Alrik"}, *others]
        status, created = await self.ask(
            "POST", "/games", {"options": options, "seats": seats, "start": True}
        )
        assert status == 200, created
        found: dict[str, Any] = created
        return found

    async def sit_down(self, created: dict[str, Any]) -> dict[str, Any]:
        self.server.call(1, created["game"]["id"])
        self.say(type="hello", protocol=1, tokens=list(created["seats"].values()))
        return await self.hear("state")

    def say(self, **message: Any) -> None:
        self.server.say(1, json.dumps(message))

    async def hear(self, *kinds: str) -> dict[str, Any]:
        while True:
            message = await asyncio.wait_for(self.heard.get(), PATIENCE)
            if message["type"] in kinds:
                return message

    async def answer(self, table: dict[str, Any]) -> None:
        """The first thing that can be answered, or a pass where something could be used."""
        if table["last_call"] and 0 in table["last_call"]["seats"]:
            self.say(type="pass-call", version=table["version"], seat=0)
            return
        if table["pending"] and table["pending"]["seat"] == 0:
            self.said += 1
            option = table["seats"]["0"]["options"][0]["id"]
            command = f"command-{id(self)}-{self.said}"
            version = table["version"]
            self.say(type="answer", command=command, version=version, seat=0, option=option)

    async def play(self, table: dict[str, Any], most: int = 10_000) -> dict[str, Any]:
        """To the end, or so many answers further."""
        begun = self.said
        while not table["over"] and self.said - begun < most:
            await self.answer(table)
            table = await self.hear("state", "update")
        return table

    async def go(self) -> None:
        self.server.hang_up(1)
        await asyncio.gather(*self.server.tasks)
        await self.server.lobby.stop()
