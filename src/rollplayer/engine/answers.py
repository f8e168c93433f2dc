"""Answers as small ints, and their notation.

An answer is one int of a verb and two parameters of a byte each: ``code`` makes it, ``verb_of``,
``first_of`` and ``second_of`` read it. Each verb says what its two parameters are, and from that
follows how the answer is written: ``take 3``, ``place str``, ``swap str1 dex2``.
Reading is the reverse: an answer is looked up among the options by its notation.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from rollplayer.engine.table import ARROWS, COLORS, ROWS, SIDES, SPOTS, die_name

if TYPE_CHECKING:
    from rollplayer.engine.vocabulary import Vocabulary

NAMED_KINDS: Final[tuple[str, ...]] = ("card", "race", "class", "alignment", "backstory")
"""The base game's parameters whose words come from the content: ids by index."""
SORTS: Final[tuple[str, ...]] = (
    *("", "face", "number", "face?", "color", "die", "die?", "row", "spot", "side", "arrow"),
    *("place", "places", "tokens", "change", "target", "for-card"),
)
"""The other sorts of parameters that ``Names.word`` can write for every game."""
MOST_IDS: Final = 255
"""A parameter is one byte, and a ``target`` is the card's index above 0."""
MOST_WRITTEN: Final = 10_000
"""How many notations are kept."""


class Verb:
    """One kind of answer: its word and what its two parameters mean."""

    def __init__(self, number: int, word: str, first: str = "", second: str = "") -> None:
        self.number = number
        self.word = word
        self.first = first
        self.second = second

    def __repr__(self) -> str:
        return " ".join([self.word, *[f"<{kind}>" for kind in (self.first, self.second) if kind]])


# Chance's answers, then setup, Roll and Dice Phase, Attribute Actions, Market and cards. Literal
# numbers, because the compiler folds them.
ROLL: Final = 0
DRAW: Final = 1
DEAL: Final = 2
DEAL_BACKSTORY: Final = 3
DEAL_ALIGNMENT: Final = 4
RACE: Final = 5
CLASS: Final = 6
LAY: Final = 7
TAKE: Final = 8
PLACE: Final = 9
FLIP: Final = 10
SWAP: Final = 11
NUDGE: Final = 12
REROLL: Final = 13
KEEP: Final = 14
MOVE: Final = 15
CHARM: Final = 16
BUY: Final = 17
DISCARD: Final = 18
COLLECT: Final = 19
USE: Final = 20
DROP: Final = 21
REFRESH: Final = 22
BRING: Final = 23
REPLACE: Final = 24
EXCHANGE: Final = 25
SLIDE: Final = 26
NUDGE_FREE: Final = 27
REROLL_FREE: Final = 28
YES: Final = 29
FOLLOW: Final = 30
PASS: Final = 31

# The base game's. Other boxes declare theirs (``Pieces.verb``); a ``Vocabulary`` has all of a game.
VERBS: Final[list[Verb]] = [
    Verb(ROLL, "roll", "face"),
    Verb(DRAW, "draw", "color", "face?"),
    Verb(DEAL, "deal", "card"),
    Verb(DEAL_BACKSTORY, "deal", "backstory"),
    Verb(DEAL_ALIGNMENT, "deal", "alignment"),
    Verb(RACE, "race", "race", "side"),
    Verb(CLASS, "class", "class"),
    Verb(LAY, "lay", "die"),
    Verb(TAKE, "take", "number"),
    Verb(PLACE, "place", "die?", "row"),
    Verb(FLIP, "flip", "spot"),
    Verb(SWAP, "swap", "spot", "spot"),
    Verb(NUDGE, "nudge", "spot", "change"),
    Verb(REROLL, "reroll", "spot"),
    Verb(KEEP, "keep", "face"),
    Verb(MOVE, "move", "arrow"),
    Verb(CHARM, "charm"),
    Verb(BUY, "buy", "card", "tokens"),
    Verb(DISCARD, "discard", "card"),
    Verb(COLLECT, "collect"),
    Verb(USE, "use", "card", "target"),
    Verb(DROP, "drop", "card"),
    Verb(REFRESH, "refresh", "card"),
    Verb(BRING, "bring", "card"),
    Verb(REPLACE, "replace", "spot", "color"),
    Verb(EXCHANGE, "exchange", "spot", "place"),
    Verb(SLIDE, "slide", "spot", "row"),
    Verb(NUDGE_FREE, "nudge", "place", "change"),
    Verb(REROLL_FREE, "reroll", "places"),
    Verb(YES, "yes"),
    Verb(FOLLOW, "follow"),
    Verb(PASS, "pass"),
]


PASS_CODE: Final[int] = PASS << 16
YES_CODE: Final[int] = YES << 16
CHANGE_ZERO: Final = 8
"""A change of value is stored above this, so that it stays positive."""


