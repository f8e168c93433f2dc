"""Players and watchers who come to any of several processes, and note what they are told when one is lost."""

import asyncio
import random
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field

from websockets.asyncio.client import ClientConnection

from rollplayer.server.common import queues
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.store_reasons import KEYS
from tests.proofs.crash import Ack
from tests.proofs.guests import Guest, Seen
from tests.proofs.owners import Cluster
from tests.proofs.people import LOST, Place, Plain, Sent, create, hello, say

LONGEST = 20.0
"""After so long somebody who is behind stays behind."""
LANGUAGES = ("en", "de", "fr")
AGAIN_SECONDS = 0.3
LOST_CODES = ("moved", "stopping", "not-saved", "busy")


def words_in(language: str) -> set[str]:
    """What people may be told when something is lost."""
    lost = [Refused(code).text(language) for code in ("moved", "stopping")]
    # While a process that stood still has not given up what it was writing.
    lost.append(Refused("busy", seconds=queues.AGAIN_SECONDS).text(language))
    return {*lost, *(Refused("not-saved", reason=reason).text(language) for reason in KEYS)}


WORDS = {language: words_in(language) for language in LANGUAGES}


@dataclass
class Scene(Cluster):
    """The processes, all clients, and the newest version of each game that was acknowledged."""

    seen: Seen = field(default_factory=Seen)
    clients: set["Visitor"] = field(default_factory=set)
    newest: dict[str, int] = field(default_factory=dict)
    goes: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while anybody may begin something new."""
    told: Counter[str] = field(default_factory=Counter)
    """How often people were told what, by language and code."""
    longest: float = LONGEST
    back: dict[str, list[float]] = field(default_factory=dict)
    """How long those were away whose own process was lost, by what happened to it."""


class Visitor(Guest):
    """A player, or somebody who watches."""

    def __init__(self, world: Scene, place: Place, number: int, seat: int | None) -> None:
        super().__init__(world.seen, "", place, -1 if seat is None else seat)
        self.world = world
        self.dice = random.Random(f"{world.seed} {place.id} {number}")
        self.language = LANGUAGES[number % len(LANGUAGES)]
        self.sent: dict[str, Sent] = {}
        self.later: set[asyncio.Task[None]] = set()

    @property
    def watches(self) -> bool:
        return self.seat < 0

    def door(self) -> str:
        return self.world.door(self.dice, self.place.id).address

    def greeting(self) -> Plain:
        tokens = [] if self.watches else [self.place.tokens[self.seat]]
        return hello(*tokens, since=self.table.get("version"), language=self.language)

    def is_current(self, version: int) -> bool:
        return self.line is not None and int(self.table.get("version", 0)) >= version

    async def hear(self, line: ClientConnection, message: Plain) -> None:
        await super().hear(line, message)
        for entry in message.get("entries") or []:
            answer = entry.get("answer")
            if answer is None and not entry.get("undo"):
                continue  # hidden from this seat
            key = (self.place.id, entry["n"])
            if self.world.broadcast.setdefault(key, answer) != answer:
                self.world.failures.append(f"{key} was broadcast as {answer!r} and otherwise")

    def note(self, command: str, entry: int | None) -> None:
        is_new = command not in self.seen.acknowledged
        super().note(command, entry)
        if entry is None:
            return
        game = self.place.id
        self.world.newest[game] = max(entry, self.world.newest.get(game, 0))
        if is_new:
            self.world.acknowledged(Ack(game, self.seat, entry, self.sent[command]))
        else:
            self.world.duplicates += 1

    def was_refused(self, message: Plain) -> None:
        code, command = message["code"], message["command"]
        if code in LOST_CODES:
            self.world.told[f"{self.language} {code}"] += 1
            if message["text"] not in WORDS[self.language]:
                self.world.failures.append(f"told in {self.language}: {message['text']}")
            if code in ("not-saved", "busy") and command in self.unsure:
                # A person tries again; who reads the others comes back on another line first.
                task = asyncio.create_task(self.once_more(command))
                self.later.add(task)
                task.add_done_callback(self.later.discard)
            return
        if command in self.unsure:
            self.world.refused.append((self.place.id, f"{self.seat}:{command}"))
        super().was_refused(message)

    async def once_more(self, command: str) -> None:
        await asyncio.sleep(AGAIN_SECONDS)
        if self.line is not None and command in self.unsure:
            with suppress(*LOST):
                await say(self.line, self.unsure[command])

    async def send(self, message: Plain) -> str:
        # Its name is noted before the reply can be there.
        command = f"{self.place.id}-{self.seat}-{self.seen.sent + 1:06}"
        self.sent[command] = Sent(
            command, message.get("version", 0), message["type"], message.get("answer", "")
        )
        return await super().send(message)

    async def play(self) -> None:
        """Answer whenever asked, after a while, until the game is over."""
        while not self.table["over"] and not self.world.calm:
            if self.watches or self.unsure or self.wanted() is None:
                self.changed.clear()
                await self.changed.wait()
                continue
            await asyncio.sleep(self.dice.uniform(0, 2 * self.world.think))
            await self.world.goes.wait()
            if not self.unsure and self.wanted() is not None:
                await self.answer()


async def play_table(world: Scene, number: int, watchers: int) -> None:
    """One game after another, with the same number of people before it."""
    dice = random.Random(f"{world.seed} table {number}")
    while not world.calm:
        try:
            place = await asyncio.to_thread(create, world.door(dice), 2)
        except (*LOST, AssertionError):
            await asyncio.sleep(AGAIN_SECONDS)
            continue
        seats: list[int | None] = [*place.tokens, *[None] * watchers]
        visitors = [Visitor(world, place, number + at, seat) for at, seat in enumerate(seats)]
        try:
            await asyncio.gather(*(visitor.open() for visitor in visitors))
            world.clients.update(visitors)
            players = [visitor for visitor in visitors if not visitor.watches]
            await asyncio.gather(*(player.play() for player in players))
            world.finished += any(player.table["over"] for player in players)
            while any(visitor.unsure for visitor in visitors) and not world.calm:
                await asyncio.sleep(0.05)
        finally:
            if not world.calm:
                world.clients.difference_update(visitors)
                for visitor in visitors:
                    await visitor.close()
