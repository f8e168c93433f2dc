"""What one box brings to games: it declares its pieces one by one, and each gets its number."""

from typing import Any, Final

from rollplayer.engine.answers import NAMED_KINDS, VERBS, Verb
from rollplayer.engine.events import EVENT_KINDS, REASONS, SECRET_EVENTS
from rollplayer.engine.numbers import HOOK_NAMES, NUMBER_DEFAULTS, NUMBER_MEANINGS, NUMBER_NAMES
from rollplayer.engine.table import COLORS, KINDS, PHASES, add_card_kind, add_dice, add_spots

BASE_BOX: Final = "base"

EventParts = tuple[str, tuple[str, str], tuple[str, str], tuple[str, str]]
"""The name of an event and its three parts, each with its sort; unused ones are empty."""

NO_EVENT: Final[EventParts] = ("", ("", ""), ("", ""), ("", ""))

MOST: Final[dict[str, int]] = {
    "verb": 256,
    "event": 256,
    "reason": 256,
    "phase": 256,
    "number": 256,
    "hook": 62,
    "count": 256,
    "pile": 256,
}
"""How many pieces of a sort one process has room for. Hooks are bits of a mask that fits a word."""
MOST_WORDS: Final = 256
"""A parameter of an answer is one byte."""

_handed_out: Final[dict[str, int]] = {}


class BoxFault(ValueError):
    """A box, or two of them together, cannot be part of a game; says what is in the way."""


def _next_number(sort: str, name: str) -> int:
    number = _handed_out.get(sort, 0)
    if number >= MOST[sort]:
        raise ValueError(f"{name}: there is room for {MOST[sort]} pieces of the sort {sort!r}")
    _handed_out[sort] = number + 1
    return number


class Number:
    """A number that the rules ask a hero for, and what it is before anything changes it."""

    def __init__(self, index: int, name: str, default: int, meaning: str) -> None:
        self.index = index
        self.name = name
        self.default = default
        self.meaning = meaning


