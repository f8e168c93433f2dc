"""Notices in the store: where people want to be told of their turns, and what is still to be delivered.

A notice is written in the same transaction as the answer that asks somebody, so that it is lost no sooner
than the answer. Its id is made there and stays, however often it is sent.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields, replace
from typing import Any, Final

from rollplayer.server.common.tokens import now
from rollplayer.server.storage.asked import NOTICE_ID
from rollplayer.server.storage.database import Database, Row, optional_json, rows_of
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.store import Asked, NotSaved

MOST_CHANNELS: Final = 12
"""Of one person, or of one game."""
CHANNELS_A_LOOK: Final = 1000
ROWS_A_LOOK: Final = 50
"""Of one channel."""
KEPT_DONE: Final = 30 * 24 * 3600 * 1000
"""Milliseconds for which delivered notices are remembered."""


class TooManyChannels(NotSaved):
    """There are as many channels as one may have."""


@dataclass(frozen=True)
class ChannelRow:
    """Where notices go: a browser, a mailbox or a webhook, of a person or of a game."""

    id: str
    person: str | None
    game: str | None
    device: str | None
    kind: str
    address: str = field(repr=False)
    keys: dict[str, str] | None = field(repr=False)
    site: str
    digest: bool
    created: int
    confirmed: int | None


@dataclass(frozen=True)
class NoticeTimes:
    """Minutes of a day in somebody's zone. Quiet hours from a minute to itself are none."""

    zone: str = "UTC"
    quiet_from: int = 0
    quiet_to: int = 0
    digest_at: int = 18 * 60


@dataclass(frozen=True)
class OutboxRow:
    """One notice on its way to one channel."""

    id: str
    game: str | None
    seat: int | None
    turn: str | None
    version: int | None
    at: int
    attempts: int
    held: bool
    batch: str | None


@dataclass(frozen=True)
class Due:
    """What goes to one channel now, with all that is needed to word it."""

    channel: ChannelRow
    language: str
    times: NoticeTimes
    rows: tuple[OutboxRow, ...]


