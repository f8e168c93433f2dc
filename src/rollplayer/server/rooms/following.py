"""Rooms of other processes that people watch here.

Such a room is built from the log and follows it; what is not in the log its owner tells (``far_watchers``). The bus says
when there is something new; without it, everything is looked up now and then. Whoever wants more than to watch is passed
on to the owner, and so is whoever watches a room that cannot be followed.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any, Final

import msgspec

from rollplayer.engine.game import Game
from rollplayer.engine.plain import Plain
from rollplayer.log import LogError
from rollplayer.server.common.problems import Refused
from rollplayer.server.protocol.messages import encode
from rollplayer.server.protocol.server_messages import ChatMessage
from rollplayer.server.rooms import views
from rollplayer.server.rooms.far_watchers import FarWatchers
from rollplayer.server.rooms.recorded_match import (
    MANY,
    RecordedMatch,
    go_through,
    new_table,
    read_header,
)
from rollplayer.server.rooms.room import Room
from rollplayer.server.rooms.room_state import Told
from rollplayer.server.rooms.services import Services
from rollplayer.server.rooms.updates import Updates, send_state
from rollplayer.server.storage.store import ChatRow, EntryRow, NotSaved, StoredGame
from rollplayer.server.storage.watching import News, Stand, Watching

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 0.5
"""So often processes look who watches their rooms, and for what the bus has not said."""
PATIENCE: Final = 3.0
"""Seconds to wait for what the owner tells; after that the watcher is passed on to it."""
LINGER_SECONDS: Final = 2.0
"""So long a room is followed after the last has gone: one who loads the page again is back at once."""
UNKNOWN: Final = -1


class Words(msgspec.Struct):
    """What an owner tells."""

    room: dict[str, Any]
    """As all are sent it (``messages.Room``)."""
    table: dict[str, Any]
    whole: int
    at: int


@dataclass(eq=False)
class Followed:
    """A room that another process owns, as it is shown here."""

    room: Room
    stand: Stand
    whole: int
    before: list[Game | None] = field(default_factory=list)
    announced: int = 0


class NotFollowed(Exception):
    """The room cannot be watched here; its owner can show it."""


class Following:
    """All rooms of others that are watched here, and all of ours that are watched elsewhere."""

    def __init__(
        self, services: Services, rooms: dict[str, Room], building: asyncio.Semaphore
    ) -> None:
        self.services = services
        self.own = rooms
        self.building = building
        self.rooms: dict[str, Followed] = {}
        self.beginning: dict[str, asyncio.Task[Followed]] = {}
        self.far: dict[str, FarWatchers] = {}
        self.unfit: set[str] = set()
        """Games whose log this process cannot follow, such as under rules that it does not know."""
        self.news: set[str] = set()
        """Games of which the bus has said that there is something new."""
        self.ended: set[str] = set()
        """Games that are no longer followed, which their owners do not know yet."""
        self.wake = asyncio.Event()
        self.looked = self.caught_up = 0.0
        self._task: asyncio.Task[None] | None = None

    @property
    def watching(self) -> Watching:
        watching = self.services.watching
        assert watching is not None, "a process that is alone follows nobody"
        return watching

    # -- for whoever comes --------------------------------------------------------------------------

    async def watch(self, id: str) -> Room:
        """The room of another process, to watch; raises NotFollowed."""
        followed = self.rooms.get(id)
        if followed is not None and followed.room.lost:
            # A fault of ours: it is built again.
            self.end(id, Refused("moved"))
        elif followed is not None:
            return followed.room
        if self.services.watching is None or id in self.unfit:
            raise NotFollowed
        beginning = self.beginning.get(id)
        if beginning is None:
            beginning = self.beginning[id] = asyncio.create_task(self._begin(id))
            beginning.add_done_callback(lambda _: self.beginning.pop(id, None))
        return (await asyncio.shield(beginning)).room

    async def look_up(self, room: Room) -> None:
        """Read again whose tokens open something: somebody may have sat down since."""
        try:
            stored = await self.services.store.glance(room.row.id)
        except NotSaved as error:
            raise Refused("not-saved", reason=str(error)) from error
        if stored is not None:
            room.row.host_hash = stored.game.host_hash
            for old, new in zip(room.seats, stored.seats, strict=True):
                old.token_hash = new.token_hash

    async def _begin(self, id: str) -> Followed:
        self.services.bus.listen(id)
        try:
            await self.watching.announce({id: 1})
            news = await self._first_news(id)
            followed = await self._build(news)
        except BaseException as error:
            self.services.bus.ignore(id)
            await succeeds(lambda: self.watching.announce({id: None}))
            if isinstance(error, NotSaved | LogError):
                logger.warning("not followed", extra={"game": id, "reason": str(error)})
                raise NotFollowed from error
            raise
        followed.announced = 1
        self.rooms[id] = followed
        followed.room.on_watchers = self.wake.set
        return followed

    async def _first_news(self, id: str) -> News:
        end = time.monotonic() + PATIENCE
        while True:
            self.news.discard(id)
            news = await self.watching.news(id, 0)
            if news is None or news.stand.owner is None or not news.stored.game.watch:
                raise NotFollowed
            if news.told and not news.stored.damage:
                return news
            if time.monotonic() > end:
                raise NotFollowed
            await asyncio.sleep(LOOK_SECONDS / 10)

    async def _build(self, news: News) -> Followed:
        words = msgspec.json.decode(news.told, type=Words)
        if words.room["reason"]:
            raise NotFollowed
        stored = news.stored
        room = Room(self.services, StoredGame(stored.game, stored.seats, [], stored.chat))
        followed = Followed(room, news.stand, words.whole)
        try:
            async with self.building:
                await self._go_through(followed, stored)
        except LogError:
            self.unfit.add(stored.game.id)
            raise
        show(room, words)
        return followed

    async def _go_through(self, followed: Followed, stored: StoredGame) -> None:
        room, header = followed.room, stored.game.header
        if room.table is None and header is not None and stored.entries:
            room.table = new_table(read_header(header), stored.game.seed)
        if room.table is None:
            return
        if len(stored.entries) > MANY:
            await asyncio.to_thread(go_on, room.table, stored.entries, followed.before)
        else:
            go_on(room.table, stored.entries, followed.before)
        room.on_disk = room.table.version

    # -- keeping up ---------------------------------------------------------------------------------

    def start(self) -> None:
        if self.services.watching is not None:
            self.services.bus.start(self._hear)
            self._task = asyncio.create_task(self._work(), name="following")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        for far in self.far.values():
            far.stop()
        await self.services.bus.close()

    def _hear(self, game: str) -> None:
        self.news.add(game)
        self.wake.set()

    async def _work(self) -> None:
        while True:
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    await self.wake.wait()
            except TimeoutError:
                pass
            self.wake.clear()
            for step in (self._announce, self._see_who_watches, self._catch_up):
                if not await succeeds(step):
                    await asyncio.sleep(LOOK_SECONDS)
                    break

    async def _announce(self) -> None:
        """Tell the owners how many watch here, and let go of rooms that nobody has watched for a while."""
        changed: dict[str, int | None] = dict.fromkeys(
            self.ended - self.beginning.keys() - self.rooms.keys()
        )
        self.ended = set()
        old = time.monotonic() - LINGER_SECONDS
        for id, followed in list(self.rooms.items()):
            count = len(followed.room.listeners)
            if not count and followed.room.touched < old:
                self._forget(id)
                changed[id] = None
            elif count != followed.announced:
                changed[id] = followed.announced = count
        if not changed:
            return
        try:
            await self.watching.announce(changed)
        except NotSaved:
            # All of it again, with the next step.
            self.ended |= {id for id, count in changed.items() if count is None}
            for id in changed.keys() & self.rooms.keys():
                self.rooms[id].announced = UNKNOWN
            raise

    def _forget(self, id: str) -> Room:
        """Nothing is shown in the room from here on; whoever is about to sit down there reads that."""
        room = self.rooms.pop(id).room
        room.lost = room.moved = True
        self.services.bus.ignore(id)
        return room

    async def _see_who_watches(self) -> None:
        """Tell those who watch rooms of ours elsewhere; begin and end with it."""
        if time.monotonic() - self.looked < LOOK_SECONDS:
            return
        self.looked = time.monotonic()
        watched = await self.watching.watched()
        for id, count in watched.items():
            room = self.own.get(id)
            if room is None or room.moved or room.fence is None:
                continue
            far = self.far.get(id)
            if far is None or far.room is not room:
                far = self.far[id] = FarWatchers(room, self.watching, self.services.bus)
            far.count(count)
        for id, far in list(self.far.items()):
            if self.own.get(id) is not far.room:
                far.stop()
                del self.far[id]
            elif id not in watched:
                del self.far[id]
                await far.leave()

    async def _catch_up(self) -> None:
        """Show what is new: where the bus has said so, and everywhere now and then."""
        heard, self.news = self.news & self.rooms.keys(), set()
        if time.monotonic() - self.caught_up >= LOOK_SECONDS:
            self.caught_up = time.monotonic()
            heard = set(self.rooms)
        if not heard:
            return
        wanted = list(heard)
        stands = await self.watching.stands(wanted)
        for id in wanted:
            followed, stand = self.rooms.get(id), stands.get(id)
            if followed is None:
                continue
            if stand is None:
                self.end(id, Refused("not-found", what=id))
            elif stand.owner is None or stand.owner == self.services.settings.node:
                self.end(id, Refused("moved"))
            elif stand != followed.stand and stand.n:
                await self._show(followed)

    def end(self, id: str, reason: Refused) -> None:
        """Whoever watches here reads why that is over, and comes back."""
        if id in self.rooms:
            for listener in list(self._forget(id).listeners):
                listener.dismiss(reason)
            self.ended.add(id)
            self.wake.set()

    async def _show(self, followed: Followed) -> None:
        room = followed.room
        news = await self.watching.news(room.row.id, room.version)
        if news is None or not news.told:
            return
        words = msgspec.json.decode(news.told, type=Words)
        async with room.lock:
            since, known = room.version, room.told
            assert known is not None
            try:
                if words.room["reason"]:
                    raise LogError(words.room["reason"])
                await self._go_through(followed, news.stored)
            except LogError as error:
                # Whoever comes back is passed on to the owner.
                logger.warning("not followed", extra={"game": room.row.id, "reason": str(error)})
                self.unfit.add(room.row.id)
                self.end(room.row.id, Refused("moved"))
                return
            followed.stand = news.stand
            said = [row for row in news.stored.chat if not room.chat or row.n > room.chat[-1].n]
            room.row, room.chat = news.stored.game, news.stored.chat
            room.seats = news.stored.seats
            anew = words.whole != followed.whole
            followed.whole = words.whole
            show(room, words, is_new=room.version != since)
            assert room.told is not None
            if anew:
                for each in room.listeners:
                    send_state(room, each, None)
            else:
                tell(room, known, since, said)
        late = max(0, self.services.leases.time() - words.at)
        self.services.metrics.watched_late.observe(late / 1000)


def go_on(table: RecordedMatch, rows: list[EntryRow], before: list[Game | None]) -> None:
    # Read twice, because somebody was quicker.
    go_through(table, [row for row in rows if row.n > table.version], before)


def show(room: Room, words: Words, *, is_new: bool = True) -> None:
    """From here on the room is as its owner has told. ``is_new``: with another table."""
    before = [] if room.told is None else names_in(room.told.room)
    names = names_in(words.room)
    room.told = Told(words.room, words.table)
    room.seats = [replace(each, name=name) for each, name in zip(room.seats, names, strict=True)]
    if names != before:
        room.renamed()
    elif is_new and room.table is not None:
        room.new_picture()


def names_in(room: Plain) -> list[str]:
    return [seat["name"] for seat in room["seats"]]


def tell(room: Room, known: Told, since: int, said: list[ChatRow]) -> None:
    """What a watcher at the owner was sent: of the table, of the room, and of the chat."""
    told = room.told
    assert told is not None
    if room.version != since or told.table != known.table:
        updates = Updates(room, since)
        for each in room.listeners:
            updates.tell(each)
    # Every answer has another version; a message of its own is sent for the rest.
    if {**known.room, "version": told.room["version"]} != told.room:
        message = encode({"type": "room", "room": told.room})
        for each in room.listeners:
            each.send(message)
    for row in said:
        line: ChatMessage = {"type": "chat", **views.chat_line(row)}
        for each in room.listeners:
            if views.is_heard(room, row.seat, each.unheard):
                each.send(encode(line))


async def succeeds(step: Callable[[], Awaitable[None]]) -> bool:
    """Take a step that may fail, and will be taken again."""
    try:
        await step()
        return True
    except NotSaved as error:
        logger.warning("watchers wait", extra={"reason": str(error)})
    except Exception:
        # A fault in one room must not keep those at all others waiting.
        logger.exception("fault in following")
    return False