class Pieces:
    """What one box brings, declared piece by piece where the box names its constants."""

    def __init__(self, box: str) -> None:
        self.box = box
        self.dice_kinds: list[int] = []
        self.dice_spaces: list[tuple[str, int, int]] = []
        self.card_kinds: list[int] = []
        self.verbs: list[Verb] = []
        self.events: list[tuple[int, EventParts]] = []
        self.secret_events: list[int] = []
        self.reasons: list[tuple[int, str]] = []
        self.phases: list[tuple[int, str]] = []
        self.numbers: list[Number] = []
        self.hooks: list[tuple[int, str]] = []
        self.counts: list[tuple[int, str]] = []
        self.piles: list[tuple[int, str, str]] = []
        self.named_kinds: list[str] = []
        self.fixed_words: dict[str, list[str]] = {}
        self.words: dict[str, dict[str, Any]] = {}
        self.prospects: dict[str, tuple[float, float]] = {}
        self.growths: dict[str, float] = {}
        # What base rules do for pieces of this box: (kind of card or row, number or hook).
        self.discounts: list[tuple[int, int]] = []
        self.after_buying: list[tuple[int, int]] = []
        self.after_action: list[tuple[int, int]] = []

    def dice(self, name: str, lowest: int, highest: int, colors: tuple[int, ...] = ()) -> int:
        """A kind of dice. Without ``colors`` it is a color of its own."""
        kind = add_dice(name, lowest, highest, colors)
        self.dice_kinds.append(kind)
        return kind

    def spaces(self, name: str, count: int) -> int:
        """Spaces for dice beside every hero's sheet: ``name`` with 1, 2, ... is their notation.

        The number of the first is returned; the others follow. Whatever turns, swaps or replaces
        dice of a hero reaches dice that lie there. They belong to no row and need not be filled.
        """
        first = add_spots(name, count)
        self.dice_spaces.append((name, first, count))
        return first

    def card_kind(self, name: str) -> int:
        kind = add_card_kind(name)
        self.card_kinds.append(kind)
        return kind

    def verb(self, word: str, first: str = "", second: str = "") -> int:
        """A kind of answer: its word and the sorts of its two parameters."""
        number = _next_number("verb", word)
        self.verbs.append(Verb(number, word, first, second))
        return number

    def event(self, name: str, *parts: tuple[str, str], secret: bool = False) -> int:
        """An event with up to three parts; of a secret one only the seat it names knows them."""
        if len(parts) > 3:
            raise ValueError(f"{name}: an event has three parts at most, not {len(parts)}")
        padded = [*parts, ("", ""), ("", ""), ("", "")]
        number = _next_number("event", name)
        self.events.append((number, (name, padded[0], padded[1], padded[2])))
        if secret:
            self.secret_events.append(number)
        return number

    def reason(self, name: str) -> int:
        """A reason why something moved."""
        number = _next_number("reason", name)
        self.reasons.append((number, name))
        return number

    def phase(self, name: str) -> int:
        number = _next_number("phase", name)
        self.phases.append((number, name))
        return number

    def number(self, name: str, default: int, meaning: str) -> int:
        """A number that the rules ask a hero for."""
        index = _next_number("number", name)
        self.numbers.append(Number(index, name, default, meaning))
        return index

    def hook(self, name: str) -> int:
        """A moment at which a class or an owned card may act."""
        number = _next_number("hook", name)
        self.hooks.append((number, name))
        return number

    def count(self, name: str) -> int:
        """Something every hero has a number of."""
        number = _next_number("count", name)
        self.counts.append((number, name))
        return number

    def pile(self, name: str, sort: str) -> int:
        """Something every hero has a pile of; ``sort`` is what lies there, as answers know it."""
        number = _next_number("pile", name)
        self.piles.append((number, name, sort))
        return number

    def named_kind(self, name: str) -> None:
        """A sort of parameter whose words are ids of the content."""
        self.named_kinds.append(name)

    def fixed(self, sort: str, words: list[str]) -> None:
        """A sort of parameter that is one of a few words."""
        if len(words) > MOST_WORDS:
            raise ValueError(f"{sort}: a parameter is one of {MOST_WORDS} words at most")
        self.fixed_words[sort] = words

    def content_words(self, role: str, words: dict[str, Any]) -> None:
        """Words that content may use in this role."""
        self.words[role] = words

    def prospect(self, name: str, soon: float, later: float) -> None:
        """Stars that bots expect of a card for an effect or a number of this name.

        ``soon`` with three rounds to come, ``later`` with twelve.
        """
        self.prospects[name] = (soon, later)

    def growth(self, name: str, by_round: float) -> None:
        """How much bots expect a count to grow in each round to come."""
        self.growths[name] = by_round

    def discount(self, card_kind: int, number: int) -> None:
        """This number is Gold off cards of this kind (M12)."""
        self.discounts.append((card_kind, number))

    def fires_after_buying(self, card_kind: int, hook: int) -> None:
        """At this hook class and cards act after a buy of this kind of card (M14)."""
        self.after_buying.append((card_kind, hook))

    def fires_after_action(self, row: int, hook: int) -> None:
        """At this hook class and cards act after the Attribute Action of this row (D15)."""
        self.after_action.append((row, hook))


def _base_pieces() -> Pieces:
    """The base game's, whose numbers are literals that the compiler folds."""
    base = Pieces(BASE_BOX)
    base.dice_kinds = list(range(len(COLORS)))
    base.card_kinds = list(range(len(KINDS)))
    for verb in VERBS:
        base.verb(verb.word, verb.first, verb.second)
    for kind, (name, first, second, third) in enumerate(EVENT_KINDS):
        base.event(name, first, second, third, secret=kind in SECRET_EVENTS)
    for name in REASONS:
        base.reason(name)
    for name in PHASES:
        base.phase(name)
    for at, name in enumerate(NUMBER_NAMES):
        base.number(name, NUMBER_DEFAULTS[at], NUMBER_MEANINGS[at])
    for name in HOOK_NAMES:
        base.hook(name)
    base.named_kinds = list(NAMED_KINDS)
    return base


BASE_PIECES: Final = _base_pieces()
