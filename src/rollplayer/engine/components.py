"""What the content files describe: cards, classes, races, alignments, backstories."""

from typing import TYPE_CHECKING, Final

from rollplayer.engine.open_classes import mypyc_attr
from rollplayer.engine.tally import RowTally, Tally
from rollplayer.engine.vocabulary import Box, Vocabulary

if TYPE_CHECKING:
    from rollplayer.engine.game import Step

ANY_TIME: Final = 0
DICE_TIME: Final = 1
OWN_MARKET_TIME: Final = 2
OWN_PAYMENT_TIME: Final = 3
TIMINGS: Final = ("any", "dice", "own-market", "own-payment")


@mypyc_attr(allow_interpreted_subclasses=True)
class Component:
    """Anything with an id, the numbers it changes and the moments it acts at."""

    def __init__(self, index: int, id: str) -> None:
        self.index = index
        self.id = id
        self.modifies: list[tuple[int, int]] = []
        self.hooks: list[list[Step]] = []
        self.hooked = 0
        """A mask of the hooks it acts at."""

    def __repr__(self) -> str:
        return self.id


class Card(Component):
    """A Market card."""

    def __init__(self, index: int, id: str, kind: int, cost: int, dots: int) -> None:
        super().__init__(index, id)
        self.kind = kind
        self.cost = cost
        self.dots = dots
        self.hands = 0
        self.arrow = -1
        self.timing = ANY_TIME
        self.armor_set = -1
        self.on_use: list[Step] = []
        self.holds = -1
        """The extra pile whose dice lie on this card: while there are any it stays (N23)."""
        self.borrows = False
        """Diplomacy: uses an opponent's Skill in its place."""
        self.stars: list[Tally] = []
        """What it is worth at the end (E7)."""
        self.goal_bonuses: list[RowTally] = []
        """What it adds to a row's score for Attribute Goals (E2, E9)."""


class CharacterClass(Component):
    """A class with its six Attribute Goals."""

    def __init__(
        self, index: int, id: str, color: int, low: list[int], high: list[int], stars: list[int]
    ) -> None:
        super().__init__(index, id)
        self.color = color
        self.low = low
        self.high = high
        """99 where the goal is "at least"."""
        self.stars = stars


class Race:
    def __init__(self, index: int, id: str, modifiers: list[int]) -> None:
        self.index = index
        self.id = id
        self.modifiers = modifiers

    def __repr__(self) -> str:
        return self.id


class Alignment:
    def __init__(self, index: int, id: str, grid: list[int]) -> None:
        self.index = index
        self.id = id
        self.grid = grid

    def __repr__(self) -> str:
        return self.id


class Backstory:
    """Six colors, one a row, each with its spot."""

    def __init__(self, index: int, id: str, spots: list[int], colors: list[int]) -> None:
        self.index = index
        self.id = id
        self.spots = spots
        self.colors = colors

    def __repr__(self) -> str:
        return self.id


@mypyc_attr(allow_interpreted_subclasses=True)
class Part:
    """What an expansion's own sections of the content describe."""


class Components:
    """Everything the content describes, by index; what the rules are composed from."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        """The pieces that the content may speak of."""
        self.boxes: list[Box] = []
        """The boxes it was read with."""
        self.cards: list[Card] = []
        self.not_in: list[list[str]] = []
        """By card: the kinds of game it is left out of."""
        self.races: list[Race] = []
        self.classes: list[CharacterClass] = []
        self.alignments: list[Alignment] = []
        self.backstories: list[Backstory] = []
        self.armor_names: list[str] = []
        self.armor_stars: list[list[int]] = []
        self.armor_colors: list[list[int]] = []
        self.actions: list[Step] = []
        self.parts: dict[str, Part] = {}
        """By expansion."""
