"""From facts to components, with errors that teach."""

import re
from collections.abc import Callable, Sequence
from typing import Any

from rollplayer.content.errors import ContentError, one_of
from rollplayer.content.files import Table
from rollplayer.content.pieces import elsewhere, unknown
from rollplayer.engine.components import (
    TIMINGS,
    Alignment,
    Backstory,
    Card,
    CharacterClass,
    Component,
    Components,
    Race,
)
from rollplayer.engine.game import Step
from rollplayer.engine.table import (
    ARMOR,
    ARROWS,
    CLASS_COLORS,
    COLORS,
    GOLD,
    ROWS,
    SKILL,
    TRAIT,
)
from rollplayer.engine.vocabulary import Vocabulary, number_of
from rollplayer.rules.expansion import Expansion, vocabulary_of
from rollplayer.rules.options import all_variants, most_players
from rollplayer.words.choice import Choice
from rollplayer.words.registry import Word

AT_LEAST = 99
MOST_CARDS = 200
COMMON_KEYS = ("source", "source_note")
SOURCES = ("rulebook", "public", "house")
KINDS_OF_GAME = ("solitaire", "table")
ID = re.compile(r"[a-z][a-z0-9-]{0,39}")


class Entry:
    """One table of a pack, read key by key; every complaint says where it stands."""

    def __init__(self, section: str, id: str, table: Any, vocabulary: Vocabulary) -> None:
        self.where = f"[{section}.{id}]"
        self.id = id
        self.vocabulary = vocabulary
        if not ID.fullmatch(id):
            raise ContentError(self.where, "an id is lower-case letters, digits and hyphens")
        if not isinstance(table, dict):
            raise ContentError(self.where, f"must be a table, not {table!r}")
        self.table: Table = table
        self.read: set[str] = set(COMMON_KEYS)
        self.check_source()

    def check_source(self) -> None:
        source = self.table.get("source", {})
        if not isinstance(source, dict):
            raise ContentError(f"{self.where} source", "must be a table, fact = source")
        for fact, value in source.items():
            if value not in SOURCES:
                raise one_of(f"{self.where} source.{fact}", value, SOURCES)

    def get(self, key: str, default: Any = None) -> Any:
        self.read.add(key)
        if key in self.table:
            return self.table[key]
        if default is None:
            raise ContentError(self.where, f"lacks {key!r}")
        return default

    def whole(self, key: str, low: int, high: int, default: int | None = None) -> int:
        return whole(f"{self.where} {key}", self.get(key, default), low, high)

    def pick(self, key: str, allowed: tuple[str, ...] | list[str]) -> int:
        value = self.get(key)
        if value not in allowed:
            raise one_of(f"{self.where} {key}", value, allowed)
        return allowed.index(value)

    def by_row(self, key: str) -> Table:
        value = self.get(key)
        if not isinstance(value, dict):
            raise ContentError(f"{self.where} {key}", "must be a table by row: { str = ..., ... }")
        for row in value:
            if row not in ROWS:
                raise one_of(f"{self.where} {key}", row, ROWS)
        return value

    def words(self, key: str, known: dict[str, Word], name: str) -> list[Any]:
        value = self.get(key, [])
        if not isinstance(value, list):
            raise ContentError(f"{self.where} {key}", "must be a list of words")
        return [self.word(key, item, known, name) for item in value]

    def word(self, key: str, item: Any, known: dict[str, Word], name: str) -> Any:
        """One word out of a table that says more than the word."""
        return build_word(f"{self.where} {key}", item, known, name, self.vocabulary)

    def words_as(self, key: str, role: str, name: str) -> list[Any]:
        """Words that the boxes of the game bring for this role."""
        return self.words(key, self.vocabulary.words[role], name)

    def number_of(self, key: str, names: dict[int, str], sort: str) -> int:
        """The number of a piece that is called by its name."""
        value = self.get(key)
        number = number_of(names, value) if isinstance(value, str) else -1
        if number < 0:
            raise unknown(f"{self.where} {key}", value, list(names.values()), sort, self.vocabulary)
        return number

    def fail(self, key: str, problem: str) -> ContentError:
        return ContentError(f"{self.where} {key}".rstrip(), problem)

    def close(self) -> None:
        for key in self.table:
            if key not in self.read:
                known = ", ".join(sorted(self.read))
                hint = elsewhere("hook", key, self.vocabulary)
                raise ContentError(self.where, f"unknown key {key!r}; known here: {known}{hint}")


