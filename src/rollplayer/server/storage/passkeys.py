"""Passkeys in the store: whose they are, their public keys, and how often they have signed."""

from dataclasses import dataclass, field
from typing import Final

from rollplayer.server.common.tokens import now
from rollplayer.server.storage.database import Database, rows_of
from rollplayer.server.storage.persons import DeviceRow, check_signed_in
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.store import NotSaved

MOST_PASSKEYS: Final = 10


class TooManyPasskeys(NotSaved):
    """A person has as many passkeys as one may have."""


@dataclass(frozen=True)
class PasskeyRow:
    """A key that signs for a person; only its public half is stored."""

    id: str
    person: str
    credential: bytes = field(repr=False)
    key: bytes = field(repr=False)
    count: int
    name: str
    created: int
    used: int | None = None
    doubted: bool = False


class Passkeys:
    """The part of the store that knows passkeys."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store

    async def of(self, person: str) -> list[PasskeyRow]:
        sql = "SELECT * FROM passkeys WHERE person = ? ORDER BY created, id"
        return await self.store.tables.read(lambda db: passkeys_where(db, sql, person))

    async def find(self, credential: bytes) -> PasskeyRow | None:
        sql = "SELECT * FROM passkeys WHERE credential = ?"
        found = await self.store.tables.read(lambda db: passkeys_where(db, sql, credential))
        return found[0] if found else None

    async def add(self, passkey: PasskeyRow, by: DeviceRow) -> None:
        """AlreadyThere if somebody has it already; SignedOut if the device that adds it has gone since."""

        def run(db: Database) -> None:
            check_signed_in(db, by)
            sql = "SELECT count(*) FROM passkeys WHERE person = ?"
            if db.execute(sql, (passkey.person,)).fetchone()[0] >= MOST_PASSKEYS:
                raise TooManyPasskeys(passkey.person)
            db.execute(
                "INSERT INTO passkeys (id, person, credential, key, count, name, created) "
                "VALUES (?, ?, ?, ?, ?, ?, ?)",
                (
                    passkey.id,
                    passkey.person,
                    passkey.credential,
                    passkey.key,
                    passkey.count,
                    passkey.name,
                    passkey.created,
                ),
            )

        await self.store.writer.write(run)

    async def rename(self, person: str, id: str, name: str) -> bool:
        sql = "UPDATE passkeys SET name = ? WHERE person = ? AND id = ?"
        values = (name, person, id)
        return await self.store.writer.write(lambda db: db.execute(sql, values).rowcount == 1)

    async def remove(self, person: str, id: str) -> bool:
        def run(db: Database) -> bool:
            db.overwrite_deleted()
            sql = "DELETE FROM passkeys WHERE person = ? AND id = ?"
            return db.execute(sql, (person, id)).rowcount == 1

        return await self.store.writer.write(run)

    async def use(self, id: str, count: int) -> bool:
        """Note a signature; False if it cannot be the next one, and then the passkey is doubted.

        In one transaction: the second of two signatures with the same count is not the next one.
        """

        def run(db: Database) -> bool:
            sql = (
                "UPDATE passkeys SET count = ?, used = ? WHERE id = ? AND doubted = 0 "
                "AND (count < ? OR (count = 0 AND ? = 0))"
            )
            if db.execute(sql, (count, now(), id, count, count)).rowcount:
                return True
            db.execute("UPDATE passkeys SET doubted = 1 WHERE id = ?", (id,))
            return False

        return await self.store.writer.write(run)


def passkeys_where(db: Database, sql: str, value: str | bytes) -> list[PasskeyRow]:
    return [
        PasskeyRow(**{**row, "doubted": bool(row["doubted"])}) for row in rows_of(db, sql, value)
    ]
