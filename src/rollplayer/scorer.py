"""The scorer for physical games: heroes as JSON in, the score sheet as JSON out.

Both formats are stable. Missing dice are allowed (E12). Impossible tables are refused; unlikely
ones produce a warning.
"""

import json
from collections import Counter
from dataclasses import dataclass
from typing import Any, Final

from rollplayer.content import Library
from rollplayer.engine.changes import derive
from rollplayer.engine.game import Game, Ruleset
from rollplayer.engine.hero import Hero
from rollplayer.engine.numbers import HANDS
from rollplayer.engine.plain import Plain, goal_text
from rollplayer.engine.scoring import goal_met, rank, row_score, score_lines, winners
from rollplayer.engine.table import (
    COLORS,
    EMPTY,
    GOLD,
    ROWS,
    SPACES,
    SPOT_COUNT,
    kind_of,
)
from rollplayer.expansions import EXPANSIONS
from rollplayer.names import clean
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.expansion import Expansion, ScoreField
from rollplayer.rules.options import Options, most_players, seats_for
from rollplayer.rules.solitaire import SetEnemyDieAside
from rollplayer.scenario.moments import parts
from rollplayer.score_fields import FieldReader, Remark, ScoreError, shown
from rollplayer.text import Argument

__all__ = ["Remark", "ScoreError", "ScoreTable", "read_table", "read_text", "score", "score_hero"]

LINES: Final = ("goals", "class_color", "alignment", "backstory", "armor", "traits", "gold")
MOST_GOLD: Final = 999
LONGEST_NAME: Final = 60
TABLE_KEYS: Final = ("solitaire", "heroes")
HERO_KEYS: Final = (
    "name",
    "race",
    "class",
    "alignment",
    "token",
    "backstory",
    "sheet",
    "gold",
    "cards",
)


@dataclass
class ScoreTable:
    """The heroes of a table, ready to be scored."""

    game: Game
    library: Library
    names: list[str]
    warnings: list[Remark]


# -- reading ----------------------------------------------------------------------------------------