def whole(where: str, value: Any, low: int, high: int) -> int:
    if type(value) is not int or not low <= value <= high:
        raise ContentError(where, f"{value!r} is not a whole number from {low} to {high}")
    return int(value)


CHECKS: dict[str, Callable[[Any, Vocabulary], bool]] = {
    "count": lambda value, _known: type(value) is int and 0 <= value <= 99,
    "positive": lambda value, _known: type(value) is int and 1 <= value <= 99,
    "change": lambda value, _known: type(value) is int and -9 <= value <= 9,
    "flag": lambda value, _known: type(value) is bool,
    "row": lambda value, _known: value in ROWS,
    "color": lambda value, known: value in known.colors,
    "kind": lambda value, known: value in known.card_kinds.values(),
    "number": lambda value, known: value in known.number_names(),
    "id": lambda value, _known: isinstance(value, str),
}


def allowed(sort: str, known: Vocabulary) -> str:
    """What a parameter of this sort must be."""
    lists: dict[str, Sequence[str]] = {
        "row": ROWS,
        "color": known.colors,
        "kind": list(known.card_kinds.values()),
        "number": known.number_names(),
    }
    return "one of: " + ", ".join(lists[sort]) if sort in lists else ALLOWED[sort]


ALLOWED: dict[str, str] = {
    "count": "a whole number from 0 to 99",
    "positive": "a whole number from 1 to 99",
    "change": "a whole number from -9 to 9",
    "flag": "true or false",
    "id": "an id",
}


def build_word(
    where: str, item: Any, known: dict[str, Word], name: str, vocabulary: Vocabulary
) -> Any:
    """A word from its table, such as ``{ do = "flip", times = 2 }``."""
    if not isinstance(item, dict) or name not in item:
        raise ContentError(where, f"each word is a table with {name!r}, not {item!r}")
    called = item[name]
    if called not in known:
        raise unknown(where, called, sorted(known), "word", vocabulary)
    word = known[called]
    values: Table = {}
    for key, value in item.items():
        if key == name:
            continue
        if key not in word.parameters:
            takes = ", ".join(word.parameters) or "nothing"
            raise ContentError(where, f"{called!r} takes {takes}, not {key!r}")
        sort = word.parameters[key].sort
        if not CHECKS[sort](value, vocabulary):
            hint = elsewhere(sort, value, vocabulary)
            raise ContentError(
                where, f"{key} = {value!r} must be {allowed(sort, vocabulary)}{hint}"
            )
        values[key] = vocabulary.number_index(value) if sort == "number" else value
    missing = [key for key, p in word.parameters.items() if p.required and key not in values]
    if missing:
        raise ContentError(where, f"{called!r} lacks {', '.join(missing)}")
    return word.build(**values)


def read_common(entry: Entry, component: Component) -> None:
    """What classes and cards share: changed numbers and moments to act."""
    known = entry.vocabulary
    changes = entry.get("modify", [])
    where = f"{entry.where} modify"
    if not isinstance(changes, list):
        raise ContentError(where, "must be a list of { number = ..., add = ... }")
    for change in changes:
        if not isinstance(change, dict) or set(change) != {"number", "add"}:
            raise ContentError(where, f"each is {{ number = ..., add = ... }}, not {change!r}")
        if change["number"] not in known.number_names():
            raise unknown(where, change["number"], known.number_names(), "number", known)
        added = whole(f"{where} add", change["add"], -9, 9)
        component.modifies.append((known.number_index(change["number"]), added))
    component.hooks = [[] for _ in range(max(known.hooks) + 1)]
    for hook, name in known.hooks.items():
        component.hooks[hook] = entry.words_as(name, "effects", "do")
        if component.hooks[hook]:
            component.hooked |= 1 << hook


