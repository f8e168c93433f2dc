"""Persons in the store: who they are, their devices, and the seats they have claimed."""

import hmac
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from rollplayer.server.common.tokens import Hashes, now
from rollplayer.server.storage.database import Database, marks, optional_json, rows_of
from rollplayer.server.storage.kept_games import KeptGames
from rollplayer.server.storage.person_games import (
    GameFacts,
    Seen,
    look_at_all,
    put_look,
    seen,
)
from rollplayer.server.storage.reports import Bearing, bearing_of, sanctioned
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.store import Fence, NotSaved
from rollplayer.server.storage.traces import erase_traces, traces_of, with_others

T = TypeVar("T")

SEEN_EVERY: Final = 3600 * 1000
"""Milliseconds: when a device was last seen is noted no more often than that."""
MOST_DEVICES: Final = 20
CHANGEABLE: Final = ("name", "language", "portrait", "noted")


class SignedOut(NotSaved):
    """A device was signed out while its wish was on the way to the store."""


class TooManyDevices(NotSaved):
    """A person has as many devices as one may have."""


@dataclass(frozen=True)
class PersonRow:
    """Somebody who wants to be known again."""

    id: str
    name: str
    language: str
    portrait: dict[str, str] | None
    created: int
    seen: int
    sentence: bytes = field(repr=False)
    noted: bool = False


@dataclass(frozen=True)
class DeviceRow:
    """A browser that a person has signed in with. Only the hash of its secret is stored."""

    id: str
    person: str
    digest: bytes = field(repr=False)
    name: str
    created: int
    seen: int


@dataclass(frozen=True)
class ClaimRow:
    """A token that a person holds, by its hash."""

    game: str
    digest: bytes = field(repr=False)
    seat: int | None
    """None if it is the host's."""
    at: int
    archived: bool
    told: bool
    """Whether its turns cause notices."""


