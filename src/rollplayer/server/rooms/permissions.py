"""The one place that decides who may do what. Every message and every request passes here.

Rights come from tokens, and tokens are looked up each time: one that was taken away opens nothing
any more, also on a socket that is still open.
"""

from typing import Final, Protocol

from rollplayer.server.common.problems import Refused
from rollplayer.server.common.tokens import Hashes
from rollplayer.server.protocol import messages as m
from rollplayer.server.storage.store import GameRow, SeatRow

ANYONE: Final = "anyone"
WATCHER: Final = "watcher"
SEAT: Final = "seat"
HOST: Final = "host"
SPEAKER: Final = "speaker"
PLAYER: Final = "player"
RESERVER: Final = "reserver"

MESSAGES: Final[dict[type[m.Message], str]] = {
    m.Hello: ANYONE,  # Its tokens are checked one by one.
    m.Answer: SEAT,
    m.Interrupt: SEAT,
    m.PassCall: SEAT,
    m.AskWait: SEAT,
    m.GoOn: SEAT,
    m.ChooseOpenings: SEAT,
    m.LeaveOrder: SEAT,
    m.RevokeOrder: SEAT,
    m.ConfirmTurns: SEAT,
    m.TurnDone: SEAT,
    m.Undo: SEAT,
    m.UndoAsk: SEAT,
    m.UndoVote: SEAT,
    m.BreakAsk: SEAT,
    m.BreakVote: SEAT,
    m.Chat: SPEAKER,
    m.Rename: SEAT,
    m.AddEntropy: SEAT,
    m.ChangeSeat: HOST,
    m.Start: HOST,
    m.GiveToBot: PLAYER,
    m.TakeBack: SEAT,
    m.Leave: SEAT,
    m.ChangeLanguage: WATCHER,
    m.AskEntries: WATCHER,
    m.AskHint: SEAT,
    m.AskOdds: SEAT,
    m.AskPreview: SEAT,
    m.Ping: ANYONE,
}
REQUESTS: Final = {
    "info": ANYONE,
    "join": ANYONE,
    "state": WATCHER,
    "file": WATCHER,
    "replay": WATCHER,
    "give": RESERVER,
    "rematch": PLAYER,
    "close": HOST,
    "leave": PLAYER,
    "start": HOST,
    "webhooks": HOST,
    "ratings": PLAYER,
    "invite": PLAYER,
    "report": PLAYER,
}


class Guarded(Protocol):
    """What the gate looks at: the game and its seats."""

    row: GameRow
    seats: list[SeatRow]


def held_seats(room: Guarded, hashes: Hashes) -> list[int]:
    """The seats these tokens open."""
    return [each.seat for each in room.seats if each.token_hash in hashes]


def is_host(room: Guarded, hashes: Hashes) -> bool:
    return room.row.host_hash in hashes


def known(room: Guarded) -> Hashes:
    """Every token that opens something here."""
    seats = [each.token_hash for each in room.seats if each.token_hash is not None]
    return frozenset([*seats, room.row.host_hash])


def opens_all(room: Guarded, hashes: Hashes) -> bool:
    """Whether every one of these tokens opens something here."""
    return hashes <= known(room)


def check(room: Guarded, hashes: Hashes, right: str, seat: int | None = None) -> None:
    """Refused unless these tokens give this right."""
    if seat is not None and seat >= len(room.seats):
        raise Refused("not-found", what=f"seat {seat}")
    if not has(room, hashes, right, seat):
        opens = is_host(room, hashes) or bool(held_seats(room, hashes))
        raise Refused("forbidden" if opens else "unauthorised")


def has(room: Guarded, hashes: Hashes, right: str, seat: int | None) -> bool:
    held = held_seats(room, hashes)
    host = is_host(room, hashes)
    if right == ANYONE:
        return True
    if right == WATCHER:
        return room.row.watch or bool(held) or host
    if right == HOST:
        return host
    if right == PLAYER:
        return bool(held) or host
    if right == SEAT:
        return seat is not None and seat in held
    if right == SPEAKER:
        return host if seat is None else seat in held
    if right == RESERVER:
        return seat is not None and (
            seat in held or (host and room.seats[seat].kind == "open" and not room.row.started)
        )
    raise ValueError(f"no right is called {right!r}")
