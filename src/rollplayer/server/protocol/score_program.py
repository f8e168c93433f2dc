"""How stars are counted, as data: the engine's score lines for a client that has no engine.

Everything here comes from a ``Ruleset``: the values of its components, and the formulas of its counts
and lines (``engine.formula``). ``POST /api/v1/score`` counts the same with the engine itself.
"""

from functools import cache
from typing import Any, Final

from msgspec import Struct

from rollplayer.content import Library, load
from rollplayer.engine.components import Component
from rollplayer.engine.formula import Formula, dice_of, faces, of_hero
from rollplayer.engine.game import Ruleset
from rollplayer.engine.table import COLORS, COLORS_OF, ROWS, SPACES, SPOTS, WEAPON
from rollplayer.rules.compose import compose
from rollplayer.rules.expansion import expansions_of
from rollplayer.rules.options import Options

VERSION: Final = 1
"""Of the language of formulas."""


class LineProgram(Struct, kw_only=True):
    """One line of the score sheet: its formula makes a list of ``kind``, ``id`` and ``stars``."""

    name: str
    reasons: Any


class ScoreProgram(Struct, kw_only=True):
    """How stars are counted.

    ``colors``: those that dice of a kind have. ``spaces``: fields with dice beside the sheet. ``fields``: counts of a hero, made of what the scorer
    asks for. ``values``: names for formulas, in order; each may use those before. ``cards``: formulas
    of cards by group (``call``). ``lost``: whether a solitaire hero has lost, whatever the stars.
    """

    version: int
    colors: dict[str, list[str]]
    spaces: list[str]
    fields: dict[str, Any]
    values: list[tuple[str, Any]]
    cards: dict[str, dict[str, Any]]
    table: list[LineProgram]
    solitaire: list[LineProgram]
    lost: Any


@cache
def check_boxes(edition: str, expansions: tuple[str, ...]) -> None:
    """BoxFault says why a table with these boxes could not be shown in a browser."""
    score_program(load(edition, expansions=expansions), edition)


def score_program(library: Library, edition: str) -> ScoreProgram:
    table, alone = (
        compose(
            Options(players=players, edition=edition, expansions=library.expansions),
            library.components,
        )
        for players in (2, 1)
    )
    known = table.vocabulary
    fields: dict[str, Formula] = {}
    for box in expansions_of(table.boxes):
        fields |= box.score_formulas(table)
    lost = [of_hero(known.counts[count]) for count in alone.lost]
    return ScoreProgram(
        version=VERSION,
        colors={
            COLORS[kind]: [color for at, color in enumerate(COLORS) if COLORS_OF[kind] >> at & 1]
            for kind in known.dice
        },
        spaces=list(known.spaces),
        fields=fields,
        values=values(table, library.components.armor_names),
        cards=card_formulas(table),
        table=lines(table),
        solitaire=lines(alone),
        lost=["or", False, *lost],
    )


def lines(rules: Ruleset) -> list[LineProgram]:
    return [LineProgram(name=line.name, reasons=line.formula(rules)) for line in rules.score_lines]


def card_formulas(rules: Ruleset) -> dict[str, dict[str, Formula]]:
    """What cards are worth (E7), and what Weapons add to a row (E2)."""
    return {
        "stars": {
            card.id: ["+", *[tally.formula() for tally in card.stars]]
            for card in rules.cards
            if card.stars
        },
        "bonus": {
            card.id: ["+", *[bonus.formula() for bonus in card.goal_bonuses]]
            for card in rules.cards
            if card.kind == WEAPON and card.goal_bonuses
        },
    }


def values(rules: Ruleset, armor_names: list[str]) -> list[tuple[str, Formula]]:
    """The values of components for this hero, then the state of the goals."""
    names = dict(rules.vocabulary.card_kinds)
    cards = {
        card.id: {
            "id": card.id,
            "kind": names[card.kind],
            "armor_set": armor_names[card.armor_set] if card.armor_set >= 0 else None,
            "hands": card.hands if card.kind == WEAPON else 0,
            "scores": len(card.stars) > 0,
            **changes(rules, card),
        }
        for card in rules.cards
    }
    sets = [
        ["record", "id", name, "stars", ["list", *stars], "colors", ["list", *color_names(colors)]]
        for name, stars, colors in zip(
            armor_names, rules.armor_stars, rules.armor_colors, strict=True
        )
    ]
    return [
        ("cards", ["each", "id", of_hero("cards"), ["of", cards, ["get", "id"]]]),
        ("kinds", ["list", *names.values()]),
        ("armor_sets", ["list", *sets]),
        ("class", ["of", classes(rules), of_hero("class")]),
        ("class_color", ["get", "class", "color"]),
        ("pieces", ["flat", ["list", ["get", "cards"], ["get", "class"], *owned(rules)]]),
        ("race", ["of", races(rules), of_hero("race")]),
        ("alignment_stars", ["of", alignments(rules), of_hero("alignment"), of_hero("token")]),
        ("backstory", ["of", backstories(rules), of_hero("backstory")]),
        ("goals", ["each", "row", ["list", *ROWS], goal_formula()]),
    ]


def owned(rules: Ruleset) -> list[Formula]:
    """What else a hero has that changes numbers, by the pile it lies in."""
    return [
        [
            "each",
            "id",
            of_hero(rules.vocabulary.piles[pile]),
            ["of", {each.id: changes(rules, each) for each in components}, ["get", "id"]],
        ]
        for pile, components in rules.owned_piles
    ]


def goal_formula() -> Formula:
    """E2: the goal of the row in ``row``; its score is dice, race and Weapons."""
    row = ["get", "row"]
    bonuses = ["each", "card", ["get", "cards"], ["call", "bonus", ["get", "card", "id"]]]
    score = ["+", ["sum", faces(dice_of(row))], ["get", "race", row], ["sum", bonuses]]
    wanted = ["get", "class", "goals", row]
    met = ["<=", ["of", wanted, "low"], ["get", "score"], ["of", wanted, "high"]]
    stars = ["of", wanted, "stars"]
    goal = ["record", "row", row, "score", ["get", "score"], "stars", stars]
    return ["let", "score", score, [*goal, "met", ["and", ["get", "class"], met]]]


def changes(rules: Ruleset, piece: Component) -> dict[str, int]:
    """What a class or a card adds to the numbers that the rules ask for."""
    names = {number.index: number.name for number in rules.vocabulary.numbers}
    added: dict[str, int] = {}
    for index, add in piece.modifies:
        added[names[index]] = added.get(names[index], 0) + add
    return added


def color_names(colors: list[int]) -> list[str]:
    return [COLORS[color] for color in colors]


def classes(rules: Ruleset) -> dict[str, Any]:
    return {
        each.id: {
            "color": COLORS[each.color],
            "goals": {
                row: {"low": each.low[at], "high": each.high[at], "stars": each.stars[at]}
                for at, row in enumerate(ROWS)
            },
            **changes(rules, each),
        }
        for each in rules.classes
    }


def races(rules: Ruleset) -> dict[str, Any]:
    return {race.id: dict(zip(ROWS, race.modifiers, strict=True)) for race in rules.races}


def alignments(rules: Ruleset) -> dict[str, Any]:
    return {
        alignment.id: dict(zip(SPACES, alignment.grid, strict=True))
        for alignment in rules.alignments
    }


def backstories(rules: Ruleset) -> dict[str, Any]:
    return {
        story.id: [
            {"spot": SPOTS[spot], "color": COLORS[color]}
            for spot, color in zip(story.spots, story.colors, strict=True)
        ]
        for story in rules.backstories
    }
