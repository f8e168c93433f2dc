"""The menu of a question: numbers and groups its options and reads what is typed."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from rich.text import Text

from rollplayer.cli.terminal.look import TerminalLook
from rollplayer.cli.terminal.paint import cut, fitted, in_columns, line, wrapped
from rollplayer.cli.terminal.preview import OptionPreview
from rollplayer.engine.answers import (
    CLASS,
    DROP,
    KEEP,
    PASS,
    PLACE,
    RACE,
    SWAP,
    TAKE,
    Verb,
    first_of,
    second_of,
    verb_of,
)
from rollplayer.engine.plain import goal_text
from rollplayer.engine.table import COLORS, ROW_SIZE, ROWS, SPOTS
from rollplayer.words.choice import Choice

LET_BE: Final = -1
"""Not an answer of the game: at a last call a seat may decline (K7)."""
ONE_BY_ONE: Final = 12
"""Up to this many options are listed one by one; more are grouped."""
IN_ONE_COLUMN: Final = 14
ALIKE: Final = 3
"""More lines than this without details are set in columns."""
LABELLED_BY_VALUE: Final = (TAKE, KEEP)
"""`2` means Initiative card 2 or the value 2, not the second line."""
WORD_FOR_WORD: Final = (PASS, DROP)
"""Verbs that give something up must be typed in full."""
SHOWN_IN_ERROR: Final = 8


@dataclass(frozen=True)
class Item:
    """One line of a menu: an option, or a group of options about the same thing."""

    label: int
    options: tuple[int, ...]
    title: Text
    detail: Text
    spot: int = -1


class NotRead(ValueError):
    """The text typed is not an option; the message lists some that are."""


class Menu:
    """The options of one seat, all of them or those left after a first choice."""

    def __init__(
        self,
        look: TerminalLook,
        seat: int,
        options: Sequence[int],
        question: str,
        *,
        chosen: int = -1,
        interrupted: bool = False,
        listed: bool = False,
    ) -> None:
        self.look = look
        self.t = look.t
        self.names = look.rules.names
        self.seat = seat
        self.options = tuple(options)
        self.question = question
        self.chosen = chosen
        """The spot chosen first, if the second one is asked now."""
        self.interrupted = interrupted
        self.listed = listed
        self.preview = OptionPreview(look, seat)
        self.items = self.build()

    # -- building -----------------------------------------------------------------------------------

    def build(self) -> list[Item]:
        asked = [
            o for o in self.options if not self.aside(o) and o != LET_BE and verb_of(o) != PASS
        ]
        groups: list[tuple[int, ...]] = [(option,) for option in asked]
        verbs = sorted({verb_of(option) for option in asked})
        by_two = asked and self.verb(asked[0]).second and self.chosen < 0
        if not self.listed:
            if len(verbs) > 1 and len(asked) > IN_ONE_COLUMN and self.question == "action":
                groups = [tuple(o for o in asked if verb_of(o) == verb) for verb in verbs]
            elif len(verbs) == 1 and by_two and (len(asked) > ONE_BY_ONE or verbs == [RACE]):
                groups = self.by_first(asked)
        last = [o for o in self.options if self.aside(o)]
        last += [o for o in self.options if o == LET_BE or verb_of(o) == PASS]
        groups += [(option,) for option in last]
        free = iter(range(1 + self.highest_value(asked), 1000))
        return [self.item(group, free) for group in groups]

    def verb(self, option: int) -> Verb:
        return self.names.vocabulary.verb(verb_of(option))

    def aside(self, option: int) -> bool:
        """Whether it is a Skill or a Weapon discard that is not part of the question."""
        return option >= 0 and self.look.rules.interruption_verbs >> verb_of(option) & 1 == 1

    def highest_value(self, asked: Sequence[int]) -> int:
        return max((first_of(o) for o in asked if verb_of(o) in LABELLED_BY_VALUE), default=0)

    def by_first(self, asked: Sequence[int]) -> list[tuple[int, ...]]:
        firsts = dict.fromkeys(first_of(option) for option in asked)
        if verb_of(asked[0]) == SWAP:
            # Either die may be named first.
            spots = sorted({spot for o in asked for spot in (first_of(o), second_of(o))})
            return [
                tuple(o for o in asked if spot in (first_of(o), second_of(o))) for spot in spots
            ]
        return [tuple(o for o in asked if first_of(o) == first) for first in firsts]

    def item(self, group: tuple[int, ...], free: Iterator[int]) -> Item:
        option = group[0]
        verb = verb_of(option)
        label = first_of(option) if verb in LABELLED_BY_VALUE else next(free)
        if option == LET_BE:
            return Item(label, group, line(self.t.t("menu.let-be")), line())
        spot = self.spot_of(group)
        if len(group) > 1 or (spot >= 0 and self.chosen >= 0):
            return Item(label, group, self.group_title(group, spot), self.detail(group), spot)
        title = line(self.t.answer(self.names, option, self.question))
        if verb == PLACE:
            # The question already names the die.
            title = line(self.t.name("row", ROWS[second_of(option)]))
            if self.chosen < 0 and first_of(option):
                title = line(self.look.die(first_of(option)), " ", title)
        return Item(label, group, title, self.detail(group), spot)

    def spot_of(self, group: tuple[int, ...]) -> int:
        """The spot that a line is about, or -1."""
        option = group[0]
        if option < 0 or self.verb(option).first != "spot":
            return -1
        pair = (first_of(option), second_of(option))
        if verb_of(option) == SWAP and self.chosen >= 0:
            return pair[1] if pair[0] == self.chosen else pair[0]
        if self.chosen >= 0 or (verb_of(option) == SWAP and len(group) == 1):
            return -1
        shared = set.intersection(*({first_of(o), second_of(o)} for o in group))
        if verb_of(option) != SWAP:
            shared = {pair[0]} if all(first_of(o) == pair[0] for o in group) else set()
        return shared.pop() if shared else -1

    def group_title(self, group: tuple[int, ...], spot: int) -> Text:
        option = group[0]
        if len({verb_of(o) for o in group}) == 1 and spot >= 0:
            die = self.look.game.heroes[self.seat].sheet[spot]
            return line(fitted(self.t.spot(SPOTS[spot]), 6), self.look.die(die))
        verb = self.verb(option)
        if self.question == "action" and len({first_of(o) for o in group}) > 1:
            return line(self.t.content("row", ROWS[self.row_of(verb.number)], "action"))
        first = first_of(option)
        if verb.first in ("die", "die?"):
            return self.look.die(first)
        word = self.names.word(verb.first, first)
        return line((self.t.name(verb.first, word), "bold"))

    def row_of(self, verb: int) -> int:
        """The row whose Attribute Action has this verb."""
        for row, action in enumerate(self.look.rules.actions):
            if isinstance(action, Choice) and action.verb == verb:
                return row
        return 0

    def detail(self, group: tuple[int, ...]) -> Text:
        option = group[0]
        if verb_of(option) == RACE:
            race = self.look.rules.races[first_of(option)].id
            return line(self.t.content("race", race, "text")) if len(group) > 1 else line()
        if len(group) > 1 or verb_of(option) == PASS:
            return line()
        return self.preview.of(option, interrupted=self.interrupted)

    # -- showing ------------------------------------------------------------------------------------

    def lines(self, width: int) -> list[Text]:
        main = [item for item in self.items if not self.is_last(item)]
        if self.question == "choose-class":
            lines = [row for item in main for row in self.class_lines(item, width)]
        elif len(main) > 6 and all(item.spot >= 0 for item in main):
            lines = self.sheet_lines(main, width)
        elif len(main) > IN_ONE_COLUMN:
            lines = in_columns([self.short_line(item) for item in main], width)
        else:
            runs = groupby(main, key=lambda item: verb_of(item.options[0]))
            lines = [row for _, run in runs for row in self.one_by_one(list(run), width)]
        aside = [item for item in self.items if self.is_last(item)]
        return lines + self.one_by_one(aside, width)

    def is_last(self, item: Item) -> bool:
        option = item.options[0]
        return option == LET_BE or verb_of(option) == PASS or self.aside(option)

    def number(self, item: Item) -> Text:
        return line((f"{item.label:>3}", "bold cyan"), " ")

    def short_line(self, item: Item) -> Text:
        return line(self.number(item), item.title, " ", item.detail)

    def one_by_one(self, items: Sequence[Item], width: int) -> list[Text]:
        if not items:
            return []
        if len(items) > ALIKE and not any(item.detail.cell_len for item in items):
            return in_columns([self.short_line(item) for item in items], width, most=2)
        widest = max(item.title.cell_len for item in items) + 2
        widest = min(widest, width - 30)
        lines = []
        for item in items:
            shown = line(self.number(item), fitted(item.title, widest), item.detail)
            notation = self.notation(item)
            spare = width - shown.cell_len - len(notation) - 1
            if notation and spare > 0:
                shown = line(shown, " " * spare, (notation, "dim"))
            lines.append(shown)
        return lines

    def notation(self, item: Item) -> str:
        if item.options[0] == LET_BE:
            return "pass"
        if len(item.options) == 1:
            return self.names.write(item.options[0])
        return ""

    def sheet_lines(self, items: Sequence[Item], width: int) -> list[Text]:
        """The items in the shape of the sheet if it fits, otherwise in columns."""
        cell = max(self.short_line(item).cell_len for item in items) + 1
        if cell * ROW_SIZE > width:
            return in_columns([self.short_line(item) for item in items], width, most=2)
        by_spot = {item.spot: item for item in items}
        lines = []
        for row in range(len(ROWS)):
            spots = range(row * ROW_SIZE, row * ROW_SIZE + ROW_SIZE)
            cells = [
                fitted(self.short_line(by_spot[spot]) if spot in by_spot else "", cell)
                for spot in spots
            ]
            if any(spot in by_spot for spot in spots):
                lines.append(line(*cells))
        return lines

    def class_lines(self, item: Item, width: int) -> list[Text]:
        """A class with its goals and ability."""
        if verb_of(item.options[0]) != CLASS:
            return self.one_by_one([item], width)
        character_class = self.look.rules.classes[first_of(item.options[0])]
        color = self.t.name("color", COLORS[character_class.color])
        name = self.t.name("class", character_class.id)
        goals = "  ".join(
            f"{self.look.short(row)} {goal_text(character_class.low[row], character_class.high[row])}★{character_class.stars[row]}"
            for row in range(len(ROWS))
        )
        ability = self.t.content("class", character_class.id, "ability")
        text = self.t.content("class", character_class.id, "text")
        return [
            line(
                self.number(item),
                (name, "bold"),
                f" ({color})   ",
                (f"class {character_class.id}", "dim"),
            ),
            cut(line("      ", goals), width),
            *wrapped(f"{ability}: {text}", width, 6, "dim"),
        ]

    # -- reading ------------------------------------------------------------------------------------

    def read(self, typed: str) -> "int | Menu":
        """The answer typed, or a smaller menu; NotRead lists valid answers."""
        wanted = words(typed)
        if len(wanted) == 1 and wanted[0].isascii() and wanted[0].isdigit():
            for item in self.items:
                if str(item.label) == wanted[0]:
                    return self.within(item.options, item.spot)
        options = self.matching(wanted) if wanted else []
        if not options:
            raise NotRead(self.refusal(typed))
        return self.within(options, -1)

    def within(self, options: Sequence[int], spot: int) -> "int | Menu":
        if len(options) == 1:
            return options[0]
        first = {first_of(option) for option in options}
        chosen = spot if spot >= 0 else (first.pop() if len(first) == 1 else -1)
        listed = chosen < 0 and len({verb_of(option) for option in options}) > 1
        return Menu(
            self.look,
            self.seat,
            options,
            self.question,
            chosen=chosen,
            interrupted=self.interrupted,
            listed=listed,
        )

    def matching(self, wanted: list[str]) -> list[int]:
        """The options written like this; otherwise those that begin like this."""
        levels: tuple[list[int], list[int], list[int]] = ([], [], [])
        for option in self.options:
            level = min((self.fit(option, form, wanted) for form in self.forms(option)), default=3)
            if level < 3:
                levels[level].append(option)
        return next((level_options for level_options in levels if level_options), [])

    def fit(self, option: int, form: list[str], wanted: list[str]) -> int:
        """0: equal; 1: each word is a prefix; 2: a prefix of the whole; 3: different."""
        if form == wanted:
            return 0
        guessed = option == LET_BE or verb_of(option) in WORD_FOR_WORD
        if guessed and (option == LET_BE or verb_of(option) == PASS or form[0] != wanted[0]):
            return 3
        if len(form) < len(wanted) or not all(map(str.startswith, form, wanted)):
            return 3
        return 1 if len(form) == len(wanted) else 2

    def forms(self, option: int) -> list[list[str]]:
        """All ways to write an option: by id or name, with or without its verb."""
        if option == LET_BE:
            return [["pass"]]
        verb = self.verb(option)
        first, second = first_of(option), second_of(option)
        forms = [words(self.names.write(option))]
        local = [self.local(verb.first, first), self.local(verb.second, second)]
        if any(local):
            parts = zip(local, (verb.first, verb.second), (first, second), strict=True)
            spoken = [name or self.names.word(sort, value) for name, sort, value in parts]
            forms.append([verb.word, *words(" ".join(spoken))])
        if verb.number == SWAP:
            forms.append([verb.word, SPOTS[second], SPOTS[first]])
        if verb.first and verb.number not in WORD_FOR_WORD:
            forms += [form[1:] for form in forms]
        return forms

    def local(self, sort: str, value: int) -> str:
        """The name of a parameter in the language; empty if it has none."""
        word = self.names.word(sort, value)
        if sort in (*self.names.by_kind, "row", "color", "arrow"):
            return self.t.name(sort, word)
        if sort == "side":
            return self.t.t(f"side.{word}")
        if sort.startswith("die") and word:
            return f"{self.t.name('color', word[:-1])}{word[-1]}"
        return ""

    def refusal(self, typed: str) -> str:
        notations = [self.names.write(o) if o != LET_BE else "pass" for o in self.options]
        start = words(typed)[:1]
        same = [n for n in notations if n.split()[:1] == start] or notations
        shown = ", ".join(same[:SHOWN_IN_ERROR])
        more = len(same) - SHOWN_IN_ERROR
        if more > 0:
            shown = self.t.t("menu.and-more", some=shown, n=more)
        return self.t.t("menu.refused", typed=clean(typed), options=shown)


def words(text: str) -> list[str]:
    """The words of a text for comparison: lower case, without accents, hyphens as spaces."""
    plain = unicodedata.normalize("NFD", re.sub(r"(?<=\w)-(?=\w)", " ", text.casefold()))
    return "".join(char for char in plain if not unicodedata.combining(char)).split()


def clean(text: str, most: int = 40) -> str:
    """Typed text made safe to show."""
    shown = "".join(char if char.isprintable() else "?" for char in " ".join(text.split()))
    return shown if len(shown) <= most else shown[: most - 1] + "…"
