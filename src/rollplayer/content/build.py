"""Build components from facts, with errors that explain."""

import re
from collections.abc import Sequence
from typing import Any

from rollplayer.content.errors import ContentError, one_of
from rollplayer.content.files import Table
from rollplayer.content.pieces import elsewhere, unknown
from rollplayer.content.words import (
    SPAN,
    Known,
    build_row_tally,
    build_tally,
    build_word,
    whole,
)
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
from rollplayer.engine.tally import RowTally, Tally
from rollplayer.engine.vocabulary import Vocabulary, number_of
from rollplayer.rules.expansion import Expansion, vocabulary_of
from rollplayer.rules.options import all_variants, most_players
from rollplayer.words.choice import Choice
from rollplayer.words.registry import GOAL_BONUS, STARS, Amount

AT_LEAST = 99
MOST_CARDS = 200
COMMON_KEYS = ("source", "source_note")
SOURCES = ("rulebook", "public", "house")
KINDS_OF_GAME = ("solitaire", "table")
ID = re.compile(r"[a-z][a-z0-9-]{0,39}")


class EntryReader:
    """Reads one table of a pack key by key; every error says where it is."""

    def __init__(
        self, section: str, id: str, table: Any, vocabulary: Vocabulary, armor_sets: list[str]
    ) -> None:
        self.where = f"[{section}.{id}]"
        self.id = id
        self.vocabulary = vocabulary
        self.known = Known(vocabulary, armor_sets)
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

    def items(self, key: str) -> list[Any]:
        value = self.get(key, [])
        if not isinstance(value, list):
            raise ContentError(f"{self.where} {key}", "must be a list of tables")
        return value

    def effects(self, key: str) -> list[Step]:
        where = f"{self.where} {key}"
        return [build_word(where, item, "effects", "do", self.known) for item in self.items(key)]

    def tallies(self, key: str, amount: Amount) -> list[Tally]:
        return [self.tally(key, item, amount) for item in self.items(key)]

    def row_tallies(self, key: str, amount: Amount) -> list[RowTally]:
        where = f"{self.where} {key}"
        return [build_row_tally(where, item, amount, self.known) for item in self.items(key)]

    def tally(self, key: str, item: Any, amount: Amount) -> Tally:
        """Build a tally from a table that contains nothing else."""
        return build_tally(f"{self.where} {key}", item, amount, self.known)

    def number_of(self, key: str, names: dict[int, str], sort: str) -> int:
        """The number of a piece, by its name."""
        value = self.get(key)
        number = number_of(names, value) if isinstance(value, str) else -1
        if number < 0:
            raise unknown(f"{self.where} {key}", value, list(names.values()), sort, self.vocabulary)
        return number

    def common(self, component: Component) -> None:
        """What everything shares that a hero may own: changed numbers and moments to act."""
        read_common(self, component)

    def fail(self, key: str, problem: str) -> ContentError:
        return ContentError(f"{self.where} {key}".rstrip(), problem)

    def close(self) -> None:
        for key in self.table:
            if key not in self.read:
                known = ", ".join(sorted(self.read))
                hint = elsewhere("hook", key, self.vocabulary)
                raise ContentError(self.where, f"unknown key {key!r}; known here: {known}{hint}")


def read_common(entry: EntryReader, component: Component) -> None:
    """Read what classes and cards share: modified numbers and effects at moments."""
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
        component.hooks[hook] = entry.effects(name)
        if component.hooks[hook]:
            component.hooked |= 1 << hook


def build(facts: dict[str, Table], boxes: Sequence[Expansion] = ()) -> Components:
    """Build the components from the facts of a library with these boxes."""
    known = vocabulary_of(boxes)
    components = Components(known)
    components.boxes = list(boxes)

    def entries(section: str) -> list[EntryReader]:
        return [
            EntryReader(section, id, table, known, components.armor_names)
            for id, table in facts.get(section, {}).items()
        ]

    # Armor sets come first, because counts name them.
    for entry in entries("armor_set"):
        read_armor_set(entry, components)
    for entry in entries("race"):
        read_race(entry, components)
    for entry in entries("class"):
        read_class(entry, components)
    for entry in entries("alignment"):
        read_alignment(entry, components)
    for entry in entries("backstory"):
        read_backstory(entry, components)
    for entry in entries("card"):
        read_card(entry, components)
    components.actions = read_actions(facts["action"], Known(known, components.armor_names))
    for box in boxes:
        more = {section: entries(section) for section in box.sections}
        components.parts[box.name] = box.read(more, components)
    check_counts(components, most_players(tuple(box.name for box in boxes)))
    return components


def read_armor_set(entry: EntryReader, components: Components) -> None:
    stars = entry.get("stars")
    if not isinstance(stars, list) or not stars:
        raise ContentError(f"{entry.where} stars", "must be a list: stars for 1, 2, ... cards")
    components.armor_stars.append(
        [whole(f"{entry.where} stars", value, -99, 99) for value in stars]
    )
    colors = entry.get("colors")
    if not isinstance(colors, list):
        raise ContentError(f"{entry.where} colors", "must be a list of class colors")
    for color in colors:
        if color not in COLORS[:CLASS_COLORS]:
            raise one_of(f"{entry.where} colors", color, COLORS[:CLASS_COLORS])
    components.armor_colors.append([COLORS.index(color) for color in colors])
    components.armor_names.append(entry.id)
    entry.close()


def read_race(entry: EntryReader, components: Components) -> None:
    modifiers = entry.by_row("modifiers")
    values = [whole(f"{entry.where} {row}", modifiers.get(row, 0), -9, 9) for row in ROWS]
    components.races.append(Race(len(components.races), entry.id, values))
    entry.close()