class Persons:
    """The part of the store that knows persons."""

    def __init__(self, store: SqlStore) -> None:
        self.store = store
        self.muted: set[bytes] = set()
        """The hashes of tokens whose holders an operator has muted: nobody else's words cost a look."""
        self.barred: set[bytes] = set()
        self.kept_games = KeptGames()

    async def look_up_sanctions(self) -> None:
        """Note the tokens of those whom an operator has muted or barred, whoever brings them."""
        self.muted, self.barred = await self.store.tables.read(
            lambda db: (sanctioned(db, "muted"), sanctioned(db, "barred"))
        )

    async def salt(self) -> bytes:
        return await self.store.salt("sentence")

    # -- persons ------------------------------------------------------------------------------------

    async def add(self, person: PersonRow, device: DeviceRow) -> None:
        def run(db: Database) -> None:
            db.execute(
                "INSERT INTO persons (id, name, language, portrait, created, seen, sentence, noted) "
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    person.id,
                    person.name,
                    person.language,
                    None if person.portrait is None else json.dumps(person.portrait),
                    person.created,
                    person.seen,
                    person.sentence,
                    int(person.noted),
                ),
            )
            put_device(db, device)

        await self.store.writer.write(run)

    async def get(self, id: str) -> PersonRow | None:
        return await self.store.tables.read(lambda db: person_where(db, "id", id))

    async def by_sentence(self, sentence: bytes) -> PersonRow | None:
        person = await self.store.tables.read(lambda db: person_where(db, "sentence", sentence))
        if person is None or not hmac.compare_digest(person.sentence, sentence):
            return None
        return person

    async def change(self, id: str, **changes: Any) -> None:
        def run(db: Database) -> None:
            for name, value in changes.items():
                if name not in CHANGEABLE:
                    raise ValueError(f"nobody changes the {name!r} of a person")
                kept = json.dumps(value) if isinstance(value, dict) else value
                # The line above ensures that the name is one of ours.
                db.execute(f"UPDATE persons SET {name} = ? WHERE id = ?", (kept, id))  # noqa: S608

        await self.store.writer.write(run)

    async def new_sentence(self, by: DeviceRow, sentence: bytes) -> None:
        """The one before opens nothing any more. SignedOut if the device that wants it has gone since."""

        def run(db: Database) -> None:
            check_signed_in(db, by)
            sql = "UPDATE persons SET sentence = ?, noted = 0 WHERE id = ?"
            db.execute(sql, (sentence, by.person))

        await self.store.writer.write(run)

    async def remove(self, id: str) -> bool:
        """Delete a person with all devices; False while there are claims, which must go first."""

        def run(db: Database) -> bool:
            # In a damaged file a claim may outlive its game; it must not keep its person here.
            sql = "DELETE FROM claims WHERE person = ? AND game NOT IN (SELECT id FROM games)"
            db.execute(sql, (id,))
            if db.execute("SELECT 1 FROM claims WHERE person = ?", (id,)).fetchone() is not None:
                return False
            # Deleted data must not survive in the file's free pages either.
            db.overwrite_deleted()
            db.execute("DELETE FROM looks WHERE person = ?", (id,))
            db.execute("DELETE FROM devices WHERE person = ?", (id,))
            db.execute("DELETE FROM persons WHERE id = ?", (id,))
            return True

        return await self.store.writer.write(run)

    # -- devices ------------------------------------------------------------------------------------

    async def device(self, digest: bytes) -> DeviceRow | None:
        """The device with a secret of this hash."""
        sql = "SELECT id, person, digest, name, created, seen FROM devices WHERE digest = ?"
        row = await self.store.tables.read(lambda db: db.execute(sql, (digest,)).fetchone())
        # Found by its hash, whose bytes nobody chooses; compared once more in constant time.
        if row is None or not hmac.compare_digest(bytes(row[2]), digest):
            return None
        return DeviceRow(*row)

    async def owner(self, digests: Hashes) -> str | None:
        """The person of whom one of these is a device, looked up in one go however many there are."""
        # Nothing but question marks.
        sql = f"SELECT person FROM devices WHERE digest IN ({marks(digests)}) ORDER BY created, id LIMIT 1"  # noqa: S608
        row = await self.store.tables.read(lambda db: db.execute(sql, tuple(digests)).fetchone())
        return None if row is None else str(row[0])

    async def gone(self, devices: Hashes) -> Hashes:
        """Those of these devices that are signed out."""
        sql = f"SELECT digest FROM devices WHERE digest IN ({marks(devices)})"  # noqa: S608
        known = tuple(devices)
        rows = await self.store.tables.read(lambda db: db.execute(sql, known).fetchall())
        return devices - {bytes(row[0]) for row in rows}

    async def devices(self, person: str) -> list[DeviceRow]:
        sql = (
            "SELECT id, person, digest, name, created, seen FROM devices WHERE person = ? "
            "ORDER BY created, id"
        )
        rows = await self.store.tables.read(lambda db: db.execute(sql, (person,)).fetchall())
        return [DeviceRow(*row) for row in rows]

    async def add_device(self, device: DeviceRow, by: DeviceRow | None = None) -> None:
        """Another device; SignedOut if the one that lets it in has gone since."""

        def run(db: Database) -> None:
            if by is not None:
                check_signed_in(db, by)
            put_device(db, device)

        await self.store.writer.write(run)

    async def remove_devices(self, person: str, ids: Sequence[str]) -> Hashes:
        """Sign devices out; returns the hashes of those that were signed in."""

        def run(db: Database) -> Hashes:
            gone: set[bytes] = set()
            db.overwrite_deleted()
            for id in ids:
                sql = "DELETE FROM devices WHERE person = ? AND id = ? RETURNING digest"
                gone.update(bytes(row[0]) for row in db.execute(sql, (person, id)).fetchall())
            return frozenset(gone)

        return await self.store.writer.write(run)

    async def note_seen(self, device: DeviceRow) -> None:
        at = now()
        if abs(at - device.seen) < SEEN_EVERY:
            return

        def run(db: Database) -> None:
            db.execute("UPDATE devices SET seen = ? WHERE id = ?", (at, device.id))
            db.execute("UPDATE persons SET seen = ? WHERE id = ?", (at, device.person))

        await self.store.writer.write(run)

    # -- claims -------------------------------------------------------------------------------------

    async def claim(self, person: str, claims: Sequence[tuple[str, bytes, int | None]]) -> None:
        """Note games with the hash of a token each, and its seat."""
        at = now()

        def run(db: Database) -> None:
            db.executemany(
                "INSERT INTO claims (person, game, digest, seat, at) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT DO NOTHING",
                [(person, *claim, at) for claim in claims],
            )
            look_at_all(db, person, list({game for game, _, _ in claims}), at)

        await self.store.writer.write(run)

    async def claims(self, person: str) -> list[ClaimRow]:
        """All of them, those of the newest games first."""
        sql = (
            "SELECT game, digest, seat, at, hidden, told FROM claims JOIN games ON games.id = game "
            "WHERE person = ? ORDER BY games.created DESC, game, digest"
        )
        rows = await self.store.tables.read(lambda db: db.execute(sql, (person,)).fetchall())
        return [
            ClaimRow(game, digest, seat, at, bool(archived), bool(told))
            for game, digest, seat, at, archived, told in rows
        ]

    async def claims_in(self, person: str, game: str) -> list[ClaimRow]:
        """What somebody has claimed in one game."""
        sql = "SELECT digest, seat, at, hidden, told FROM claims WHERE person = ? AND game = ?"
        rows = await self.store.tables.read(lambda db: db.execute(sql, (person, game)).fetchall())
        return [
            ClaimRow(game, digest, seat, at, bool(archived), bool(told))
            for digest, seat, at, archived, told in rows
        ]

    async def games(
        self, person: str, work: Callable[[list[GameFacts]], T], *, name: str = ""
    ) -> T:
        """What somebody wants to know about all their games, worked out off the event loop.

        What follows from the games alone may have a name: it is then kept until they change.
        """
        return await self.store.searches.read(
            lambda db: self.kept_games.work_out(db, person, work, name)
        )

    async def seen(
        self, person: str, games: Sequence[tuple[str, Sequence[int]]]
    ) -> dict[str, Seen]:
        """By game, with the seats one holds there: what others did and said since one looked."""
        return await self.store.searches.read(lambda db: seen(db, person, games))

    async def note_look(self, devices: Hashes, game: str, version: int, chat: int) -> None:
        """Whoever these devices belong to has seen so much of a game."""
        at = now()
        await self.store.writer.write(lambda db: put_look(db, devices, game, version, chat, at))

    async def looks(self, person: str) -> dict[str, dict[str, int]]:
        """By game: what was noted of how much somebody has seen."""
        sql = "SELECT game, version, chat, at FROM looks WHERE person = ?"
        rows = await self.store.tables.read(lambda db: db.execute(sql, (person,)).fetchall())
        return {
            game: {"version": version, "chat": chat, "at": at} for game, version, chat, at in rows
        }

    async def archive(self, person: str, game: str, *, archived: bool) -> None:
        """Take a game off the list, or put it back; of a game that is not theirs nothing changes."""
        sql = "UPDATE claims SET hidden = ? WHERE person = ? AND game = ?"
        values = (int(archived), person, game)
        await self.store.writer.write(lambda db: db.execute(sql, values).rowcount)

    async def is_told(self, person: str, game: str) -> bool | None:
        """Whether a person wants notices of their turns in a game; None if it is not theirs."""
        sql = "SELECT max(told) FROM claims WHERE person = ? AND game = ?"
        row = await self.store.tables.read(lambda db: db.execute(sql, (person, game)).fetchone())
        return None if row[0] is None else bool(row[0])

    async def tell(self, person: str, game: str, *, told: bool) -> None:
        sql = "UPDATE claims SET told = ? WHERE person = ? AND game = ?"
        values = (int(told), person, game)
        await self.store.writer.write(lambda db: db.execute(sql, values).rowcount)

    async def keyring(self, game: str, hashes: Hashes) -> dict[bytes, Hashes]:
        """By each of these hashes that is a device's: what its person has claimed in a game."""

        def run(db: Database) -> dict[bytes, Hashes]:
            rings: dict[bytes, Hashes] = {}
            for digest in hashes:
                sql = "SELECT person FROM devices WHERE digest = ?"
                row = db.execute(sql, (digest,)).fetchone()
                if row is not None:
                    sql = "SELECT digest FROM claims WHERE person = ? AND game = ?"
                    found = db.execute(sql, (row[0], game)).fetchall()
                    rings[digest] = frozenset(bytes(each[0]) for each in found)
            return rings

        return await self.store.tables.read(run)

    async def bearing(self, game: str, devices: Hashes) -> Bearing:
        """How the persons of these devices stand to others at a table."""
        return await self.store.tables.read(lambda db: bearing_of(db, game, devices))

    async def with_others(self, person: str) -> Any:
        """What somebody did with others, for whoever wants to have it all."""
        return await self.store.searches.read(lambda db: with_others(db, person))

    async def drop_claims(self, person: str, game: str) -> None:
        """The game is theirs no more; nothing here says that it ever was."""

        def run(db: Database) -> None:
            db.overwrite_deleted()
            db.execute("DELETE FROM looks WHERE person = ? AND game = ?", (person, game))
            db.execute("DELETE FROM claims WHERE person = ? AND game = ?", (person, game))

        await self.store.writer.write(run)

    async def others_claim(self, person: str, game: str) -> Hashes:
        """The hashes that somebody else has claimed, too: the same token on another's device."""
        sql = "SELECT digest FROM claims WHERE game = ? AND person <> ?"
        rows = await self.store.tables.read(lambda db: db.execute(sql, (game, person)).fetchall())
        return frozenset(bytes(row[0]) for row in rows)

    async def erase(
        self, game: str, seats: Sequence[int], name: str, fence: Fence | None, *, host: bool
    ) -> None:
        """Another name for some seats, wherever the old one stands; what was said from there goes."""
        await self.store.write(lambda db: erase_traces(db, game, seats, name, host=host), fence)

    async def traces(self, game: str, seats: Sequence[int]) -> dict[str, list[dict[str, Any]]]:
        """What was said, answered and ordered from some seats: for whoever wants to have it all."""
        return await self.store.searches.read(lambda db: traces_of(db, game, seats))


