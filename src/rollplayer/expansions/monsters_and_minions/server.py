"""What Monsters & Minions adds to what the server sends."""

from typing import Any, Final, NotRequired, TypedDict

from rollplayer.server.protocol import payloads

StarRung = TypedDict("StarRung", {"from": int, "stars": int})
"""The stars that Monster Combat brings from this total on."""


class MonsterView(TypedDict, total=False):
    """Its part of the table; ``adventure`` by kind, null where the card lies face down."""

    monster: str | None
    strength: int | None
    ladder: list[StarRung]
    adventure: dict[str, str | None]
    adventure_open: int
    minion: str | None
    minion_deck: list[list[str]]
    minion_bottom: list[str]


class MonsterHero(TypedDict, total=False):
    """What a hero has of it; ``tokens`` are the kinds of Adventure cards it has looked at."""

    xp: int
    honor: int
    injuries: int
    combat_dice: int
    combat: int
    monster_stars: int
    dead: int
    haggle: int
    ability_used: int
    trophies: list[str]
    tokens: list[str]
    stored: list[str]
    combat_roll: list[int | str]


HuntRow = TypedDict("HuntRow", {"from": int, "now": int, "more": int})
"""A row of the Minion: its chance in percent, as it is and with one mercenary more."""


class HuntOdds(TypedDict):
    """The dice against the Minion on top; ``better`` by face, when a reroll is asked for."""

    dice: int
    weakness: int
    rows: list[HuntRow]
    better: NotRequired[dict[str, int]]


class MercenaryPrice(TypedDict):
    xp: int
    gold: int


class MonsterOdds(TypedDict, total=False):
    """The mean of the stars that the pool brings, as it is and with one mercenary more.

    ``rungs`` has the chance of each rung of the ladder in percent.
    """

    now: str
    more: str
    rungs: list[int]


class MonsterForecast(TypedDict, total=False):
    hunt: HuntOdds
    mercenary: MercenaryPrice
    reveal: int
    monster: MonsterOdds


MOMENTS: Final = {
    "trophy-taken": ("hunt", "minion"),
    "monster-fought": ("fight", "monster"),
}
"""By event: the kind of moment it is in the story of a game, and its icon."""

ADDS: Final[dict[Any, Any]] = {
    payloads.View: MonsterView,
    payloads.Seen: MonsterView,
    payloads.Hero: MonsterHero,
    payloads.Forecast: MonsterForecast,
}