def read_goal(where: str, text: Any) -> tuple[int, int]:
    """Read a goal: ``17`` is exact, ``16-17`` a range, ``14+`` a minimum."""
    match = SPAN.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise ContentError(where, f"{text!r} is not a goal; write '17', '16-17' or '14+'")
    low = int(match[1])
    high = AT_LEAST if match[3] else int(match[2] or match[1])
    if high < low:
        raise ContentError(where, f"{text!r} is not a range: the lower number comes first")
    return low, high


def read_class(entry: EntryReader, components: Components) -> None:
    goals = entry.by_row("goals")
    stars = entry.by_row("stars")
    for key, values in (("goals", goals), ("stars", stars)):
        if len(values) != len(ROWS):
            missing = ", ".join(row for row in ROWS if row not in values)
            raise ContentError(f"{entry.where} {key}", f"lacks {missing}")
    spans = [read_goal(f"{entry.where} goals.{row}", goals[row]) for row in ROWS]
    components.classes.append(
        CharacterClass(
            len(components.classes),
            entry.id,
            entry.pick("color", COLORS[:CLASS_COLORS]),
            [low for low, _ in spans],
            [high for _, high in spans],
            [whole(f"{entry.where} stars.{row}", stars[row], 0, 99) for row in ROWS],
        )
    )
    read_common(entry, components.classes[-1])
    entry.close()


def read_alignment(entry: EntryReader, components: Components) -> None:
    grid = entry.get("grid")
    where = f"{entry.where} grid"
    lines = grid if isinstance(grid, list) and len(grid) == 3 else []
    if not lines or any(not isinstance(line, list) or len(line) != 3 for line in lines):
        raise ContentError(where, "must be three lines of three: Good first, Lawful left")
    values = [whole(where, value, -99, 99) for line in lines for value in line]
    components.alignments.append(Alignment(len(components.alignments), entry.id, values))
    entry.close()


def read_backstory(entry: EntryReader, components: Components) -> None:
    dice = entry.by_row("dice")
    spots: list[int] = []
    colors: list[int] = []
    for at, row in enumerate(ROWS):
        wanted = dice.get(row)
        where = f"{entry.where} dice.{row}"
        known = COLORS[: GOLD + 1]
        if not isinstance(wanted, list) or len(wanted) != 2 or wanted[0] not in known:
            raise ContentError(where, f"must be [color, space 1 to 3], not {wanted!r}")
        colors.append(COLORS.index(wanted[0]))
        spots.append(at * 3 + whole(where, wanted[1], 1, 3) - 1)
    components.backstories.append(Backstory(len(components.backstories), entry.id, spots, colors))
    entry.close()


def read_card(entry: EntryReader, components: Components) -> None:
    card = Card(
        len(components.cards),
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
        card.on_use = entry.effects("on_use")
        if card.borrows == (ARROWS[card.arrow] != "target"):
            raise ContentError(entry.where, "arrow = 'target' and borrows = true go together")
    elif card.kind == TRAIT and ARROWS[card.arrow] == "target":
        raise one_of(f"{entry.where} arrow", "target", ARROWS[:4])
    if card.kind == ARMOR:
        card.armor_set = entry.pick("armor_set", components.armor_names)
    card.stars = entry.tallies("stars", STARS)
    card.goal_bonuses = entry.row_tallies("goals", GOAL_BONUS)
    if "holds" in entry.table:
        card.holds = entry.number_of("holds", entry.vocabulary.piles, "pile")
    read_common(entry, card)
    not_in = entry.get("not_in", [])
    games = (*KINDS_OF_GAME, *all_variants())
    if not isinstance(not_in, list) or any(game not in games for game in not_in):
        raise ContentError(
            f"{entry.where} not_in", f"must be a list of some of: {', '.join(games)}"
        )
    components.not_in.append(not_in)
    components.cards.append(card)
    entry.close()


def read_actions(table: Table, known: Known) -> list[Step]:
    actions: list[Step] = []
    for row in ROWS:
        where = f"[action] {row}"
        action = build_word(where, table.get(row), "effects", "do", known)
        if not isinstance(action, Choice):
            raise ContentError(where, f"{table.get(row)!r} offers no choice of its own")
        actions.append(action)
    verbs = [action.verb for action in actions if isinstance(action, Choice)]
    if len(set(verbs)) != len(verbs):
        raise ContentError("[action]", "every row needs its own action")
    return actions


def check_counts(components: Components, players: int) -> None:
    """Check that a full table has enough of everything and that answers can encode all of it."""
    for what, have, need in (
        ("race", len(components.races), players),
        (
            "class color",
            len({character_class.color for character_class in components.classes}),
            players,
        ),
        ("alignment", len(components.alignments), players),
        ("backstory", len(components.backstories), players),
        ("card", len(components.cards), 20),
    ):
        if have < need:
            raise ContentError("pack", f"{have} of {what} are too few; a game needs {need}")
    for what, have in (
        ("card", len(components.cards)),
        ("race", len(components.races)),
        ("class", len(components.classes)),
        ("alignment", len(components.alignments)),
        ("backstory", len(components.backstories)),
    ):
        if have > MOST_CARDS:
            raise ContentError("pack", f"{have} of {what} are too many; at most {MOST_CARDS}")
    for at, stars in enumerate(components.armor_stars):
        owned = len([card for card in components.cards if card.armor_set == at])
        if owned > len(stars):
            raise ContentError(
                f"[armor_set.{components.armor_names[at]}] stars",
                f"lists {len(stars)} cards, but the set has {owned}",
            )
