"""The values of the Python API: options, events, heroes and scores."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from keyword import iskeyword
from typing import Any

from rollplayer.engine.answers import Names
from rollplayer.engine.plain import Plain
from rollplayer.engine.table import CHANCE


class Option(str):
    """A legal answer. It is a string, its notation, so you can compare it and type it back in.

    >>> import rollplayer as rp
    >>> game = rp.Game.new(players=2, seed="troll")
    >>> option = game.options[3]
    >>> option
    'race dwarf female'
    >>> option == "race dwarf female"
    True
    >>> option.verb, option.parameters, option.seat
    ('race', ('dwarf', 'female'), 0)
    """

    __slots__ = ("_code", "seat")

    _code: int
    seat: int
    """Whose answer it is; -1 is chance."""

    def __new__(cls, notation: str, seat: int = CHANCE, code: int = -1) -> "Option":
        """Get options from games; ``code`` is the engine's number for the answer."""
        option = super().__new__(cls, notation)
        option.seat = seat
        option._code = code
        return option

    @property
    def verb(self) -> str:
        """The first word: what the answer does."""
        return self.split(" ", 1)[0]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The other words."""
        return tuple(self.split(" ")[1:])

    def __reduce__(self) -> tuple[type["Option"], tuple[str, int, int]]:
        """Pickle with the seat, which str would drop."""
        return Option, (str(self), self.seat, self._code)

    def __copy__(self) -> "Option":
        return self

    def __deepcopy__(self, memo: object) -> "Option":
        return self


def option_of(names: Names, code: int, seat: int) -> Option:
    """An answer of the engine as an option."""
    return Option(names.write(code), seat, code)


class Event(Mapping[str, Any]):
    """Something that happened: a name and its parts. ``str(event)`` is an English sentence.

    >>> import rollplayer as rp
    >>> game = rp.Game.new(players=2, seed="troll")
    >>> game.apply("race elf male")
    >>> event = game.events[0]
    >>> event
    Event('race-chosen', seat=0, race='elf', side='male')
    >>> event.name, event["race"]
    ('race-chosen', 'elf')
    >>> print(event)
    Hero 1 ... Elf (male).
    """

    def __init__(self, name: str, /, **parts: Any) -> None:
        self.name = name
        """What happened, such as ``"die-placed"``."""
        # Reserved words of Python get an underscore: class_="monk".
        self._parts = {part.rstrip("_"): value for part, value in parts.items()}
        self._tell: Callable[[Plain], str] | None = None

    @property
    def seat(self) -> int | None:
        """The seat it happened to; None if it concerns the whole table."""
        seat: int | None = self._parts.get("seat")
        return seat

    def __getitem__(self, part: str) -> Any:
        return self._parts[part]

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Event):
            return NotImplemented
        return self.name == other.name and self._parts == other._parts

    def __hash__(self) -> int:
        return hash((self.name, *self._parts.items()))

    def __repr__(self) -> str:
        parts = [
            f", {part}{'_' * iskeyword(part)}={value!r}" for part, value in self._parts.items()
        ]
        return f"Event({self.name!r}{''.join(parts)})"

    def __str__(self) -> str:
        return self._tell({"event": self.name, **self._parts}) if self._tell else repr(self)

    def __reduce__(self) -> tuple[Callable[..., "Event"], tuple[str, dict[str, Any], str]]:
        """Pickle with its sentence instead of the texts."""
        return _event_with_sentence, (self.name, self._parts, str(self) if self._tell else "")


def event_of(plain: Plain, tell: Callable[[Plain], str]) -> Event:
    """An event of the log as a value."""
    event = Event(plain["event"], **{part: plain[part] for part in plain if part != "event"})
    event._tell = tell
    return event


def _event_with_sentence(name: str, parts: dict[str, Any], sentence: str) -> Event:
    event = Event(name, **parts)
    if sentence:
        event._tell = lambda _plain: sentence
    return event


@dataclass(frozen=True)
class Hero:
    """A hero. Everything about it is public.

    >>> import rollplayer as rp
    >>> hero = rp.Game.new(players=2, seed="troll", names=["Ada", "Bo"]).heroes[0]
    >>> hero.name, hero.gold, hero.race
    ('Ada', 0, None)
    >>> hero.sheet["str"]
    ()
    """

    seat: int
    name: str
    race: str | None
    """None until it is chosen, like class, Alignment and Backstory."""
    side: str
    class_: str | None
    alignment: str | None
    backstory: str | None
    token: str
    """The space of the Alignment token, such as ``"lg"`` for lawful good."""
    gold: int
    charisma: int
    """Charisma tokens."""
    sheet: Mapping[str, tuple[str, ...]] = field(hash=False)
    """The dice by row, from the left: ``{"str": ("blue6", "purple4"), ...}``."""
    hand: tuple[str, ...]
    """Dice not yet placed."""
    cards: tuple[str, ...]
    exhausted: tuple[str, ...]
    """The cards that must be refreshed before they can be used again."""
    stars: int
    """What the hero would score if the game ended now."""
    goals: Mapping[str, Plain] = field(hash=False)
    """By row: ``score``, ``goal``, ``met`` and ``stars``; empty until the class is chosen."""
    more: Mapping[str, Any] = field(hash=False)
    """What expansions add: counts and piles by name."""


def hero_of(plain: Plain, standing: Plain, name: str) -> Hero:
    """A hero from plain data."""
    left = dict(plain)
    return Hero(
        seat=left.pop("seat"),
        name=name,
        race=left.pop("race"),
        side=left.pop("side"),
        class_=left.pop("class"),
        alignment=left.pop("alignment"),
        backstory=left.pop("backstory"),
        token=left.pop("token"),
        gold=left.pop("gold"),
        charisma=left.pop("charisma"),
        sheet={row: tuple(dice) for row, dice in left.pop("sheet").items()},
        hand=tuple(left.pop("hand")),
        cards=tuple(left.pop("cards")),
        exhausted=tuple(left.pop("exhausted")),
        stars=standing["total"],
        goals=standing["goals"],
        more=left,
    )


@dataclass(frozen=True)
class Score:
    """Stars by seat and by line of the score sheet; before the end, what heroes would score now.

    >>> import rollplayer as rp
    >>> score = rp.play("random", "random", seed="troll").score()
    >>> len(score.totals), sorted(score.lines[0])
    (2, ['alignment', 'armor', 'backstory', 'class_color', 'goals', 'traits'])
    >>> score.totals[0] == sum(score.lines[0].values())
    True
    """

    totals: tuple[int, ...]
    """Stars by seat."""
    lines: tuple[Mapping[str, int], ...] = field(hash=False)
    """By seat: the stars of each line of the score sheet."""
    winners: tuple[int, ...]
    """The winning seats, several if they share the victory; empty before the end."""
    rank: str | None
    """The title of a solitaire hero; None before the end and in games with several players."""

    def __str__(self) -> str:
        names = list(self.lines[0])
        widest = max(map(len, names))
        rows = [(name, [str(lines[name]) for lines in self.lines]) for name in [*names]] + [
            ("total", [str(total) for total in self.totals])
        ]
        text_lines = [
            f"{name:{widest}}" + "".join(f"{cell:>6}" for cell in cells) for name, cells in rows
        ]
        if self.winners:
            text_lines.append(
                "winner"
                + ("s" if len(self.winners) > 1 else "")
                + ": seat "
                + " and ".join(map(str, self.winners))
            )
        if self.rank:
            text_lines.append(f"rank: {self.rank}")
        return "\n".join(text_lines)