class Outbox:
    """The part of the store that knows notices."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store
        self.tokens: set[bytes] = set()
        """The hashes of tokens whose holders want notices: nobody else's answers cost anything more."""
        self.games: set[str] = set()
        """Games that have a channel of their own."""

    def wants(self, game: str, digest: bytes) -> bool:
        if self.store.leases.seconds:
            # Another process may have learned of it since; the transaction that writes a notice knows.
            return True
        return digest in self.tokens or game in self.games

    async def open(self) -> None:
        """Read who wants notices, and forget what was done long ago."""

        def run(db: Database) -> tuple[set[bytes], set[str]]:
            sql = "DELETE FROM outbox WHERE done < ?"
            db.execute(sql, (now() - KEPT_DONE,))
            sql = "SELECT digest FROM claims WHERE person IN (SELECT person FROM channels)"
            tokens = {bytes(row[0]) for row in db.execute(sql)}
            sql = "SELECT game FROM channels WHERE game IS NOT NULL"
            return tokens, {row[0] for row in db.execute(sql)}

        self.tokens, self.games = await self.store.writer.write(run)

    async def look_up(self, person: str) -> None:
        """Note what a person with channels has claimed; one that has gone finds nobody in the store."""
        sql = (
            "SELECT digest FROM claims WHERE person = ? "
            "AND EXISTS (SELECT 1 FROM channels WHERE person = ?)"
        )
        rows = await self.store.tables.read(lambda db: db.execute(sql, (person, person)).fetchall())
        self.tokens.update(bytes(row[0]) for row in rows)

    async def secret(self) -> bytes:
        """What links in mails are proved with."""
        return await self.store.salt("notices")

    async def keep_key(self, name: str, made: bytes) -> bytes:
        """A key that is made once, at the first start: the one that is here already, or this one."""

        def run(db: Database) -> bytes:
            db.execute(
                "INSERT INTO salts (name, value) VALUES (?, ?) ON CONFLICT DO NOTHING", (name, made)
            )
            sql = "SELECT value FROM salts WHERE name = ?"
            return bytes(db.execute(sql, (name,)).fetchone()[0])

        return await self.store.writer.write(run)

    # -- channels -----------------------------------------------------------------------------------

    async def add(self, channel: ChannelRow) -> str:
        """A new channel, and the mail that asks whether its address is right; returns its id.

        The same address again is the same channel: a browser may subscribe whenever it likes.
        """

        def run(db: Database) -> str:
            owner = "person" if channel.person is not None else "game"
            whose = channel.person or channel.game
            # The column is one of ours.
            sql = f"SELECT id, address, kind FROM channels WHERE {owner} = ?"  # noqa: S608
            known = db.execute(sql, (whose,)).fetchall()
            for id, address, kind in known:
                if (address, kind) == (channel.address, channel.kind):
                    sql = "UPDATE channels SET keys = ?, device = ?, site = ? WHERE id = ?"
                    db.execute(sql, (dumped(channel.keys), channel.device, channel.site, id))
                    return str(id)
            if len(known) >= MOST_CHANNELS:
                raise TooManyChannels(str(whose))
            if channel.device is not None:
                # A browser has one subscription; the one before it is void.
                db.execute("DELETE FROM channels WHERE device = ?", (channel.device,))
            db.execute(
                "INSERT INTO channels (id, person, game, device, kind, address, keys, site, digest, "
                "created, confirmed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    channel.id,
                    channel.person,
                    channel.game,
                    channel.device,
                    channel.kind,
                    channel.address,
                    dumped(channel.keys),
                    channel.site,
                    int(channel.digest),
                    channel.created,
                    channel.confirmed,
                ),
            )
            if channel.confirmed is None:
                put_question(db, channel.id)
            return channel.id

        id = await self.store.writer.write(run)
        if channel.game is not None:
            self.games.add(channel.game)
        if channel.person is not None:
            await self.look_up(channel.person)
        return id

    async def channels(
        self, *, person: str | None = None, game: str | None = None
    ) -> list[ChannelRow]:
        sql = "SELECT * FROM channels WHERE person IS ? AND game IS ? ORDER BY created, id"
        rows = await self.store.tables.read(lambda db: rows_of(db, sql, person, game))
        return [channel_of(row) for row in rows]

    async def channel(self, id: str) -> ChannelRow | None:
        sql = "SELECT * FROM channels WHERE id = ?"
        rows = await self.store.tables.read(lambda db: rows_of(db, sql, id))
        return channel_of(rows[0]) if rows else None

    async def remove(self, id: str) -> bool:
        """With everything that was on its way there."""

        def run(db: Database) -> bool:
            db.overwrite_deleted()
            return db.execute("DELETE FROM channels WHERE id = ?", (id,)).rowcount > 0

        return await self.store.writer.write(run)

    async def confirm(self, id: str) -> None:
        sql = "UPDATE channels SET confirmed = coalesce(confirmed, ?) WHERE id = ?"
        await self.store.writer.write(lambda db: db.execute(sql, (now(), id)).rowcount)

    async def set_digest(self, id: str, *, digest: bool) -> None:
        sql = "UPDATE channels SET digest = ? WHERE id = ?"
        await self.store.writer.write(lambda db: db.execute(sql, (int(digest), id)).rowcount)

    async def times(self, person: str) -> NoticeTimes:
        sql = "SELECT zone, quiet_from, quiet_to, digest_at FROM notice_times WHERE person = ?"
        row = await self.store.tables.read(lambda db: db.execute(sql, (person,)).fetchone())
        return NoticeTimes() if row is None else NoticeTimes(*row)

    async def change_times(self, person: str, changes: Mapping[str, Any]) -> None:
        """Only these fields, so that two changes at the same time both hold.

        What has been put off until a time that no longer holds is looked at again.
        """
        times = replace(NoticeTimes(), **changes)
        changed = ", ".join(
            f"{each.name} = excluded.{each.name}" for each in fields(times) if each.name in changes
        )

        def run(db: Database) -> None:
            db.execute(
                "INSERT INTO notice_times (person, zone, quiet_from, quiet_to, digest_at) "
                "VALUES (?, ?, ?, ?, ?) ON CONFLICT (person) DO "
                + (f"UPDATE SET {changed}" if changed else "NOTHING"),
                (person, *astuple(times)),
            )
            db.execute(
                "UPDATE outbox SET next = ?, held = 0 WHERE done IS NULL AND held = 1 "
                "AND batch IS NULL AND channel IN (SELECT id FROM channels WHERE person = ?)",
                (now(), person),
            )

        await self.store.writer.write(run)

    # -- delivering ---------------------------------------------------------------------------------

    async def due(self, at: int, most_of_one: int) -> list[Due]:
        """What is to be delivered by now, by channel, those that wait longest first.

        Of each person and each game a few channels at most: however much somebody has to be told, it does
        not hide what others wait for.
        """

        def run(db: Database) -> list[Due]:
            sql = (
                "SELECT channel FROM (SELECT channels.id AS channel, min(next) AS soonest, row_number() OVER "
                "(PARTITION BY coalesce(person, channels.game) ORDER BY min(next)) AS place "
                "FROM outbox JOIN channels ON channels.id = channel WHERE done IS NULL AND next <= ? "
                "AND (confirmed IS NOT NULL OR outbox.game IS NULL) GROUP BY channels.id) AS waiting "
                "WHERE place <= ? ORDER BY soonest LIMIT ?"
            )
            # One moment for all: a channel may be removed meanwhile.
            with db.one_moment():
                found = db.execute(sql, (at, most_of_one, CHANNELS_A_LOOK)).fetchall()
                return [due_of(db, id, at) for (id,) in found]

        return await self.store.tables.read(run)

    async def next_time(self) -> int | None:
        """When the next notice is due."""
        sql = "SELECT min(next) FROM outbox WHERE done IS NULL"
        row = await self.store.tables.read(lambda db: db.execute(sql).fetchone())
        return None if row[0] is None else int(row[0])

    async def done(self, ids: Sequence[str]) -> None:
        await self._change("done = ?", (now(),), ids)

    async def retry(self, ids: Sequence[str], at: int) -> None:
        await self._change("attempts = attempts + 1, next = ?", (at,), ids)

    async def hold(self, ids: Sequence[str], until: int) -> None:
        await self._change("held = 1, next = ?", (until,), ids)

    async def bundle(self, ids: Sequence[str], batch: str) -> None:
        """What goes in one message stays together when it is sent again."""
        await self._change("batch = ?", (batch,), ids)

    async def take_back(self, game: str, asked: Asked) -> None:
        """Whoever was to be told has come by themselves; what was put off or tried already stays."""
        sql = (
            "UPDATE outbox SET done = ? WHERE game = ? AND seat = ? AND turn = ? AND at = ? "
            "AND next = at AND done IS NULL"
        )
        values = (now(), game, asked.seat, asked.turn, asked.at)
        await self.store.writer.write(lambda db: db.execute(sql, values).rowcount)

    async def _change(self, what: str, values: tuple[int | str, ...], ids: Sequence[str]) -> None:
        # What changes is our own text.
        sql = f"UPDATE outbox SET {what} WHERE id = ?"  # noqa: S608
        rows = [(*values, id) for id in ids]
        await self.store.writer.write(lambda db: db.executemany(sql, rows))


