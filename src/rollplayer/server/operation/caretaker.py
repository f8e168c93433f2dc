"""The server's part of ``instructions``: carry them out while the rooms concerned are locked."""

import asyncio
import json
import logging
import time
from contextlib import suppress
from typing import Any, Final

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import now
from rollplayer.server.operation import moderation, sanctions
from rollplayer.server.operation.moderation import BadInstruction, Instruction
from rollplayer.server.rooms.draining import hand_over
from rollplayer.server.rooms.lobby import Lobby
from rollplayer.server.rooms.updates import send_state
from rollplayer.server.storage.reader import Reader
from rollplayer.server.storage.shared import SIGNED_OUT
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.store import Fence, NotSaved
from rollplayer.server.transport.persons import sign_out_gone, sign_out_where

logger = logging.getLogger(__name__)

LOOK_SECONDS: Final = 0.5
LOOK_AGAIN_SECONDS: Final = 5.0
PRUNE_SECONDS: Final = 3600.0


class Caretaker:
    """Carries out instructions and deletes games whose time has come."""

    def __init__(self, lobby: Lobby, store: SqlStore) -> None:
        self.lobby = lobby
        self.store = store
        self.pruned = -PRUNE_SECONDS
        self.looked = time.monotonic()

    async def work(self) -> None:
        """Run until the server stops."""
        looking = Reader(await asyncio.to_thread(self.store.connect), "store-instructions")
        try:
            while True:
                try:
                    await self.look_again()
                    if self.lobby.services.leases.keeps_house:
                        await self.look(looking)
                except NotSaved as error:
                    logger.warning("instructions wait", extra={"reason": str(error)})
                await asyncio.sleep(LOOK_SECONDS)
        finally:
            # Not before its thread has ended: SQLite crashes if a connection is closed that is still read from.
            await asyncio.to_thread(looking.close)

    async def look_again(self) -> None:
        """Read again what other processes may have changed and this one has in memory."""
        services = self.lobby.services
        if not services.leases.seconds or time.monotonic() - self.looked < LOOK_AGAIN_SECONDS:
            return
        self.looked = time.monotonic()
        if services.persons is not None:
            await sign_out_gone(self.lobby, services.persons)

    async def look(self, looking: Reader) -> None:
        sql = "SELECT n, what FROM orders WHERE answer IS NULL ORDER BY n"
        rows = await looking.read(lambda db: db.execute(sql).fetchall())
        for n, what in rows:
            await self.note_answer(n, await self.answer_to(looking, json.loads(what)))
        await self.keep_house(looking)

    async def note_answer(self, n: int, answer: dict[str, Any]) -> None:
        written = json.dumps(answer)
        sql = "UPDATE orders SET answer = ? WHERE n = ?"
        await self.store.writer.write(lambda db: db.execute(sql, (written, n)).rowcount)

    async def keep_house(self, looking: Reader) -> None:
        settings = self.lobby.services.settings
        days = settings.keep_finished_days, settings.keep_abandoned_days
        if any(days) and time.monotonic() - self.pruned >= PRUNE_SECONDS:
            self.pruned = time.monotonic()
            answer = await self.answer_to(looking, moderation.prune(now(), *days))
            logger.info("old games deleted", extra=answer)

    async def answer_to(self, looking: Reader, instruction: Instruction) -> dict[str, Any]:
        try:
            if sanctions.is_sanction(instruction):
                await self.sanction(instruction)
                return {"games": 1}
            games = await looking.read(lambda db: moderation.targets(db, instruction))
            done = [await self.carry_out(game, instruction) for game in games]
        except BadInstruction as error:
            return {"problem": str(error)}
        except Exception:
            # A failing instruction must not block the next one.
            logger.exception("instruction failed", extra={"instruction": instruction.get("do", "")})
            return {"problem": "order-failed"}
        logger.info("instruction", extra={"instruction": instruction["do"], "games": sum(done)})
        return {"games": sum(done)}

    async def sanction(self, instruction: Instruction) -> None:
        """Act on a person; their sockets learn of it at once."""
        person = await self.store.writer.write(lambda db: sanctions.apply(db, instruction))
        persons = self.lobby.services.persons
        if person is None or persons is None:
            return
        await persons.look_up_sanctions()
        barred = persons.barred
        sign_out_where(self.lobby, lambda socket: bool(socket.hashes & barred))
        await self.store.shared.announce(SIGNED_OUT)

    async def carry_out(self, game: str, instruction: Instruction) -> bool:
        """Carry an instruction out on one game, with its room locked if it is in memory."""
        if moderation.removes(instruction):
            return await self.remove(game, instruction)
        try:
            room = await self.lobby.get(game, by_force=True)
        except Refused:
            async with self.lobby.ownership.holding(game) as fence:
                await self.write(game, instruction, fence)
            return True
        async with room.lock:
            await self.write(game, instruction, room.fence)
            room.lost = True
            await room.recover()
            for listener in room.listeners:
                send_state(room, listener, None)
        if room.is_of_another_version and self.lobby.services.leases.newest() is not None:
            # Whoever keeps house need not be able to play the game that it has taken for this.
            await hand_over(self.lobby, room)
        return True

    async def remove(self, game: str, instruction: Instruction) -> bool:
        lobby = self.lobby
        lobby.barred.add(game)  # Nobody begins to load what is about to go.
        try:
            if game in lobby.loading:
                with suppress(Refused):
                    await asyncio.shield(lobby.loading[game])
            room = lobby.rooms.get(game)
            if room is None:
                async with lobby.ownership.holding(game) as fence:
                    await self.write(game, instruction, fence)
                return True
            if instruction["do"] == "prune" and room.listeners:
                return False
            async with room.lock:
                await self.write(game, instruction, room.fence)
                # Whoever waits for the lock finds nothing left to do.
                room.row.status, room.table, room.picture = "closed", None, None
            for listener in list(room.listeners):
                listener.dismiss(Refused("not-found", what=game))
            await lobby.let_go(room)
            return True
        finally:
            lobby.barred.discard(game)
            for other in lobby.rooms.values():
                if other.row.rematch == game:
                    other.row.rematch = None

    async def write(self, game: str, instruction: Instruction, fence: Fence | None) -> None:
        await self.store.write(lambda db: moderation.apply(db, game, instruction), fence)
