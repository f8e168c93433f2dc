"""How a game went, in a few numbers and moments: for the end of a game and for replays."""

from typing import Literal, TypedDict

Decided = Literal["stars", "gold", "dice", "shared"]


class RoundStars(TypedDict):
    """Everybody's stars at the end of a round, which begins with frame ``n`` of the replay."""

    round: int
    n: int
    stars: list[int]


class Moment(TypedDict):
    """Something worth looking at again: frame ``n`` of the replay shows it."""

    n: int
    round: int
    seat: int
    kind: str
    icon: str
    text: str


class Place(TypedDict):
    """A seat's place (E8). ``decided`` says what sets it apart from the place before, ``behind`` by how much.

    The first place has neither; ``dice`` are those of the hero's own Class color.
    """

    seat: int
    place: int
    stars: int
    gold: int
    dice: int
    decided: Decided | None
    behind: int


class NextRank(TypedDict):
    """The rank above the one a solitaire hero has earned (L7), and the stars missing to it."""

    rank: str
    missing: int


class Story(TypedDict):
    """``places`` are empty until a game is over; the best rank has none above it."""

    rounds: list[RoundStars]
    moments: list[Moment]
    places: list[Place]
    next_rank: NextRank | None