def code(verb: int, first: int = 0, second: int = 0) -> int:
    """The answer of this verb with these parameters.

    >>> verb_of(code(SWAP, 4, 17)), first_of(code(SWAP, 4, 17)), second_of(code(SWAP, 4, 17))
    (11, 4, 17)
    """
    return verb << 16 | first << 8 | second


def codes(verb: int) -> list[Any]:
    """By first parameter: the answers of this verb, made once for lists that are made all the time.

    They are ints; as ``Any`` the compiler passes them on as they are instead of creating new ones.

    >>> codes(FLIP)[4] == code(FLIP, 4)
    True
    """
    return [code(verb, first) for first in range(MOST_IDS + 1)]


def codes_with(verb: int, first: int, seconds: list[int]) -> list[int]:
    """The answers of this verb with one first parameter and each of these second ones."""
    start = code(verb, first)
    return [start | second for second in seconds]


def verb_of(answer: int) -> int:
    return answer >> 16


def first_of(answer: int) -> int:
    """The first parameter: what it is says the verb."""
    return answer >> 8 & 255


def second_of(answer: int) -> int:
    return answer & 255


def die_of(answer: int) -> int:
    """The die of an answer whose parameters are its kind and its face.

    >>> die_name(die_of(code(DRAW, 2, 5)))
    'red5'
    """
    return (answer >> 4 & 0xFF0) | answer & 255


class IllegalAnswer(ValueError):
    """The text or code answers no question asked now; says what would."""


class Names:
    """The ids that stand for content in notation."""

    def __init__(self, vocabulary: "Vocabulary") -> None:
        self.vocabulary = vocabulary
        self.by_kind: dict[str, list[str]] = {}
        self._written: dict[int, str] = {}
        """Notations by answer: the same few are written again and again."""
        for kind in vocabulary.named_kinds:
            self.by_kind[kind] = []

    def give(self, kind: str, ids: list[str]) -> None:
        """The ids of one kind of content, by index."""
        if kind not in self.by_kind:
            raise ValueError(f"no box of this game names {kind!r} in answers")
        if len(ids) > MOST_IDS:
            raise ValueError(f"{kind}: answers have room for {MOST_IDS}, not for {len(ids)}")
        self.by_kind[kind] = ids
        self._written.clear()

    def write(self, answer: int) -> str:
        """The notation of an answer."""
        written = self._written.get(answer)
        if written is None:
            if len(self._written) >= MOST_WRITTEN:
                self._written.clear()
            written = self._written[answer] = self._write(answer)
        return written

    def _write(self, answer: int) -> str:
        the_verb = self.vocabulary.verb(verb_of(answer))
        words = [the_verb.word]
        for kind, value in (
            (the_verb.first, first_of(answer)),
            (the_verb.second, second_of(answer)),
        ):
            word = self.word(kind, value)
            if word:
                words.append(word)
        if the_verb.number == DRAW and len(words) == 3:
            words[1:] = [words[1] + words[2]]
        return " ".join(words)

    def word(self, kind: str, value: int) -> str:
        """How one parameter is written; empty where it is left out."""
        if kind in self.by_kind:
            return self.by_kind[kind][value]
        match kind:
            case "":
                return ""
            case "face" | "number":
                return str(value)
            case "face?":
                return str(value) if value else ""
            case "color":
                return COLORS[value]
            case "die":
                return die_name(value)
            case "die?":
                return die_name(value) if value else ""
            case "row":
                return ROWS[value]
            case "spot":
                return SPOTS[value]
            case "side":
                return SIDES[value]
            case "arrow":
                return ARROWS[value]
            case "place":
                return f"i{value}"
            case "places":
                return " ".join(f"i{n}" for n in range(1, 8) if value >> n & 1)
            case "tokens":
                return "" if not value else f"with {value} token" + ("s" if value > 1 else "")
            case "change":
                change = value - CHANGE_ZERO
                size = "" if abs(change) == 1 else f" {abs(change)}"
                return ("up" if change > 0 else "down") + size
            case "target":
                return f"on {self.by_kind['card'][value - 1]}" if value else ""
            case "for-card":
                return f"for {self.by_kind['card'][value]}"
        if kind in self.vocabulary.fixed_words:
            return self.vocabulary.fixed_words[kind][value]
        raise ValueError(f"unknown kind of parameter: {kind}")

    def read(self, text: str, options: Sequence[int]) -> int:
        """The option with this notation; IllegalAnswer lists the options."""
        wanted = " ".join(text.lower().split())
        for option in options:
            if self.write(option) == wanted:
                return option
        raise IllegalAnswer(refusal(wanted, [self.write(option) for option in options]))


def refusal(wanted: str, notations: Sequence[str]) -> str:
    """What is wrong with an answer and what would be right, at most a dozen of them."""
    same_verb = [n for n in notations if n.split()[0] == wanted.split(" ", maxsplit=1)[0]]
    shown = (same_verb or list(notations))[:12]
    more = len(same_verb or notations) - len(shown)
    listed = ", ".join(shown) + (f" and {more} more" if more else "")
    return f"{wanted!r} is not possible now; try one of: {listed}"
