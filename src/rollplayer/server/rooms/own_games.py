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
from rollplayer.text import Texts


def face(hero: Plain) -> HeroFace:
    return {"race": hero["race"], "side": hero["side"], "class": hero["class"]}


def opens(room: RoomState, hashes: Hashes) -> bool:
    """Whether any of these tokens opens a seat, or is the host's."""
    return permissions.is_host(room, hashes) or bool(permissions.held_seats(room, hashes))


def own_game(room: RoomState, info: m.Room, hashes: Hashes, language: str) -> OwnGame:
    """With whom it waits for and its round, if the room has been built."""
    own = OwnGame(
        game=info,
        seats=permissions.held_seats(room, hashes),
        host=permissions.is_host(room, hashes),
        asked=None,
        round=None,
        rounds=None,
        heroes=[named(face, language) for face in faces_of(room)],
    )
    if room.table is not None:
        view = wording.public_view(room.table)
        own.round, own.rounds = view["round"], view["rounds"]
        if room.row.status == "running" and not room.table.game.over:
            asked = room.table.game.seat()
            own.asked = asked if asked != CHANCE else None
    return own


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


def faces_of(room: RoomState) -> list[HeroFace]:
    """By seat. A finished game from before faces were kept knows the classes alone."""
    if room.table is not None:
        return [face(hero) for hero in wording.public_view(room.table)["heroes"]]
    result = room.row.result or {}
    faces: list[HeroFace] | None = result.get("faces")
    if faces is not None:
        return faces
    return [{"race": None, "side": SIDES[0], "class": each} for each in result.get("classes", [])]
