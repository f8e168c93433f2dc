"""Every word that content may use, with its parameters.

These are the base game's. The loader, the docs and the error messages read those of a game's
vocabulary, to which other boxes bring words of their own (``Pieces.content_words``).
"""

from collections.abc import Callable
from typing import Any, Final

from rollplayer.engine.vocabulary import BASE_BOX, Pieces
from rollplayer.words import bag, buying, dice, goals, initiative, stars, tokens
from rollplayer.words.actions import Action


class Parameter:
    """One parameter of a word: what it must be, and its value when left out."""

    def __init__(self, sort: str, default: Any = None, required: bool = False) -> None:
        self.sort = sort
        self.default = default
        self.required = required


class Word:
    """A word: how to build it, and what it takes."""

    def __init__(self, build: Callable[..., Any], **parameters: Parameter) -> None:
        self.build = build
        self.parameters = parameters

    @property
    def meaning(self) -> str:
        return (self.build.__doc__ or "").strip().split("\n")[0]


def _must(sort: str) -> Parameter:
    return Parameter(sort, required=True)


TIMES: Final = Parameter("positive", 1)
NUMBER: Final = Parameter("number", "")

EFFECTS: Final[dict[str, Word]] = {
    "action": Word(Action),
    "flip": Word(dice.Flip, times=TIMES, number=NUMBER, low_only=Parameter("flag", False)),
    "swap": Word(dice.Swap),
    "nudge": Word(dice.Nudge, by=TIMES, number=NUMBER),
    "reroll": Word(dice.Reroll, times=TIMES, number=NUMBER),
    "slide": Word(dice.Slide),
    "move": Word(tokens.Move, steps=TIMES, number=NUMBER),
    "charm": Word(tokens.Charm),
    "pickpocket": Word(tokens.Pickpocket, gold=TIMES),
    "charity": Word(tokens.Charity, at_most=TIMES, gold=TIMES),
    "search": Word(bag.Search),
    "nudge-free": Word(initiative.NudgeFree, by=TIMES),
    "reroll-free": Word(initiative.RerollFree),
    "exchange": Word(initiative.Exchange),
    "buy-from-deck": Word(buying.BuyFromDeck),
    "buy-from-discard-pile": Word(buying.BuyFromDiscardPile),
    "bring-back": Word(buying.BringBack),
}
"""Effects: what happens when a card is used or bought, or when its moment comes."""

STARS: Final[dict[str, Word]] = {
    "row-at-least": Word(
        stars.RowAtLeast, row=_must("row"), value=_must("count"), stars=_must("count")
    ),
    "row-at-most": Word(
        stars.RowAtMost, row=_must("row"), value=_must("count"), stars=_must("count")
    ),
    "per-row-same-value": Word(stars.PerRowSameValue, stars=_must("count")),
    "per-row-different-class-colors": Word(stars.PerRowDifferentClassColors, stars=_must("count")),
    "per-row-same-color": Word(stars.PerRowSameColor, stars=_must("count")),
    "per-card": Word(stars.PerCard, card=_must("kind"), stars=_must("count")),
    "per-gold": Word(
        stars.PerGold, gold=_must("positive"), stars=_must("count"), max=_must("count")
    ),
    "at-least-of-each-class-color": Word(
        stars.AtLeastOfEachClassColor, dice=_must("count"), stars=_must("count")
    ),
    "per-class-color-dice": Word(
        stars.PerClassColorDice, dice=_must("positive"), stars=_must("count")
    ),
    "class-color-missing": Word(stars.ClassColorMissing, stars=_must("count")),
    "goals-met": Word(stars.GoalsMet, goals=_must("count"), stars=_must("count")),
    "hands-used": Word(stars.HandsUsed, hands=_must("count"), stars=_must("count")),
    "per-card-type-with": Word(stars.PerKindWith, cards=_must("positive"), stars=_must("count")),
    "market-cards": Word(stars.MarketCards, cards=_must("count"), stars=_must("count")),
}
"""Stars: what a card is worth at the end."""

GOALS: Final[dict[str, Word]] = {
    "per-class-color-die": Word(goals.PerClassColorDie, add=_must("change")),
    "per-die-of-color": Word(goals.PerDieOfColor, color=_must("color"), add=_must("change")),
    "row-bonus": Word(goals.RowBonus, row=_must("row"), add=_must("change")),
}
"""Goals: what a Weapon adds to a row's score for Attribute Goals."""


def _base_words() -> Pieces:
    pieces = Pieces(BASE_BOX)
    pieces.content_words("effects", EFFECTS)
    pieces.content_words("stars", STARS)
    pieces.content_words("goals", GOALS)
    return pieces


BASE_WORDS: Final = _base_words()
