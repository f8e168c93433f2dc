"""The server's part of ``orders``: carry them out while the rooms concerned are locked."""

import asyncio
import json
import logging
import sqlite3
import time
from contextlib import closing, suppress
from typing import TYPE_CHECKING, Any, Final

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import now
from rollplayer.server.operation import moderation, sanctions
from rollplayer.server.operation.moderation import BadOrder, Order
from rollplayer.server.rooms.updates import send_state
from rollplayer.server.storage.sqlite import SqliteStore
from rollplayer.server.storage.store import NotSaved
from rollplayer.server.storage.writer import connect
from rollplayer.server.transport.sockets import Socket

if TYPE_CHECKING:
    from rollplayer.server.rooms.lobby import Lobby

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 0.5
PRUNE_SECONDS: Final = 3600.0


class Caretaker:
    """Carries out orders and deletes games whose time has come."""

    def __init__(self, lobby: "Lobby", store: SqliteStore) -> None:
        self.lobby = lobby
        self.store = store
        self.pruned = -PRUNE_SECONDS

    async def work(self) -> None:
        """Run until the server stops."""
        with closing(await asyncio.to_thread(connect, self.store.path)) as looking:
            while True:
                try:
                    await self.look(looking)
                except (sqlite3.Error, NotSaved) as error:
                    logger.warning("orders wait", extra={"reason": str(error)})
                await asyncio.sleep(LOOK_SECONDS)

    async def look(self, looking: sqlite3.Connection) -> None:
        sql = "SELECT n, what FROM orders WHERE answer IS NULL ORDER BY n"
        rows = await asyncio.to_thread(lambda: looking.execute(sql).fetchall())
        for n, what in rows:
            await self.note_answer(n, await self.answer_to(looking, json.loads(what)))
        await self.keep_house(looking)

    async def note_answer(self, n: int, answer: dict[str, Any]) -> None:
        written = json.dumps(answer)
        sql = "UPDATE orders SET answer = ? WHERE n = ?"
        await self.store.writer.write(lambda db: db.execute(sql, (written, n)).rowcount)

    async def keep_house(self, looking: sqlite3.Connection) -> None:
        settings = self.lobby.services.settings
        days = settings.keep_finished_days, settings.keep_abandoned_days
        if any(days) and time.monotonic() - self.pruned >= PRUNE_SECONDS:
            self.pruned = time.monotonic()
            answer = await self.answer_to(looking, moderation.prune(now(), *days))
            logger.info("old games deleted", extra=answer)

    async def answer_to(self, looking: sqlite3.Connection, order: Order) -> dict[str, Any]:
        try:
            if sanctions.is_sanction(order):
                await self.sanction(order)
                return {"games": 1}
            games = await asyncio.to_thread(moderation.targets, looking, order)
            done = [await self.carry_out(game, order) for game in games]
        except BadOrder as error:
            return {"problem": str(error)}
        except Exception:
            # A failing order must not block the next one.
            logger.exception("order failed", extra={"order": order.get("do", "")})
            return {"problem": "order-failed"}
        logger.info("order", extra={"order": order["do"], "games": sum(done)})
        return {"games": sum(done)}

    async def sanction(self, order: Order) -> None:
        """Act on a person; their sockets learn of it at once."""
        person = await self.store.writer.write(lambda db: sanctions.apply(db, order))
        persons = self.lobby.services.persons
        if person is None or persons is None:
            return
        await persons.look_up_sanctions()
        for room in list(self.lobby.rooms.values()):
            sockets = [each for each in room.listeners if isinstance(each, Socket)]
            barred = [each for each in sockets if each.hashes & persons.barred]
            for socket in barred:
                socket.sign_out()
            if barred:
                room.touch()
                room.tell_room()

    async def carry_out(self, game: str, order: Order) -> bool:
        """Carry an order out on one game, with its room locked if it is in memory."""
        if moderation.removes(order):
            return await self.remove(game, order)
        try:
            room = await self.lobby.get(game)
        except Refused:
            await self.write(game, order)
            return True
        async with room.lock:
            await self.write(game, order)
            room.lost = True
            await room.recover()
            for listener in room.listeners:
                send_state(room, listener, None)
        return True

    async def remove(self, game: str, order: Order) -> bool:
        lobby = self.lobby
        lobby.barred.add(game)  # Nobody begins to load what is about to go.
        try:
            if game in lobby.loading:
                with suppress(Refused):
                    await asyncio.shield(lobby.loading[game])
            room = lobby.rooms.get(game)
            if room is None:
                await self.write(game, order)
                return True
            if order["do"] == "prune" and room.listeners:
                return False
            async with room.lock:
                await self.write(game, order)
                # Whoever waits for the lock finds nothing left to do.
                room.row.status, room.table, room.picture = "closed", None, None
            for listener in list(room.listeners):
                listener.dismiss()
            await lobby.let_go(room)
            return True
        finally:
            lobby.barred.discard(game)
            for other in lobby.rooms.values():
                if other.row.rematch == game:
                    other.row.rematch = None

    async def write(self, game: str, order: Order) -> None:
        await self.store.writer.write(lambda db: moderation.apply(db, game, order))
