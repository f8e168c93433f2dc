"""Finding one's own games: which part of them, filters, words, and a page of what was found."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import msgspec

from rollplayer.bots import all_names, current_name
from rollplayer.server.common.problems import Refused
from rollplayer.server.rooms.own_games import all_texts
from rollplayer.server.storage.person_games import GameFacts, HeroFacts, SeatFacts
from rollplayer.server.storage.store import NO_EXPANSION

PARTS: Final = ("all", "running", "finished", "closed", "archived")
RESULTS: Final = ("won", "lost", "alone")
PEOPLE: Final = "people"
ALONE: Final = "alone"
CURSOR: Final = "[0-9]{1,16}-[0-9a-z]{1,16}"
"""When the last game of a page began or ended, and its id."""


@dataclass(frozen=True)
class OwnSearch:
    """Which of one's games are wanted."""

    part: str = "all"
    query: str = ""
    cls: str = ""
    race: str = ""
    result: str = ""
    box: str = ""
    level: str = ""
    opponent: str = ""
    after: str = ""
    limit: int = 50
    language: str = "en"


@dataclass(frozen=True)
class OwnPage:
    """Some of the games that were found, how many there are, and where the next ones begin."""

    games: list[GameFacts]
    found: int
    next: str | None


def own_seat(game: GameFacts) -> int | None:
    """The seat whose hero stands for a finished game: of several the winner's, otherwise the first."""
    own = game.own
    if len(own) > 1:
        for seat in own:
            if seat < len(game.heroes) and game.heroes[seat].won:
                return seat
    return own[0] if own else None


def own_hero(game: GameFacts) -> HeroFacts | None:
    seat = own_seat(game)
    return game.heroes[seat] if seat is not None and seat < len(game.heroes) else None


def opponents(game: GameFacts) -> list[SeatFacts]:
    return [each for each in game.seats if not each.mine]


def result_of(game: GameFacts) -> str:
    hero = own_hero(game)
    if hero is None:
        return ""
    if not opponents(game):
        return ALONE
    return "won" if hero.won else "lost"


def level_of(game: GameFacts) -> str:
    return level_among(opponents(game))


def level_among(others: Sequence[SeatFacts]) -> str:
    """Against whom: people, the strongest bot, or nobody."""
    levels: list[str] = []
    for each in others:
        if each.kind == "human":
            return PEOPLE
        if each.level is not None:
            levels.append(current_name(each.level))
    if len(levels) < 2:
        return levels[0] if levels else ALONE
    known = [level for level in all_names() if level in levels]
    return known[-1] if known else levels[-1]


def is_in(part: str, game: GameFacts) -> bool:
    if part == "archived" or game.archived:
        return part == "archived" and bool(game.archived)
    if part == "running":
        return game.status in ("open", "running")
    return part in ("all", game.status)


def has_name(name: str, game: GameFacts) -> bool:
    wanted = name.casefold()
    return any(each.name.casefold() == wanted for each in opponents(game))


@cache
def piece_name(language: str, section: str, id: str) -> str:
    return all_texts(language).name(section, id)


def has_words(words: Sequence[str], game: GameFacts, language: str) -> bool:
    """Whether each stands in the title, in a name at the table, or in one's own race or class."""
    hero = own_hero(game)
    told = [game.title, *[seat.name for seat in game.seats]]
    if hero is not None:
        told += [piece_name(language, "race", hero.race)] if hero.race else []
        told += [piece_name(language, "class", hero.cls)] if hero.cls else []
    text = "\n".join(told).casefold()
    return all(word in text for word in words)


def conditions(search: OwnSearch) -> list[Callable[[GameFacts], bool]]:
    """The cheapest first."""
    found: list[Callable[[GameFacts], bool]] = [lambda game: is_in(search.part, game)]
    if search.cls:
        found.append(lambda game: (own_hero(game) or NOBODY).cls == search.cls)
    if search.race:
        found.append(lambda game: (own_hero(game) or NOBODY).race == search.race)
    if search.result:
        found.append(lambda game: result_of(game) == search.result)
    if search.box == NO_EXPANSION:
        found.append(lambda game: not game.boxes)
    elif search.box:
        found.append(lambda game: search.box in game.boxes)
    if search.level:
        found.append(lambda game: bool(game.heroes) and level_of(game) == search.level)
    if search.opponent:
        found.append(lambda game: has_name(search.opponent, game))
    words = search.query.casefold().split()
    if words:
        found.append(lambda game: has_words(words, game, search.language))
    return found


NOBODY: Final = HeroFacts(None, "", None, 0, 0, msgspec.Raw(b"{}"))


def find(games: Sequence[GameFacts], search: OwnSearch) -> OwnPage:
    """A page of the games that are wanted, the latest first."""
    wanted = conditions(search)
    found = [game for game in games if all(holds(game) for holds in wanted)]

    def place(game: GameFacts) -> tuple[int, str]:
        ended = game.finished if search.part in ("finished", "closed", "archived") else None
        return ended or game.created, game.id

    found.sort(key=place, reverse=True)
    rest = found if not search.after else [each for each in found if place(each) < read(search)]
    page = rest[: search.limit]
    more = len(rest) > len(page)
    return OwnPage(page, len(found), "{}-{}".format(*place(page[-1])) if more else None)


def read(search: OwnSearch) -> tuple[int, str]:
    """Where the last page ended."""
    if not re.fullmatch(CURSOR, search.after):
        raise Refused("malformed", reason="after is the next of an answer")
    at, _, id = search.after.partition("-")
    return int(at), id
