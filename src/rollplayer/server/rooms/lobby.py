"""All rooms of a server: created, found, and let go when nobody looks at them."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from typing import Any, Final, NoReturn

from rollplayer.chance import Chance
from rollplayer.content import library_for
from rollplayer.names import clean
from rollplayer.rules.options import read_options
from rollplayer.rules.versions import CURRENT_RULES
from rollplayer.server.common.problems import Refused
from rollplayer.server.common.queues import AGAIN_SECONDS
from rollplayer.server.common.tokens import is_id, new_id, new_token, now, token_hash
from rollplayer.server.protocol import bodies as b
from rollplayer.server.protocol import messages as m
from rollplayer.server.protocol.times import TimeLimit
from rollplayer.server.rooms import orders, people, rated, views
from rollplayer.server.rooms.asked import newly_asked
from rollplayer.server.rooms.following import Following
from rollplayer.server.rooms.keyrings import SignedOut
from rollplayer.server.rooms.ownership import Elsewhere, OfAnotherVersion, Ownership
from rollplayer.server.rooms.play import start_driver, stop_driver
from rollplayer.server.rooms.progress import new_progress
from rollplayer.server.rooms.room import Room
from rollplayer.server.rooms.services import Services
from rollplayer.server.rooms.timekeeper import Timekeeper
from rollplayer.server.rooms.wishes import options_of, seats_of
from rollplayer.server.storage.idempotency import Keeper
from rollplayer.server.storage.leases import Node
from rollplayer.server.storage.store import (
    Beside,
    Fence,
    Fenced,
    GameRow,
    KeptAnswer,
    KeyUsed,
    NotSaved,
    RatedNote,
    SatDown,
    SeatRow,
    StoredGame,
)

logger = logging.getLogger(__name__)

SWEEP_SECONDS: Final = 30.0
"""So often rooms are looked at; one that is not being played on leaves after as much."""
JUST_NOW_SECONDS: Final = 5.0
BUILT_AT_ONCE: Final = 2
BETWEEN_WAKING_SECONDS: Final = 0.01
"""Reading a room again takes some milliseconds, and there may be thousands."""
MOST_WAITING: Final = 32
"""Games to look at may wait for being built; those being played on always may."""
MEASURED_PARTS: Final = 32
"""How big all rooms are is looked up when so great a part of them is new: of thousands, not for each that comes."""


class Lobby:
    """The rooms in memory, by id."""

    def __init__(self, services: Services) -> None:
        self.services = services
        self.rooms: dict[str, Room] = {}
        self.loading: dict[str, asyncio.Task[Room]] = {}
        self.barred: set[str] = set()
        """Games that are being deleted."""
        self.signed_out = SignedOut()
        self.timekeeper = Timekeeper(services, self.get)
        self.building = asyncio.Semaphore(BUILT_AT_ONCE)
        self.waiting = 0
        """How many rooms are being built, or are to be."""
        self.unmeasured = 0
        """How many rooms have come since their size was looked up."""
        self.ownership = Ownership(services.leases, self._held, self._lose)
        self.ownership.on_cut_off = self._cut_off
        self.following = Following(services, self.rooms, self.building)
        services.on_moved = self.move_on
        self.draining = False
        """Whether no more rooms are taken, and those that are here are handed over."""
        self.stopping = False
        self.leaving: set[asyncio.Task[None]] = set()
        self._sweeper: asyncio.Task[None] | None = None

    # -- finding ------------------------------------------------------------------------------------

    async def get(self, id: str, *, by_force: bool = False, as_it_is: bool = False) -> Room:
        """The room of a game, loaded if need be; Refused if there is none, Elsewhere if another process has it.

        By force it is taken from whoever has it: what operators want does not wait. As it is it also comes if this
        version cannot play the game; otherwise that is left to another process.
        """
        room = self.rooms.get(id)
        if room is not None:
            room.touched = time.monotonic()
            return room
        if not is_id(id):
            raise Refused("not-found", what=id[:20])
        if id in self.barred:
            raise Refused("not-found", what=id)
        if self.stopping:
            raise Refused("stopping")
        loading = self.loading.get(id)
        if loading is None:
            if self.draining and not by_force:
                await self.leave(id)
            # Whoever asks meanwhile waits for the same room: there is only ever one of a game.
            load = self._load(id, by_force=by_force, as_it_is=by_force or as_it_is)
            loading = self.loading[id] = asyncio.create_task(load)
            loading.add_done_callback(lambda _: self.loading.pop(id, None))
        try:
            return await asyncio.shield(loading)
        except Elsewhere as error:
            if not by_force and not (as_it_is and isinstance(error, OfAnotherVersion)):
                raise
            # Who began to load it did not insist.
            return await self.get(id, by_force=by_force, as_it_is=as_it_is)

    def heard_rooms(self) -> list[Room]:
        """All rooms in which somebody may listen here, also those that other processes own."""
        return [*self.rooms.values(), *(each.room for each in self.following.rooms.values())]

    def has(self, id: str) -> bool:
        """Whether a room is in memory, or is about to be."""
        return id in self.rooms or id in self.loading

    async def _load(self, id: str, *, by_force: bool, as_it_is: bool) -> Room:
        if not as_it_is:
            await self.ownership.check_left(id)
        # Read only after the lease is taken: before that, somebody else may still write.
        fence = await self.ownership.take(id, by_force=by_force)
        try:
            room = await self._build(id, fence)
            if room.is_of_another_version and not as_it_is:
                self.ownership.leave(id)
            return self._keep(room)
        except BaseException:
            await self.ownership.give_back(fence)
            raise

    async def look_at(self, id: str) -> Room:
        """A room to read from, whoever owns it: one that is not ours is as it was on the disk just now."""
        try:
            return await self.get(id)
        except Elsewhere:
            return await self._build(id, None)

    async def _build(self, id: str, fence: Fence | None) -> Room:
        try:
            stored = await self.services.store.load(id)
        except NotSaved as error:
            raise Refused("not-saved", reason=str(error)) from error
        if stored is None:
            raise Refused("not-found", what=id)
        room = Room(self.services, stored)
        room.fence = fence
        if self.waiting >= MOST_WAITING and stored.game.status != "running":
            raise Refused("busy", seconds=AGAIN_SECONDS)
        self.waiting += 1
        try:
            async with self.building:
                await room.build(stored)
        finally:
            self.waiting -= 1
        return room

    def _keep(self, room: Room) -> Room:
        self.rooms[room.row.id] = room
        # It was watched here as another's; whoever comes back finds ours.
        self.following.end(room.row.id, Refused("moved"))
        self.services.metrics.rooms.set(len(self.rooms))
        if not room.reason:
            start_driver(room)
        self.make_room()
        return room

    def make_room(self) -> None:
        """Let go what was looked at longest ago, ended games first, while the rooms are too big."""
        most = self.services.settings.rooms_megabytes << 20
        self.unmeasured += 1
        if self.unmeasured * MEASURED_PARTS < len(self.rooms):
            return
        self.unmeasured = 0
        size = sum(each.size for each in self.rooms.values())
        if not most or size <= most:
            return
        # Somebody may be about to sit down in one that was asked for just now.
        old = time.monotonic() - JUST_NOW_SECONDS
        unused = [each for each in self.rooms.values() if is_unused(each) and each.touched < old]
        for room in sorted(unused, key=lambda each: (each.row.status == "running", each.touched)):
            if size <= most:
                break
            size -= room.size
            self.rooms.pop(room.row.id, None)
            self._let_go_soon(room)

    def _let_go_soon(self, room: Room) -> None:
        self._soon(self.let_go(room))

    def _soon(self, work: Coroutine[Any, Any, None]) -> None:
        """Have something done that nobody waits for."""
        task = asyncio.create_task(work)
        self.leaving.add(task)
        task.add_done_callback(self.leaving.discard)

    # -- owning -------------------------------------------------------------------------------------

    def _held(self) -> dict[str, Fence]:
        return {id: room.fence for id, room in self.rooms.items() if room.fence is not None}

    def _lose(self, fence: Fence) -> None:
        room = self.rooms.get(fence.game)
        if room is not None and room.fence == fence:
            room.move_on()

    def _cut_off(self) -> None:
        """Others may have all rooms by now: whoever sits or watches here is sent there."""
        owned = [room for room in self.rooms.values() if room.fence is not None]
        if owned or self.following.rooms:
            logger.warning("cut off from the store", extra={"rooms": len(owned)})
        for room in owned:
            room.move_on()
        for id in list(self.following.rooms):
            self.following.end(id, Refused("moved"))

    def move_on(self, id: str) -> None:
        """Another process owns a room: it leaves the memory, and everybody in it reads why and is closed."""
        room = self.rooms.get(id)
        if room is None or not room.moved:
            return
        del self.rooms[id]
        logger.warning("room moved", extra={"game": id})
        self.services.metrics.moved.inc()
        for listener in list(room.listeners):
            listener.dismiss(Refused("moved"))
        self._let_go_soon(room)

    def look_again(self) -> None:
        """Read every room again before anything else is done there: the store may have lost what was written last."""
        for room in self.rooms.values():
            room.lost = True
        self._soon(self._wake([*self.rooms.values()]))

    async def _wake(self, rooms: Sequence[Room]) -> None:
        """Where the server itself may be asked, one by one: whoever answers in another room is not to wait for all."""
        for room in rooms:
            if room.lost and not room.moved:
                room.touch()
                await asyncio.sleep(BETWEEN_WAKING_SECONDS)

    def successor(self, id: str) -> Node | None:
        """Who is to take a room that nobody owns instead of this process; None if that would take it itself."""
        return self.services.leases.successor(id) if self.draining else self.ownership.heir(id)

    async def elsewhere(self, id: str) -> Node | None:
        """Which other process has, or is to take, a room; None if it is this one's, or nobody's."""
        if self.has(id):
            return None
        return await self.ownership.owner(id) or self.successor(id)

    async def leave(self, id: str) -> NoReturn:
        """Leave a room to whoever owns it, or is to take it."""
        try:
            node = await self.elsewhere(id)
        except NotSaved as error:
            raise Refused("not-saved", reason=str(error)) from error
        self.leave_to(node)

    def leave_to(self, node: Node | None) -> NoReturn:
        """Raises Elsewhere if another process has, or is to take, a room; Refused if none takes any."""
        raise Refused("stopping") if node is None else Elsewhere(node)

    # -- creating -----------------------------------------------------------------------------------

    async def create(
        self, wish: b.CreateGame, keeper: Keeper | None = None, person: str = ""
    ) -> b.Created:
        """A new table; a rated one needs the person who creates it, and sits there."""
        id = new_id()
        if self.draining:
            self.leave_to(self.successor(id))
        options = options_of(wish)
        seats, tokens = seats_of(wish, options.players)
        notes: list[RatedNote] = []
        if wish.rated:
            own = rated.check_wish(wish, options, seats)
            await rated.check_persons(self.services.ratings, [person])
            assert own.token_hash is not None
            notes.append(SatDown(own.seat, person, own.token_hash))
        host = new_token()
        seed = Chance.fresh().seed
        row = GameRow(
            id=id,
            title=clean(wish.title, m.TITLE_LIMIT),
            status="open",
            options=options.plain(),
            rules=CURRENT_RULES,
            content=library_for(options).hash,
            seed=seed,
            host_hash=token_hash(host),
            listed=wish.listed,
            watch=wish.watch,
            pace=wish.pace,
            language=wish.language,
            created=now(),
            time_limit=self.time_limit_of(wish),
            rated=wish.rated,
        )
        if wish.start and any(each.kind == "open" for each in seats):
            raise Refused("not-full")

        def answer(game: m.Room) -> b.Created:
            return b.Created(game=game, host=host, seats=tokens)

        kept = None if keeper is None else lambda game: keeper.kept(answer(game), 201)
        room = await self._create(row, seats, kept, start=wish.start, notes=notes)
        return answer(views.info(room))

    def time_limit_of(self, wish: b.CreateGame) -> dict[str, Any] | None:
        """What is agreed on time; the bot that will stand in is known from the beginning."""
        limit = wish.time_limit
        if limit is None:
            return None
        agreed: TimeLimit = {
            "turn_seconds": limit.turn_seconds,
            "bank_seconds": limit.bank_seconds,
            "downtime": limit.downtime,
            "stand_in": self.services.stand_in(limit.stand_in),
        }
        return {**agreed}

    async def _create(
        self,
        row: GameRow,
        seats: Sequence[SeatRow],
        kept: Callable[[m.Room], KeptAnswer] | None = None,
        *,
        start: bool = False,
        rematch_of: Room | None = None,
        notes: Sequence[RatedNote] = (),
    ) -> Room:
        """A new room. Created, begun and answered in one transaction: half of it would be none."""
        if self.stopping:
            raise Refused("stopping")
        room = Room(self.services, StoredGame(row, list(seats), [], []))
        changes = people.begin(room) if start else {}
        for name, value in changes.items():
            setattr(row, name, value)
        records = room.table.records if room.table is not None else []
        try:
            room_info = views.info(room)
            room_info.version = len(records)
            answer = None if kept is None else kept(room_info)
            rows = [each.row() for each in records]
            room.progress = new_progress(room)
            beside = Beside(newly_asked(room), room.progress, notes)
            before = (rematch_of.row.id, rematch_of.fence) if rematch_of else (None, None)
            room.fence = await self.services.store.create(
                row, seats, rows, answer, before[0], beside, before[1]
            )
        except Fenced as error:
            assert rematch_of is not None
            rematch_of.move_on()
            raise Refused("moved") from error
        except KeyUsed as error:
            # Somebody elsewhere has used the same one at the same time.
            raise Refused("key-used") from error
        except NotSaved as error:
            raise Refused("not-saved", reason=str(error)) from error
        self.services.metrics.games.labels("created").inc()
        logger.info("game created", extra={"game": row.id, "players": row.options["players"]})
        self._keep(room)
        if start:
            room.is_written(0)
            people.has_begun(room)
        if beside.asked is not None and self.services.on_asked is not None:
            self.services.on_asked()
        return room

    async def rematch(self, room: Room, wish: b.Rematch, keeper: Keeper | None = None) -> b.OneGame:
        """The same table again, with the same tokens. Called under the lock."""
        if room.row.rematch is not None:
            return b.OneGame(game=views.info(await self.get(room.row.rematch)))
        if room.row.status not in ("finished", "closed") and not room.reason:
            raise Refused("not-finished")
        if room.damaged:
            # What was agreed on is not known any more.
            raise Refused("broken-game", reason=room.reason)
        if room.row.rated and self.services.ratings is not None:
            sat = await self.services.ratings.seats(room.row.id)
            await rated.check_persons(self.services.ratings, [each.person for each in sat])
        row = replace(
            room.row,
            id=new_id(),
            status="open",
            rules=CURRENT_RULES,
            content=library_for(read_options(room.row.options)).hash,
            seed=Chance.fresh().seed,
            created=now(),
            header=None,
            started=None,
            finished=None,
            result=None,
            rematch=None,
            settled=0,
            times=None,
            orders=None,
            vote=None,
        )
        seats = [
            replace(each, stand_in=None, entropy="", name=each.name if each.kind != "open" else "")
            for each in room.seats
        ]
        kept = None if keeper is None else lambda game: keeper.kept(b.OneGame(game=game))
        if wish.start and any(each.kind == "open" for each in seats):
            raise Refused("not-full")
        again = await self._create(row, seats, kept, start=wish.start, rematch_of=room)
        room.row.rematch = row.id
        room.touch()
        room.tell_room()
        return b.OneGame(game=views.info(again))

    # -- keeping house ------------------------------------------------------------------------------

    def start(self) -> None:
        self._sweeper = asyncio.create_task(self._sweep(), name="sweep")
        self.timekeeper.start()
        self.ownership.start()
        self.following.start()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP_SECONDS, self.services.settings.idle_seconds or 1.0))
            for room in list(self.rooms.values()):
                if self.is_idle(room):
                    await self.let_go(room)

    def is_idle(self, room: Room) -> bool:
        """Whether nobody looks at a room, nothing happens in it, and that for long."""
        if not is_unused(room):
            return False
        patience = self.services.settings.idle_seconds
        if room.status != "running":
            patience = min(patience, SWEEP_SECONDS)
        return time.monotonic() - room.touched > patience

    async def let_go(self, room: Room) -> None:
        if self.rooms.get(room.row.id) is room:
            del self.rooms[room.row.id]
        self.services.metrics.rooms.set(len(self.rooms))
        await stop_driver(room)
        self.timekeeper.note(room.row, room.times)
        self.services.bot_workers.forget(room.row.id)
        await self.ownership.give_back(room.fence)

    async def stop(self) -> None:
        """Finish what is being written, then let all rooms go."""
        self.stopping = True
        if self._sweeper is not None:
            self._sweeper.cancel()
            await asyncio.gather(self._sweeper, return_exceptions=True)
        await self.following.stop()
        for room in list(self.rooms.values()):
            await stop_driver(room)
            async with room.lock:
                self.rooms.pop(room.row.id, None)
        await self.timekeeper.stop()
        # What is held is given back when the store closes.
        await self.ownership.stop()


def is_unused(room: Room) -> bool:
    # An order that is to answer soon waits in memory.
    return not room.listeners and not room.lock.locked() and not orders.is_due(room)
