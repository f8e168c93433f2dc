"""Servers that are careless with friends, on purpose: each has one defect that a test must notice.

python -m tests.server.faulty_friends DEFECT --port N --data FOLDER --json
"""

import asyncio
import sys
from collections.abc import Callable
from typing import Any

from rollplayer.cli import main
from rollplayer.server.common.problems import Refused
from rollplayer.server.protocol import bodies as b
from rollplayer.server.rooms import requests, views
from rollplayer.server.storage import friends, invitations, traces
from rollplayer.server.storage.database import Database
from rollplayer.server.storage.friends import Acquaintance, Friends
from rollplayer.server.storage.invitations import Invitations
from rollplayer.server.storage.persons import Persons
from rollplayer.server.storage.reports import Reports, Sanction
from rollplayer.server.transport import api, friend_routes
from rollplayer.server.transport import friends as handlers
from rollplayer.server.transport.http import ApiContext
from rollplayer.server.transport.requests import ApiRequest
from tests.server.faulty_persons import rewrite


def guessable() -> None:
    """Everybody's handle is the id, and whoever says one is believed."""

    async def find(self: Friends, person: str, handle: str) -> Acquaintance | None:
        sql = "SELECT id, name FROM persons"
        rows = await self.store.tables.read(lambda db: db.execute(sql).fetchall())
        for id, name in rows:
            if handle in (id, id.ljust(20, "-")):
                return Acquaintance(id, handle, name, None, "friend", None, 0)
        return await found(self, person, handle)

    found = Friends.find
    rewrite(Friends, "find", find)


def shared() -> None:
    """A person has the same handle in the eyes of all, so one can be stolen."""
    vars(friends)["handle_of"] = lambda secret, _person, other: other.ljust(20, "-")

    async def find(self: Friends, person: str, handle: str) -> Acquaintance | None:
        sql = "SELECT id, name FROM persons"
        rows = await self.store.tables.read(lambda db: db.execute(sql).fetchall())
        known = {id.ljust(20, "-"): (id, name) for id, name in rows}
        if handle not in known:
            return None
        id, name = known[handle]
        return Acquaintance(id, handle, name, None, "friend", None, 0)

    rewrite(Friends, "find", find)


def one_sided() -> None:
    """Whoever asks is a friend at once."""

    async def ask(self: Friends, person: str, other: str) -> None:
        await asked(self, person, other)
        sql = "UPDATE friendships SET agreed = asked WHERE person = ? AND other = ?"
        await self.store.writer.write(lambda db: db.execute(sql, (person, other)).rowcount)

    asked = Friends.ask
    rewrite(Friends, "ask", ask)


def racing() -> None:
    """Looks whether an invitation is open, waits, and then sits the person down."""

    async def answer(self: Invitations, game: str, person: str, answer: str | None) -> bool:
        is_open = any(each.game == game for each in await self.received(person))
        await asyncio.sleep(0.3)
        await answered(self, game, person, answer)
        return is_open

    async def sit_down(context: ApiContext, request: ApiRequest, device: Any, game: str) -> None:
        room = await context.lobby.get(game)
        await requests.join(room, b.JoinGame(name="Bo"))

    answered = Invitations.answer
    rewrite(Invitations, "answer", answer)
    vars(handlers)["sit_down"] = sit_down


def open_to_all() -> None:
    """Whoever knows a table counts as invited to it."""

    async def answer(self: Invitations, game: str, person: str, answer: str | None) -> bool:
        return True

    rewrite(Invitations, "answer", answer)


def pestering() -> None:
    """Nobody counts invitations."""
    vars(invitations)["check_limits"] = lambda *_: None


def resending() -> None:
    """An invitation can be sent again, with another notice."""

    def put(db: Database, game: str, person: str, other: str, at: int) -> None:
        db.execute("DELETE FROM outbox WHERE game = ?", (game,))
        db.execute("DELETE FROM invitations WHERE game = ?", (game,))
        kept(db, game, person, other, at)

    kept = invitations.put
    vars(invitations)["put"] = put
    vars(invitations)["is_invited"] = lambda *_: False


def telling() -> None:
    """Says of a block what it is."""

    async def ask(self: Friends, person: str, other: str) -> None:
        sql = "SELECT 1 FROM blocks WHERE person = ? AND other = ?"
        row = await self.store.tables.read(lambda db: db.execute(sql, (other, person)).fetchone())
        if row is not None:
            raise Refused("forbidden")
        await asked(self, person, other)

    asked = Friends.ask
    rewrite(Friends, "ask", ask)


def vanishing() -> None:
    """A blocked person does not see whoever has blocked them any more."""

    def played_with(db: Database, person: str) -> Any:
        sql = "SELECT person FROM blocks WHERE other = ?"
        gone = {row[0] for row in db.execute(sql, (person,))}
        return {id: seen for id, seen in played(db, person).items() if id not in gone}

    played = friends.played_with
    vars(friends)["played_with"] = played_with


def seating() -> None:
    """A blocked person sits down at the table of whoever has blocked them."""

    async def is_welcome(*_: Any) -> bool:
        return True

    vars(api)["is_welcome"] = vars(handlers)["is_welcome"] = is_welcome


def loud() -> None:
    """The chat of blocked persons reaches everybody."""
    vars(views)["is_heard"] = lambda *_: True


def lenient() -> None:
    """What an operator has done has no effect."""

    async def sanction(self: Reports, person: str) -> Sanction:
        return Sanction()

    rewrite(Reports, "sanction", sanction)


def bypassed() -> None:
    """Only devices are looked at, not the tokens that a person has claimed."""

    async def look_up_sanctions(self: Persons) -> None:
        return None

    rewrite(Persons, "look_up_sanctions", look_up_sanctions)


def flooded() -> None:
    """The same report comes as often as somebody sends it."""

    async def add(self: Reports, report: Any) -> None:
        def forget(db: Database) -> None:
            db.execute("UPDATE reports SET resolved = at")

        await self.store.writer.write(forget)
        await added(self, report)

    added = Reports.add
    rewrite(Reports, "add", add)


def remembering() -> None:
    """What a person said stays in the reports of others."""
    vars(traces)["erase_evidence"] = lambda *_: None


DEFECTS: dict[str, Callable[[], None]] = {
    each.__name__: each
    for each in (
        guessable,
        shared,
        one_sided,
        racing,
        open_to_all,
        pestering,
        resending,
        telling,
        vanishing,
        seating,
        loud,
        lenient,
        bypassed,
        flooded,
        remembering,
    )
}

if __name__ == "__main__":
    assert friend_routes.FRIEND_ROUTES
    DEFECTS[sys.argv[1]]()
    sys.exit(main(["serve", *sys.argv[2:]]))