def put_question(db: Database, channel: str) -> None:
    """The mail that asks whether an address is right."""
    at = now()
    sql = f"INSERT INTO outbox (id, channel, at, next) VALUES ({NOTICE_ID}, ?, ?, ?)"  # noqa: S608
    db.execute(sql, (channel, at, at))


def dumped(keys: dict[str, str] | None) -> str | None:
    return None if keys is None else json.dumps(keys)


def channel_of(row: Row) -> ChannelRow:
    plain = dict(row)
    plain["keys"] = optional_json(plain["keys"])
    plain["digest"] = bool(plain["digest"])
    return ChannelRow(**plain)


def outbox_row(row: Row) -> OutboxRow:
    return OutboxRow(
        row["id"],
        row["game"],
        row["seat"],
        row["turn"],
        row["version"],
        row["at"],
        row["attempts"],
        bool(row["held"]),
        row["batch"],
    )


def due_of(db: Database, id: str, at: int) -> Due:
    sql = "SELECT * FROM outbox WHERE channel = ? AND done IS NULL AND next <= ? ORDER BY next LIMIT ?"
    rows = [outbox_row(row) for row in rows_of(db, sql, id, at, ROWS_A_LOOK)]
    channel = channel_of(rows_of(db, "SELECT * FROM channels WHERE id = ?", id)[0])
    times = NoticeTimes()
    if channel.person is None:
        sql, whose = "SELECT language FROM games WHERE id = ?", channel.game
    else:
        sql, whose = "SELECT language FROM persons WHERE id = ?", channel.person
        own = "SELECT zone, quiet_from, quiet_to, digest_at FROM notice_times WHERE person = ?"
        found = db.execute(own, (channel.person,)).fetchone()
        times = times if found is None else NoticeTimes(*found)
    (language,) = db.execute(sql, (whose,)).fetchone()
    return Due(channel, language, times, tuple(rows))
