"""Every word that content may use.

These are the base game's. The loader, the docs and the error messages read those of a game's
vocabulary, to which other boxes bring words of their own (``Pieces.content_words``). A word's
parameters are those of its class's constructor.
"""

import inspect
from collections.abc import Callable
from typing import Any, Final

from rollplayer.engine.pieces import BASE_BOX, Pieces
from rollplayer.words import bag, buying, counts, dice, initiative, tokens
from rollplayer.words.actions import Action
from rollplayer.words.prospects import GROWTHS, PROSPECTS

SORTS: Final[dict[str, str]] = {
    "armor_set": "id",
    "color": "color",
    "each": "count",
    "kind": "kind",
    "number": "number",
    "only_if": "condition",
    "pattern": "pattern",
    "reason": "reason",
    "row": "row",
    "side": "side",
    "value": "value",
}
"""What a parameter of this name must be, in every word; others are flags or positive numbers."""


class Parameter:
    """One parameter of a word: what it must be, and its value when left out."""

    def __init__(self, sort: str, default: Any, required: bool) -> None:
        self.sort = sort
        self.default = default
        self.required = required


class Word:
    """A word: how to build it, and what it takes."""

    def __init__(self, build: Callable[..., Any]) -> None:
        self.build = build
        self.parameters: dict[str, Parameter] = {}
        # Of a compiled class the signature has names and defaults, but no types.
        for name, given in inspect.signature(build).parameters.items():
            required = given.default is inspect.Parameter.empty
            flag = isinstance(given.default, bool)
            sort = "flag" if flag else SORTS.get(name, "positive")
            self.parameters[name] = Parameter(sort, None if required else given.default, required)

    @property
    def meaning(self) -> str:
        return (self.build.__doc__ or "").strip().split("\n")[0]


class Amount:
    """What a count brings: its key in content, how much that may be, and how much by default."""

    def __init__(self, key: str, low: int, high: int, default: int | None = None) -> None:
        self.key = key
        self.low = low
        self.high = high
        self.default = default


STARS: Final = Amount("stars", 0, 99)
GOAL_BONUS: Final = Amount("add", -9, 9)


def words(classes: dict[str, Callable[..., Any]]) -> dict[str, Word]:
    return {name: Word(build) for name, build in classes.items()}


EFFECTS: Final[dict[str, Word]] = words(
    {
        "action": Action,
        "flip": dice.Flip,
        "swap": dice.Swap,
        "nudge": dice.Nudge,
        "reroll": dice.Reroll,
        "slide": dice.Slide,
        "move": tokens.Move,
        "charm": tokens.Charm,
        "pickpocket": tokens.Pickpocket,
        "gain-gold": tokens.GainGold,
        "search": bag.Search,
        "nudge-free": initiative.NudgeFree,
        "reroll-free": initiative.RerollFree,
        "exchange": initiative.Exchange,
        "buy-from-deck": buying.BuyFromDeck,
        "buy-from-discard-pile": buying.BuyFromDiscardPile,
        "bring-back": buying.BringBack,
    }
)
"""Effects: what happens when a card is used or bought, or when its moment comes."""

COUNTS: Final[dict[str, Word]] = words(
    {
        "dice": counts.Dice,
        "rows": counts.Rows,
        "row-total": counts.RowTotal,
        "rarest-class-color": counts.RarestClassColor,
        "goals-met": counts.GoalsMet,
        "cards": counts.Cards,
        "card-kinds": counts.CardKinds,
        "armor-set": counts.ArmorSet,
        "hands-used": counts.HandsUsed,
        "gold": counts.Gold,
        "alignment-stars": counts.AlignmentStars,
        "alignment-side": counts.AlignmentSide,
    }
)
"""Counts: what brings stars, raises a row's score, or brings Combat Dice."""


def _base_words() -> Pieces:
    pieces = Pieces(BASE_BOX)
    pieces.content_words("effects", EFFECTS)
    pieces.content_words("counts", COUNTS)
    for name, (soon, later) in PROSPECTS.items():
        pieces.prospect(name, soon, later)
    for name, by_round in GROWTHS.items():
        pieces.growth(name, by_round)
    return pieces


BASE_WORDS: Final = _base_words()