def build(facts: dict[str, Table], boxes: Sequence[Expansion] = ()) -> Components:
    """The components of the facts of a library with these boxes."""
    known = vocabulary_of(boxes)
    made = Components(known)
    made.boxes = list(boxes)
    for id, table in facts["armor_set"].items():
        read_armor_set(Entry("armor_set", id, table, known), made)
    for id, table in facts["race"].items():
        read_race(Entry("race", id, table, known), made)
    for id, table in facts["class"].items():
        read_class(Entry("class", id, table, known), made)
    for id, table in facts["alignment"].items():
        read_alignment(Entry("alignment", id, table, known), made)
    for id, table in facts["backstory"].items():
        read_backstory(Entry("backstory", id, table, known), made)
    for id, table in facts["card"].items():
        read_card(Entry("card", id, table, known), made)
    made.actions = read_actions(facts["action"], known)
    for box in boxes:
        entries = {
            section: [
                Entry(section, id, table, known) for id, table in facts.get(section, {}).items()
            ]
            for section in box.sections
        }
        made.parts[box.name] = box.read(entries, made)
    check_counts(made, most_players(tuple(box.name for box in boxes)))
    return made


def read_armor_set(entry: Entry, made: Components) -> None:
    stars = entry.get("stars")
    if not isinstance(stars, list) or not stars:
        raise ContentError(f"{entry.where} stars", "must be a list: stars for 1, 2, ... cards")
    made.armor_stars.append([whole(f"{entry.where} stars", each, -99, 99) for each in stars])
    colors = entry.get("colors")
    if not isinstance(colors, list):
        raise ContentError(f"{entry.where} colors", "must be a list of class colors")
    for color in colors:
        if color not in COLORS[:CLASS_COLORS]:
            raise one_of(f"{entry.where} colors", color, COLORS[:CLASS_COLORS])
    made.armor_colors.append([COLORS.index(color) for color in colors])
    made.armor_names.append(entry.id)
    entry.close()


def read_race(entry: Entry, made: Components) -> None:
    modifiers = entry.by_row("modifiers")
    values = [whole(f"{entry.where} {row}", modifiers.get(row, 0), -9, 9) for row in ROWS]
    made.races.append(Race(len(made.races), entry.id, values))
    entry.close()


def read_goal(where: str, text: Any) -> tuple[int, int]:
    """``17`` exact, ``16-17`` a range, ``14+`` at least."""
    match = re.fullmatch(r"(\d{1,2})(?:-(\d{1,2})|(\+))?", text) if isinstance(text, str) else None
    if match is None:
        raise ContentError(where, f"{text!r} is no goal; write '17', '16-17' or '14+'")
    low = int(match[1])
    high = AT_LEAST if match[3] else int(match[2] or match[1])
    if high < low:
        raise ContentError(where, f"{text!r} is no range: the lower number comes first")
    return low, high


def read_class(entry: Entry, made: Components) -> None:
    goals = entry.by_row("goals")
    stars = entry.by_row("stars")
    for key, told in (("goals", goals), ("stars", stars)):
        if len(told) != len(ROWS):
            missing = ", ".join(row for row in ROWS if row not in told)
            raise ContentError(f"{entry.where} {key}", f"lacks {missing}")
    spans = [read_goal(f"{entry.where} goals.{row}", goals[row]) for row in ROWS]
    made.classes.append(
        CharacterClass(
            len(made.classes),
            entry.id,
            entry.pick("color", COLORS[:CLASS_COLORS]),
            [low for low, _ in spans],
            [high for _, high in spans],
            [whole(f"{entry.where} stars.{row}", stars[row], 0, 99) for row in ROWS],
        )
    )
    read_common(entry, made.classes[-1])
    entry.close()


def read_alignment(entry: Entry, made: Components) -> None:
    grid = entry.get("grid")
    where = f"{entry.where} grid"
    lines = grid if isinstance(grid, list) and len(grid) == 3 else []
    if not lines or any(not isinstance(line, list) or len(line) != 3 for line in lines):
        raise ContentError(where, "must be three lines of three: Good first, Lawful left")
    values = [whole(where, value, -99, 99) for line in lines for value in line]
    made.alignments.append(Alignment(len(made.alignments), entry.id, values))
    entry.close()