def check_signed_in(db: Database, device: DeviceRow) -> None:
    """Within the transaction of what the device wants; raises SignedOut."""
    sql = "SELECT 1 FROM devices WHERE id = ? AND person = ?"
    if db.execute(sql, (device.id, device.person)).fetchone() is None:
        raise SignedOut(device.id)


def put_device(db: Database, device: DeviceRow) -> None:
    sql = "SELECT count(*) FROM devices WHERE person = ?"
    if db.execute(sql, (device.person,)).fetchone()[0] >= MOST_DEVICES:
        raise TooManyDevices(device.person)
    db.execute(
        "INSERT INTO devices (id, person, digest, name, created, seen) VALUES (?, ?, ?, ?, ?, ?)",
        (device.id, device.person, device.digest, device.name, device.created, device.seen),
    )


def person_where(db: Database, column: str, value: str | bytes) -> PersonRow | None:
    # The column is one of ours.
    found = rows_of(db, f"SELECT * FROM persons WHERE {column} = ?", value)  # noqa: S608
    if not found:
        return None
    plain = dict(found[0])
    plain["portrait"] = optional_json(plain["portrait"])
    plain["noted"] = bool(plain["noted"])
    plain["sentence"] = bytes(plain["sentence"])
    return PersonRow(**plain)
