"""What a notice says: whose turn it is in which game, and what has happened since, in the reader's words."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from rollplayer import questions
from rollplayer.engine.view import SPECTATOR
from rollplayer.server.rooms.asked import asked_seat, notified_turn
from rollplayer.server.rooms.recorded_match import RecordedMatch
from rollplayer.server.rooms.room import Room
from rollplayer.server.storage.invitations import NO_SEAT
from rollplayer.text import Texts

MOST_LINES: Final = 8
UNTOLD: Final = frozenset(
    {
        "charisma-spent",
        "gold-gained",
        "gold-paid",
        "initiative-returned",
        "skill-exhausted",
    }
)
"""What follows from something else in the same line."""


@dataclass(frozen=True)
class GameNews:
    """One game in which it is somebody's turn."""

    game: str
    name: str
    seat: int
    hero: str
    question: str
    since: tuple[str, ...]
    """What the others have done since the seat's last answer, the latest last."""
    invited_by: str = ""
    """Whoever wants the reader at this table; then it is nobody's turn."""

    @property
    def path(self) -> str:
        """Where the client shows this table; the person's devices open the seat there."""
        return f"/g/{self.game}"


@dataclass(frozen=True)
class Notice:
    """What goes to a channel at once: one turn, or all that was put off."""

    id: str
    at: int
    language: str
    news: tuple[GameNews, ...]
    to_table: bool = False
    """Whether all friends of a table read it, and not only whoever is asked."""

    @property
    def kind(self) -> str:
        """For programs: what the games in it have in common."""
        kinds = {"invitation" if each.invited_by else "turn" for each in self.news}
        return kinds.pop() if len(kinds) == 1 else "digest"

    def title(self, texts: Texts) -> str:
        first = self.news[0]
        if len(self.news) > 1:
            key = "notice.turns" if self.kind == "turn" else "notice.news"
            return texts.t(key, n=len(self.news))
        if first.invited_by:
            return texts.t("notice.invitation", name=first.invited_by, game=first.name)
        if self.to_table:
            return texts.t("notice.turn-of", hero=first.hero, game=first.name)
        return texts.t("notice.turn", game=first.name)


def is_still_asked(room: Room, seat: int, turn: str) -> bool:
    """Whether a turn that was to be told is still the one that the table waits for."""
    table = room.table
    if table is None or room.status != "running" or asked_seat(room) != seat:
        return False
    return notified_turn(table, seat) == turn and not room.in_front(seat)


def news_of(room: Room, seat: int, language: str) -> GameNews:
    """Called under the lock, while the seat is asked."""
    table, texts = room.table, room.texts(language)
    assert table is not None
    return GameNews(
        room.row.id,
        name_of(room, seat, texts),
        seat,
        texts.hero(seat),
        questions.asked(texts, table.game),
        tuple(happened(table, texts, seat)),
    )


def invitation_to(room: Room, invited_by: str, language: str) -> GameNews:
    """A table that waits, and who wants the reader there."""
    texts = room.texts(language)
    return GameNews(
        room.row.id,
        name_of(room, NO_SEAT, texts),
        NO_SEAT,
        "",
        texts.t("notice.invited", name=invited_by),
        (),
        invited_by,
    )


def name_of(room: Room, seat: int, texts: Texts) -> str:
    """The game's title, or with whom it is played."""
    others = [each.name for each in room.seats if each.seat != seat and each.name]
    if room.row.title or not others:
        return room.row.title or "Roll Player"
    return texts.t("notice.game-with", names=texts.all_of(others))


def happened(table: RecordedMatch, texts: Texts, seat: int) -> list[str]:
    """What others have done since this seat last said something."""
    own = (record.n for record in reversed(table.records) if record.is_own(seat))
    return happened_since(table, texts, (seat,), next(own, 0))


def happened_since(
    table: RecordedMatch, texts: Texts, own: Sequence[int], version: int
) -> list[str]:
    """What others than these seats have done after a version; secrets of theirs stay theirs."""
    told: list[str] = []
    viewer = own[0] if own else SPECTATOR
    for record in reversed(table.records):
        if record.n <= version or len(told) >= MOST_LINES:
            break
        plain = table.plain_of(record)
        if "undo" in plain:
            hero, agreed = texts.hero(record.who), len(plain.get("agreed", ()))
            told.append(texts.t("server.undone", hero=hero, n=plain["undo"], agreed=agreed))
            continue
        sentences = [
            texts.event(event, viewer)
            for event in plain["events"]
            if event.get("seat") not in (None, *own) and event["event"] not in UNTOLD
        ]
        if sentences:
            told.append(" ".join(sentences))
    return told[::-1]