def read_text(text: str, library: Library, edition: str = "second") -> ScoreTable:
    """Read a table from JSON; ScoreError says what is wrong."""
    try:
        plain = json.loads(text, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        problem = "no-json"
        if not text.strip():
            problem = "empty"
        raise ScoreError(problem, line=error.lineno, column=error.colno) from error
    except ScoreError:
        raise
    except (ValueError, RecursionError) as error:
        # Numbers with thousands of digits, or deeply nested lists.
        raise ScoreError("no-json", line=1, column=1) from error
    return read_table(plain, library, edition)


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    table = dict(pairs)
    if len(table) != len(pairs):
        counted = Counter(key for key, _ in pairs)
        twice = next(key for key, times in counted.items() if times > 1)
        raise ScoreError("key-twice", field=shown(twice))
    return table


def read_table(plain: Any, library: Library, edition: str = "second") -> ScoreTable:
    """Read a table from plain data."""
    if not isinstance(plain, dict):
        raise ScoreError("no-object", where="JSON", value=shown(plain))
    boxes = [EXPANSIONS[name] for name in library.expansions]
    table_fields = [field for box in boxes for field in box.table_fields]
    _check_keys("JSON", plain, (*TABLE_KEYS, *[field.name for field in table_fields]))
    solitaire = plain.get("solitaire", False)
    if type(solitaire) is not bool:
        raise ScoreError("no-flag", where="solitaire", value=shown(solitaire))
    heroes = plain.get("heroes")
    most = most_players(library.expansions)
    if not isinstance(heroes, list) or not 1 <= len(heroes) <= most:
        given = len(heroes) if isinstance(heroes, list) else shown(heroes)
        if (box := seats_for(given)) is not None and box.name not in library.expansions:
            raise ScoreError(
                "heroes-need",
                value=given,
                title=box.title,
                option=f"--{box.short}",
                name=box.name,
                most=most,
            )
        raise ScoreError("no-heroes", value=given, most=most)
    if solitaire and len(heroes) > 1:
        raise ScoreError("solitaire-alone", heroes=len(heroes))
    game = _empty_table(solitaire, len(heroes), library, edition)
    about_table = FieldReader(game, "JSON", plain).read(table_fields)
    names: list[str] = []
    readers: list[_HeroReader] = []
    for seat, hero in enumerate(heroes):
        name = _read_name(hero, seat)
        if name in names:
            raise ScoreError("name-twice", hero=name)
        names.append(name)
        readers.append(_HeroReader(game, name, hero, boxes))
    _share(about_table, table_fields, readers)
    for seat, reader in enumerate(readers):
        reader.read_into(game.heroes[seat], about_table)
    _check_together(game, names)
    _check_added(readers)
    return ScoreTable(game, library, names, _doubts(game, names, boxes))


def _empty_table(solitaire: bool, heroes: int, library: Library, edition: str) -> Game:
    # One hero of a larger game may be scored alone; solitaire must be stated.
    players = 1 if solitaire else max(heroes, 2)
    options = Options(players=players, edition=edition, expansions=library.expansions)
    game = new_game(options, compose(options, library.components))
    game.heroes = game.heroes[:heroes]
    return game


def _check_keys(where: str, plain: dict[str, Any], known: tuple[str, ...]) -> None:
    for key in plain:
        if key not in known:
            raise ScoreError("unknown-key", where=where, field=shown(key), known=", ".join(known))


def _read_name(plain: Any, seat: int) -> str:
    default = f"Hero {seat + 1}"
    if not isinstance(plain, dict):
        raise ScoreError("no-object", where=default, value=shown(plain))
    name = plain.get("name", default)
    right = isinstance(name, str) and name.isprintable() and 0 < len(name) <= LONGEST_NAME
    if not right:
        raise ScoreError("no-name", hero=default, value=shown(name), most=LONGEST_NAME)
    name = clean(name, LONGEST_NAME)
    if not name:
        raise ScoreError("unseen-name", hero=default)
    return name


class _HeroReader(FieldReader):
    """Reads one hero; every error names the hero and the field."""

    def __init__(
        self, game: Game, name: str, plain: dict[str, Any], boxes: list[Expansion]
    ) -> None:
        super().__init__(game, name, plain)
        self.boxes = boxes
        self.fields = [field for box in boxes for field in box.hero_fields]

    def read_into(self, hero: Hero, about_table: dict[str, Any]) -> None:
        fields = self.fields
        rules = self.game.rules
        names = [field.name for field in fields]
        _check_keys(self.name, self.plain, (*HERO_KEYS, *names, *rules.vocabulary.spaces))
        hero.race = self.pick("race", rules.names.by_kind["race"])
        hero.character_class = self.pick("class", rules.names.by_kind["class"])
        if hero.character_class >= 0:
            hero.color = rules.classes[hero.character_class].color
        hero.alignment = self.pick("alignment", rules.names.by_kind["alignment"])
        hero.backstory = self.pick("backstory", rules.names.by_kind["backstory"])
        token = self.pick("token", SPACES)
        hero.token = token if token >= 0 else hero.token
        hero.gold = self.number("gold", 0, MOST_GOLD) if "gold" in self.plain else 0
        hero.sheet[:SPOT_COUNT] = self.sheet()
        self.lay_beside(hero)
        more = self.read(fields)
        hero.cards = self.all_cards([field for field in fields if field.sort == "cards"], more)
        for box in self.boxes:
            box.lay_score(self.game, hero.seat, more, about_table)
        derive(self.game, hero)
        self.check_hands(hero)

    def all_cards(self, fields: list[ScoreField], more: dict[str, Any]) -> tuple[int, ...]:
        """All cards, including those with their own field; a card named in both counts once."""
        cards = list(self.cards())
        for field in fields:
            cards += [card for card in more.get(field.name, []) if card not in cards]
        return tuple(cards)

    def sheet(self) -> list[int]:
        rows = self.plain.get("sheet", {})
        if not isinstance(rows, dict):
            raise self.fail("no-sheet", "sheet", rows, rows=", ".join(ROWS))
        for row in rows:
            if row not in ROWS:
                raise self.fail("not-one-of", "sheet", row, near="", allowed=", ".join(ROWS))
        sheet: list[int] = []
        for row in ROWS:
            sheet += self.row(row, rows.get(row, []))
        return sheet

    def lay_beside(self, hero: Hero) -> None:
        """Dice on the spaces that boxes lay beside the sheet; null is an empty space."""
        for name, spots in self.game.rules.vocabulary.spaces.items():
            dice = self.plain.get(name, [])
            if not isinstance(dice, list) or len(dice) > len(spots):
                raise self.fail("no-spaces", name, dice, spaces=len(spots))
            for place, die in enumerate(dice):
                if die is not None:
                    hero.sheet[spots[place]] = self.die(f"{name}[{place + 1}]", die)

    def die(self, where: str, name: Any) -> int:
        known = self.game.rules.vocabulary
        die = known.read_die(name) if isinstance(name, str) else EMPTY
        if die == EMPTY:
            raise self.fail(
                "no-die",
                where,
                name,
                colors=", ".join(known.colors),
                low=known.lowest,
                high=known.highest,
            )
        return die

    def row(self, row: str, names: Any) -> list[int]:
        """C3: three spaces, filled from the left; null is an empty space."""
        where = f"sheet.{row}"
        if not isinstance(names, list) or len(names) > 3:
            raise self.fail("no-row", where, names)
        dice = [EMPTY, EMPTY, EMPTY]
        for place, name in enumerate(names):
            if name is None:
                continue
            dice[place] = self.die(f"{where}[{place + 1}]", name)
            if place and dice[place - 1] == EMPTY:
                raise self.fail("gap", where, names)
        return dice

    def cards(self) -> tuple[int, ...]:
        known = self.game.rules.names.by_kind["card"]
        return tuple(self.some("cards", known, known))

    def check_hands(self, hero: Hero) -> None:
        """M4: the Weapons fit in the hero's hands."""
        cards = self.game.rules.cards
        used = sum(cards[card].hands for card in hero.weapons)
        if used > hero.numbers[HANDS]:
            weapons = ", ".join(f"{cards[card].id} ({cards[card].hands})" for card in hero.weapons)
            most = hero.numbers[HANDS]
            raise self.fail("hands", "cards", weapons, used=used, most=most, weapons=weapons)


def _share(
    about_table: dict[str, Any], table_fields: list[ScoreField], readers: list[_HeroReader]
) -> None:
    """Facts about the table may be given with a hero; all heroes must agree on them."""
    for reader in readers:
        own = [field.name for field in reader.fields if field.sort == "id"]
        for field in [field for field in table_fields if field.name in own]:
            value = reader.read([field]).get(field.name)
            if value is not None and about_table.setdefault(field.name, value) != value:
                other = reader.game.rules.names.by_kind[field.kind][about_table[field.name]]
                raise reader.fail("not-the-same", field.name, reader.plain[field.name], other=other)


def _check_together(game: Game, names: list[str]) -> None:
    """Check the limits on all heroes together: dice (C1) and cards."""
    rules = game.rules
    dice = [die for hero in game.heroes for die in hero.sheet if die != EMPTY]
    # L1, Y1: the enemy's dice are never in the bag.
    enemy = sum(step.dice for step in parts(rules)[0].steps if isinstance(step, SetEnemyDieAside))
    for color, all_dice in enumerate(rules.dice):
        exist = all_dice - (enemy if color == GOLD else 0)
        used = len([die for die in dice if kind_of(die) == color])
        if used > exist:
            raise ScoreError("dice", color=COLORS[color], used=used, exist=exist)
    owners: dict[int, str] = {}
    for hero, name in zip(game.heroes, names, strict=True):
        for card in hero.cards:
            if card in owners:
                raise ScoreError(
                    "card-of-two", card=rules.cards[card].id, hero=name, other=owners[card]
                )
            owners[card] = name


def _check_added(readers: list[_HeroReader]) -> None:
    """Each piece of an expansion exists once: no two heroes share one."""
    for field in readers[0].fields:
        if field.sort != "ids":
            continue
        known = readers[0].game.rules.names.by_kind[field.kind]
        owners: dict[int, str] = {}
        used = 0
        for reader in readers:
            things = reader.value(field) if field.name in reader.plain else []
            used += len(things)
            if type(reader.plain.get(field.name)) is int:
                continue  # A number of pieces, without their names.
            for thing in things:
                if thing in owners:
                    other = owners[thing]
                    raise reader.fail("thing-of-two", field.name, known[thing], other=other)
                owners[thing] = reader.name
        if used > len(known):
            raise ScoreError("too-many", field=field.name, used=used, exist=len(known))


def _doubts(game: Game, names: list[str], boxes: list[Expansion]) -> list[Remark]:
    """Warnings: tables that no game leads to, although each hero can be scored."""
    doubts: list[Remark] = []
    rules = game.rules
    for at, hero in enumerate(game.heroes):
        for before in range(at):
            other = game.heroes[before]
            for what, same in (
                ("race", hero.race == other.race >= 0),
                ("class-color", hero.color == other.color >= 0),
                ("alignment", hero.alignment == other.alignment >= 0),
                ("backstory", hero.backstory == other.backstory >= 0),
            ):
                if same:
                    pair: dict[str, Argument] = {"hero": names[at], "other": names[before]}
                    doubts.append(Remark(f"score-warning.same-{what}", pair))
        doubts += [
            Remark("score-warning.not-in-game", {"hero": names[at], "card": rules.cards[card].id})
            for card in hero.cards
            if not rules.in_deck[card]
        ]
        doubts += [
            Remark(f"score-warning.{key}", {"hero": names[at], "id": id})
            for box in boxes
            for key, id in box.doubt_score(game, at)
        ]
    return doubts


# -- scoring ----------------------------------------------------------------------------------------


def score(table: ScoreTable) -> Plain:
    """The score sheet. Keys and their order are part of the interface."""
    game = table.game
    heroes = [
        score_hero(game.rules, hero, name)
        for hero, name in zip(game.heroes, table.names, strict=True)
    ]
    title = rank(game)
    return {
        "heroes": heroes,
        "winners": [table.names[seat] for seat in winners(game)],
        # The title as printed on the chart, in English for every language.
        "rank": table.library.text("rank", title, "name", "en") if title else None,
    }


def score_hero(rules: Ruleset, hero: Hero, name: str) -> Plain:
    # L6: only solitaire scores Gold; otherwise the line stays 0.
    lines = {**dict.fromkeys(LINES, 0), **score_lines(rules, hero)}
    return {
        "name": name,
        "total": sum(lines.values()),
        "lines": lines,
        "goals": {row: goal(rules, hero, at) for at, row in enumerate(ROWS)},
    }


def goal(rules: Ruleset, hero: Hero, row: int) -> Plain:
    """One Attribute Goal: the row's score, the goal, and its stars."""
    if hero.character_class < 0:
        return {"score": row_score(rules, hero, row), "goal": None, "met": False, "stars": 0}
    wanted = rules.classes[hero.character_class]
    met = goal_met(rules, hero, row)
    return {
        "score": row_score(rules, hero, row),
        "goal": goal_text(wanted.low[row], wanted.high[row]),
        "met": met,
        "stars": wanted.stars[row] if met else 0,
    }