def read_backstory(entry: Entry, made: Components) -> None:
    dice = entry.by_row("dice")
    spots: list[int] = []
    colors: list[int] = []
    for at, row in enumerate(ROWS):
        told = dice.get(row)
        where = f"{entry.where} dice.{row}"
        known = COLORS[: GOLD + 1]
        if not isinstance(told, list) or len(told) != 2 or told[0] not in known:
            raise ContentError(where, f"must be [color, space 1 to 3], not {told!r}")
        colors.append(COLORS.index(told[0]))
        spots.append(at * 3 + whole(where, told[1], 1, 3) - 1)
    made.backstories.append(Backstory(len(made.backstories), entry.id, spots, colors))
    entry.close()


def read_card(entry: Entry, made: Components) -> None:
    card = Card(
        len(made.cards),
        entry.id,
        entry.number_of("kind", entry.vocabulary.card_kinds, "kind"),
        entry.whole("cost", 0, 30),
        entry.whole("dots", 1, 2),
    )
    entry.whole("number", 0, 999, 0)
    card.hands = entry.whole("hands", 0, 4, 0)
    if card.kind in (TRAIT, SKILL):
        card.arrow = entry.pick("arrow", ARROWS)
    if card.kind == SKILL:
        card.timing = entry.pick("timing", TIMINGS)
        card.borrows = entry.get("borrows", False) is True
        card.on_use = entry.words_as("on_use", "effects", "do")
        if card.borrows == (ARROWS[card.arrow] != "target"):
            raise ContentError(entry.where, "arrow = 'target' and borrows = true go together")
    elif card.kind == TRAIT and ARROWS[card.arrow] == "target":
        raise one_of(f"{entry.where} arrow", "target", ARROWS[:4])
    if card.kind == ARMOR:
        card.armor_set = entry.pick("armor_set", made.armor_names)
    card.stars = entry.words_as("stars", "stars", "for")
    card.goal_words = entry.words_as("goals", "goals", "for")
    if "holds" in entry.table:
        card.holds = entry.number_of("holds", entry.vocabulary.piles, "pile")
    read_common(entry, card)
    not_in = entry.get("not_in", [])
    games = (*KINDS_OF_GAME, *all_variants())
    if not isinstance(not_in, list) or any(game not in games for game in not_in):
        raise ContentError(f"{entry.where} not_in", f"must be a list out of: {', '.join(games)}")
    made.not_in.append(not_in)
    made.cards.append(card)
    entry.close()


def read_actions(table: Table, known: Vocabulary) -> list[Step]:
    actions: list[Step] = []
    effects = known.words["effects"]
    for row in ROWS:
        where = f"[action] {row}"
        action = build_word(where, table.get(row), effects, "do", known)
        if not isinstance(action, Choice):
            raise ContentError(where, f"{table.get(row)!r} offers no choice of its own")
        actions.append(action)
    verbs = [action.verb for action in actions if isinstance(action, Choice)]
    if len(set(verbs)) != len(verbs):
        raise ContentError("[action]", "every row needs an action of its own")
    return actions


def check_counts(made: Components, players: int) -> None:
    """There must be enough of everything for a full table, and answers must fit their code."""
    for what, have, need in (
        ("race", len(made.races), players),
        ("class color", len({each.color for each in made.classes}), players),
        ("alignment", len(made.alignments), players),
        ("backstory", len(made.backstories), players),
        ("card", len(made.cards), 20),
    ):
        if have < need:
            raise ContentError("pack", f"{have} of {what} are too few; a game needs {need}")
    for what, have in (
        ("card", len(made.cards)),
        ("race", len(made.races)),
        ("class", len(made.classes)),
        ("alignment", len(made.alignments)),
        ("backstory", len(made.backstories)),
    ):
        if have > MOST_CARDS:
            raise ContentError("pack", f"{have} of {what} are too many; at most {MOST_CARDS}")
    for at, stars in enumerate(made.armor_stars):
        owned = len([card for card in made.cards if card.armor_set == at])
        if owned > len(stars):
            raise ContentError(
                f"[armor_set.{made.armor_names[at]}] stars",
                f"lists {len(stars)} cards, but the set has {owned}",
            )
