"""A game as somebody who holds its keys finds it in the list of their own."""

from functools import cache

from rollplayer.content import load
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE, SIDES
from rollplayer.expansions import EXPANSIONS
from rollplayer.server.common.tokens import Hashes
from rollplayer.server.protocol import messages as m
from rollplayer.server.protocol.own_games import HeroFace, OwnGame, OwnHero
from rollplayer.server.rooms import permissions, wording
from rollplayer.server.rooms.room_state import RoomState
from rollplayer.server.storage.store import ProgressRow
from rollplayer.text import Texts


def face(hero: Plain) -> HeroFace:
    return {"race": hero["race"], "side": hero["side"], "class": hero["class"]}


def opens(room: RoomState, hashes: Hashes) -> bool:
    """Whether any of these tokens opens a seat, or is the host's."""
    return permissions.is_host(room, hashes) or bool(permissions.held_seats(room, hashes))


def own_game(
    room: RoomState,
    info: m.Room,
    seats: list[int],
    language: str,
    *,
    host: bool,
    progress: ProgressRow | None,
) -> OwnGame:
    """With whom it waits for and its round, if the room has been built or the store knows."""
    own = OwnGame(
        game=info,
        seats=seats,
        host=host,
        asked=None,
        round=None,
        rounds=None,
        heroes=[named(face, language) for face in faces_of(room, progress)],
    )
    is_running = room.row.status == "running"
    if room.table is not None:
        game = room.table.game
        own.round, own.rounds = game.round, game.rules.rounds
        if is_running and not game.over:
            own.asked = game.seat() if game.seat() != CHANCE else None
        if room.progress is not None and room.progress.asked == own.asked:
            own.since = room.progress.since
    if progress is not None and is_running:
        if room.table is None:
            own.asked, own.round, own.rounds = progress.asked, progress.round, progress.rounds
        if own.since is None and progress.asked == own.asked:
            own.since = progress.since
    own.left = time_left(room, own.asked)
    return own


def time_left(room: RoomState, seat: int | None) -> int | None:
    """The milliseconds of whoever is asked; None without a time limit, and while it stands still."""
    times = room.times
    if times is None or seat is None or times.running != seat:
        return None
    count = room.services.time.count(downtime=times.limit["downtime"])
    return sum(times.left(seat, count))


@cache
def all_texts(language: str) -> Texts:
    """Games with any boxes stand in one list."""
    return Texts(language, load(expansions=tuple(EXPANSIONS)))


def named(hero: HeroFace, language: str) -> OwnHero:
    texts = all_texts(language)
    return {
        **hero,
        "race_name": texts.name("race", hero["race"]) if hero["race"] else "",
        "class_name": texts.name("class", hero["class"]) if hero["class"] else "",
    }


def faces_of(room: RoomState, progress: ProgressRow | None) -> list[HeroFace]:
    """By seat. A finished game from before faces were kept knows the classes alone."""
    if room.table is not None:
        return [face(hero) for hero in wording.public_view(room.table)["heroes"]]
    result = room.row.result or {}
    faces: list[HeroFace] | None = result.get("faces")
    if faces is not None:
        return faces
    if progress is not None and not result:
        return [face(each) for each in progress.faces]
    return [{"race": None, "side": SIDES[0], "class": each} for each in result.get("classes", [])]
