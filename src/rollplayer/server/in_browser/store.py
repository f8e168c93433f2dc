"""Games that a browser keeps: rows as text, their logs line by line.

What is kept is read and written by the page (``Shelf``), one transaction for each call here. When that
has failed nothing has changed, as with every store.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, replace
from typing import Any, Final, Protocol

from rollplayer.server.storage.store import (
    NOTHING_BESIDE,
    Beside,
    ChatRow,
    Damaged,
    EntryRow,
    Fence,
    GameRow,
    KeptAnswer,
    NotSaved,
    ProgressRow,
    RatedNote,
    Search,
    SeatRow,
    StoredGame,
    TimeRow,
)

CHAT_KEPT: Final = 200
FORM: Final = 1
"""The form of what is kept; a later one reads it, too."""


class Shelf(Protocol):
    """What a page keeps for us. Whatever it raises means that nothing was read or written."""

    async def games(self) -> str:
        """All games without their logs: a list of texts, as JSON."""

    async def log(self, id: str) -> str:
        """The log of a game: a list of texts, as JSON."""

    async def write(self, id: str, game: str, first: int, lines: str) -> None:
        """A game, and lines of its log from a place on, all or nothing."""


class Kept:
    """A game without its log, as it is kept."""

    def __init__(
        self,
        game: GameRow,
        seats: Sequence[SeatRow],
        chat: Sequence[ChatRow] = (),
        progress: ProgressRow | None = None,
        length: int = 0,
    ) -> None:
        self.game, self.seats, self.chat = game, list(seats), list(chat)
        self.progress, self.length = progress, length

    def text(self) -> str:
        plain = {
            "form": FORM,
            "game": in_hex(asdict(self.game)),
            "seats": [in_hex(asdict(each)) for each in self.seats],
            "chat": [asdict(each) for each in self.chat],
            "progress": None if self.progress is None else asdict(self.progress),
            "length": self.length,
        }
        return json.dumps(plain, ensure_ascii=False, separators=(",", ":"))

    @classmethod
    def of(cls, text: str) -> "Kept":
        """Raises Damaged for what was not written here, or by a later version."""
        try:
            plain = json.loads(text)
            if plain["form"] != FORM:
                raise Damaged("a later version has written it")
            progress = plain["progress"]
            return cls(
                GameRow(**from_hex(plain["game"])),
                [SeatRow(**from_hex(each)) for each in plain["seats"]],
                [ChatRow(**each) for each in plain["chat"]],
                None if progress is None else ProgressRow(**progress),
                plain["length"],
            )
        except (KeyError, TypeError, ValueError) as error:
            raise Damaged(str(error)) from error

    def stored(self, entries: Sequence[EntryRow] = ()) -> StoredGame:
        return StoredGame(self.game, self.seats, list(entries), self.chat)


def in_hex(row: dict[str, Any]) -> dict[str, Any]:
    return {name: value.hex() if isinstance(value, bytes) else value for name, value in row.items()}


def from_hex(row: dict[str, Any]) -> dict[str, Any]:
    secret = ("seed", "host_hash", "token_hash")
    return {
        name: bytes.fromhex(value) if name in secret and value is not None else value
        for name, value in row.items()
    }


class BrowserStore:
    """The games of one browser. Nobody else writes them while this page has them."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self.texts: dict[str, str] = {}
        """By id: what is kept of each game. It is read for each caller, who may change the rows."""

    async def open(self) -> None:
        try:
            texts: list[str] = json.loads(await self.shelf.games())
        except Exception as error:  # Whatever a shelf raises (see there).
            raise NotSaved(str(error)) from error
        for text in texts:
            try:
                self.texts[Kept.of(text).game.id] = text
            except Damaged:
                continue  # The page goes on keeping it, for a version that can read it.

    async def close(self) -> None:
        return

    async def ready(self) -> None:
        return

    def kept(self, id: str) -> Kept | None:
        text = self.texts.get(id)
        return None if text is None else Kept.of(text)

    def sure(self, id: str) -> Kept:
        kept = self.kept(id)
        if kept is None:
            raise NotSaved(f"there is no game {id}")
        return kept

    async def _write(self, kept: Kept, entries: Sequence[EntryRow] = ()) -> None:
        first, kept.length = kept.length + 1, kept.length + len(entries)
        text = kept.text()
        lines = json.dumps([json.dumps(asdict(each), ensure_ascii=False) for each in entries])
        try:
            await self.shelf.write(kept.game.id, text, first, lines)
        except Exception as error:  # Whatever a shelf raises (see there).
            raise NotSaved(str(error)) from error
        self.texts[kept.game.id] = text

    async def create(
        self,
        game: GameRow,
        seats: Sequence[SeatRow],
        entries: Sequence[EntryRow] = (),
        kept: KeptAnswer | None = None,
        rematch_of: str | None = None,
        beside: Beside = NOTHING_BESIDE,
        fence: Fence | None = None,
    ) -> Fence | None:
        await self._write(Kept(game, seats, progress=beside.progress), entries)
        if rematch_of is not None:
            before = self.sure(rematch_of)
            before.game.rematch = game.id
            await self._write(before)
        return None

    async def load(self, id: str) -> StoredGame | None:
        kept = self.kept(id)
        if kept is None:
            return None
        try:
            lines: list[str] = json.loads(await self.shelf.log(id))
        except Exception as error:  # Whatever a shelf raises (see there).
            raise NotSaved(str(error)) from error
        try:
            entries, damage = [EntryRow(**json.loads(line)) for line in lines], ""
        except (TypeError, ValueError) as error:
            entries, damage = [], f"its log cannot be read: {error}"
        stored = kept.stored(entries)
        if not damage and len(entries) != kept.length:
            damage = f"{kept.length} entries were written, and {len(entries)} are here"
        stored.damage = damage or stored.damage
        return stored

    async def glance(self, id: str) -> StoredGame | None:
        kept = self.kept(id)
        return None if kept is None else replace(kept.stored(), chat=[])

    async def glances(self, ids: Sequence[str]) -> list[StoredGame]:
        found = [await self.glance(id) for id in ids]
        return [each for each in found if each is not None]

    async def append(
        self,
        id: str,
        entries: Sequence[EntryRow],
        changes: Mapping[str, Any] | None = None,
        beside: Beside = NOTHING_BESIDE,
        fence: Fence | None = None,
    ) -> None:
        kept = self.sure(id)
        for name, value in (changes or {}).items():
            setattr(kept.game, name, value)
        kept.progress = beside.progress or kept.progress
        await self._write(kept, entries)

    async def change(
        self,
        id: str,
        changes: Mapping[str, Any],
        seats: Sequence[SeatRow] = (),
        kept: KeptAnswer | None = None,
        rated: Sequence[RatedNote] = (),
        fence: Fence | None = None,
    ) -> None:
        found = self.sure(id)
        for name, value in changes.items():
            setattr(found.game, name, value)
        for seat in seats:
            found.seats[seat.seat] = seat
        await self._write(found)

    async def say(self, id: str, row: ChatRow, fence: Fence | None = None) -> None:
        kept = self.sure(id)
        kept.chat = [*kept.chat, row][-CHAT_KEPT:]
        await self._write(kept)

    async def progress(self, ids: Sequence[str]) -> dict[str, ProgressRow]:
        found = {id: kept.progress for id in ids if (kept := self.kept(id)) is not None}
        return {id: progress for id, progress in found.items() if progress is not None}

    async def find(self, search: Search) -> list[StoredGame]:
        """None: where one plays alone, games are found by their keys."""
        return []

    async def lengths(self, ids: Sequence[str]) -> dict[str, int]:
        return {id: kept.length if (kept := self.kept(id)) is not None else 0 for id in ids}

    async def answered(self, mark: bytes) -> KeptAnswer | None:
        return None

    async def counts(self) -> dict[str, int]:
        return {}

    async def finished(self, limit: int) -> list[GameRow]:
        return []

    async def read_time(self) -> TimeRow | None:
        return None

    async def heartbeat(self) -> TimeRow | None:
        return None

    async def keep_time(self, row: TimeRow) -> None:
        return

    async def timed_games(self) -> list[str]:
        return []

    async def games_with_orders_due(self) -> list[str]:
        return []
