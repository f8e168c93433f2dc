"""What the box adds to the table, and the changes it makes."""

from rollplayer.engine import changes
from rollplayer.engine.answers import Names
from rollplayer.engine.components import Component, Part
from rollplayer.engine.game import Extension, Game
from rollplayer.engine.hero import Hero

from .pieces import (
    CRACK_MENDED,
    CRACKED,
    CRACKS,
    FOR_MENDING,
    GLOW,
    GLOWED,
    KILN_SPOTS,
    MENDING,
)


class Crack(Component):
    """A card that hampers whoever has it."""


class Cracks(Part):
    """All Cracks of the content."""

    def __init__(self) -> None:
        self.cracks: list[Crack] = []


class Workshop(Extension):
    """The Cracks that nobody has, in no order."""

    def __init__(self, deck: tuple[int, ...]) -> None:
        self.deck = deck

    def plain(self, names: Names) -> dict[str, object]:
        return {"crack_deck": [names.word("crack", crack) for crack in self.deck]}


def workshop(game: Game) -> Workshop:
    for extension in game.extensions:
        if isinstance(extension, Workshop):
            return extension
    raise AssertionError("a step of Glassworks in a game without it")


def in_kiln(hero: Hero) -> list[int]:
    """The spots of the Kiln with dice on them."""
    return [spot for spot in KILN_SPOTS if hero.sheet[spot]]


def glowed(game: Game, seat: int, spot: int) -> None:
    hero = game.heroes[seat]
    glow = hero.counts[GLOW] + 1
    changes.set_count(hero, GLOW, glow)
    changes.record(game, GLOWED, seat, spot, glow)


def cracked(game: Game, seat: int, crack: int) -> None:
    lay_deck(game, tuple([each for each in workshop(game).deck if each != crack]))
    lay_cracks(game, seat, (*game.heroes[seat].piles[CRACKS], crack))
    changes.record(game, CRACKED, seat, crack)


def crack_mended(game: Game, seat: int, crack: int) -> None:
    hero = game.heroes[seat]
    changes.gold_paid(game, seat, hero.numbers[MENDING], FOR_MENDING)
    lay_cracks(game, seat, tuple([own for own in hero.piles[CRACKS] if own != crack]))
    lay_deck(game, tuple(sorted([*workshop(game).deck, crack])))
    changes.record(game, CRACK_MENDED, seat, crack)


def lay_cracks(game: Game, seat: int, cracks: tuple[int, ...]) -> None:
    hero = game.heroes[seat]
    changes.set_pile(hero, CRACKS, cracks)
    changes.derive(game, hero)


def lay_deck(game: Game, deck: tuple[int, ...]) -> None:
    game.extensions = tuple(
        [Workshop(deck) if isinstance(each, Workshop) else each for each in game.extensions]
    )
