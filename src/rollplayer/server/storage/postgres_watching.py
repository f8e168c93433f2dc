"""Who watches where, in a PostgreSQL database that several processes share."""

from collections.abc import Mapping, Sequence
from typing import Final

from rollplayer.server.storage.database import Database
from rollplayer.server.storage.games import CHAT_KEPT_AT_HAND, load_game
from rollplayer.server.storage.leases import CLOCK
from rollplayer.server.storage.sql_store import SqlStore
from rollplayer.server.storage.store import ChatRow, EntryRow, Fence
from rollplayer.server.storage.watching import News, Stand

STANDS: Final = (
    f"SELECT leases.game, CASE WHEN until > {CLOCK} THEN leases.node END, leases.epoch, "  # noqa: S608  ours
    "coalesce(told.n, 0) FROM leases LEFT JOIN nodes ON nodes.name = leases.node "
    "LEFT JOIN told ON told.game = leases.game AND told.epoch = leases.epoch "
    "WHERE leases.game = ANY(?)"
)
WATCHED: Final = (
    "SELECT watching.game, CAST(sum(watchers) AS bigint) FROM watching "  # noqa: S608  ours
    "JOIN leases ON leases.game = watching.game AND leases.node = ? "
    f"JOIN nodes ON nodes.name = watching.node AND nodes.until > {CLOCK} "
    "WHERE watching.node <> ? GROUP BY watching.game"
)
PUT_TOLD: Final = (
    "INSERT INTO told (game, epoch, n, version, what) VALUES (?, ?, 1, ?, ?) ON CONFLICT (game) DO "
    "UPDATE SET epoch = excluded.epoch, n = told.n + 1, version = excluded.version, what = excluded.what"
)
PUT_WATCHERS: Final = (
    "INSERT INTO watching (game, node, watchers) SELECT id, ?, ? FROM games WHERE id = ? "
    "ON CONFLICT (game, node) DO UPDATE SET watchers = excluded.watchers"
)


class PostgresWatching:
    """In the database that the processes share."""

    def __init__(self, store: SqlStore, node: str) -> None:
        self.store = store
        self.node = node

    async def announce(self, watchers: Mapping[str, int | None]) -> None:
        def run(db: Database) -> None:
            for game, count in watchers.items():
                if count is None:
                    sql = "DELETE FROM watching WHERE game = ? AND node = ?"
                    db.execute(sql, (game, self.node))
                else:
                    db.execute(PUT_WATCHERS, (self.node, count, game))

        await self.store.writer.write(run)

    async def watched(self) -> dict[str, int]:
        node = self.node
        return await self.store.tables.read(
            lambda db: dict(db.execute(WATCHED, (node, node)).fetchall())
        )

    async def stands(self, games: Sequence[str]) -> dict[str, Stand]:
        return await self.store.tables.read(lambda db: stands_of(db, games))

    async def news(self, game: str, since: int) -> News | None:
        def run(db: Database) -> News | None:
            with db.one_moment():
                return news_of(db, game, since)

        return await self.store.tables.read(run)

    async def tell(self, version: int, what: str, fence: Fence) -> None:
        values = (fence.game, fence.epoch, version, what)
        await self.store.write(lambda db: db.execute(PUT_TOLD, values).rowcount, fence)


def stands_of(db: Database, games: Sequence[str]) -> dict[str, Stand]:
    return {game: Stand(*row) for game, *row in db.execute(STANDS, (list(games),))}


def news_of(db: Database, game: str, since: int) -> News | None:
    stored = load_game(db, game, log=False)
    stand = stands_of(db, [game]).get(game)
    if stored is None or stand is None:
        return None
    sql = "SELECT version, what FROM told WHERE game = ? AND epoch = ?"
    version, told = db.execute(sql, (game, stand.epoch)).fetchone() or (0, "")
    sql = (
        "SELECT n, at, who, actor, command, line FROM entries "
        "WHERE game = ? AND n > ? AND n <= ? ORDER BY n"
    )
    stored.entries = [EntryRow(*row) for row in db.execute(sql, (game, since, version))]
    sql = "SELECT n, at, seat, name, text, command FROM chat WHERE game = ? ORDER BY n DESC LIMIT ?"
    stored.chat = [ChatRow(*row) for row in db.execute(sql, (game, CHAT_KEPT_AT_HAND))][::-1]
    return News(stand, version, told, stored)
