"""What a seat may order for its next turn, as data: which die or card it wants, and on what condition.

An order is one for the Dice turn or one for the Market turn. Its clauses are tried in order; if none of
them fits what the seat then sees, its holder is asked as without an order.
"""

from typing import Annotated, Final, Literal, TypeAlias

from msgspec import Meta, Struct

Row: TypeAlias = Literal["str", "dex", "con", "int", "wis", "cha"]
MOST_CLAUSES: Final = 4
MOST_CONDITIONS: Final = 4
MOST_NAMED: Final = 12
"""Colors, kinds or cards in one list."""
MOST_NUMBER: Final = 99

Turn: TypeAlias = Literal["dice", "market"]
Ended: TypeAlias = Literal["", "done", "asked", "own", "undone", "revoked", "replaced"]
"""Why an order acts no more; empty while it may."""
Number: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_NUMBER)]
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60)]
Ids: TypeAlias = Annotated[list[Id], Meta(max_length=MOST_NAMED)]


class Part(Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A part of an order; what is left out does not matter to its owner."""


class WantedDie(Part):
    """A die of one of these colors (of any, if none is named) with a value from least to most.

    Of several, the highest is taken, or the lowest; of equal ones that with the lowest Initiative number.
    """

    colors: Ids = []
    least: Number = 0
    most: Number = MOST_NUMBER
    lowest: bool = False


class WantedCard(Part):
    """A card in the Market: by name, by kind, and by the Gold it costs this seat.

    Of several, the dearest is meant; of equal ones the leftmost.
    """

    cards: Ids = []
    kinds: Ids = []
    price: Number = MOST_NUMBER


class HasGold(Part, tag_field="if", tag="gold"):
    """At least this much Gold."""

    least: Number


class CardsLeft(Part, tag_field="if", tag="initiative"):
    """At least and at most this many Initiative cards can still be taken."""

    least: Number = 0
    most: Number = MOST_NUMBER


class HasSpace(Part, tag_field="if", tag="space"):
    """At least this many open spaces in a row."""

    row: Row
    least: Annotated[int, Meta(ge=1, le=3)] = 1


class OnOffer(Part, tag_field="if", tag="market"):
    """Such a card lies in the Market."""

    card: WantedCard


Condition: TypeAlias = HasGold | CardsLeft | HasSpace | OnOffer
Conditions: TypeAlias = Annotated[list[Condition], Meta(max_length=MOST_CONDITIONS)]


class DiceClause(Part, tag_field="turn", tag="dice"):
    """Take such a die and place it in the first of these rows that has an open space.

    ``without_action``: the row's Attribute Action is not taken. Otherwise its owner is asked for it.
    """

    take: WantedDie
    place: Annotated[list[Row], Meta(min_length=1, max_length=6)]
    without_action: bool = False
    when: Conditions = []


class MarketClause(Part, tag_field="turn", tag="market"):
    """Buy such a card, or discard one for Gold."""

    do: Literal["buy", "discard"]
    card: WantedCard
    when: Conditions = []


Clause: TypeAlias = DiceClause | MarketClause
Clauses: TypeAlias = Annotated[list[Clause], Meta(min_length=1, max_length=MOST_CLAUSES)]
