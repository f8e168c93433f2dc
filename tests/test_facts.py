"""The tables of facts are those of the content, and what they say holds in play.

A slip of the hand in a content file is seen as a line of the tables that has changed.
"""

from pathlib import Path
from typing import Any

import pytest

from rollplayer.content import Library, load
from rollplayer.engine.table import COLORS, GOLD, KINDS, ROWS, SPACES
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options
from rollplayer.scenario import Scenario, run
from tests.fact_tables import cards, not_in_first_edition, sections, table
from tools import facts

CARDS = cards()
CLASSES = table("class")
RACES = table("race")
ALIGNMENTS = table("alignment")
BACKSTORIES = table("backstory")
ARMOR_SETS = table("armor_set")


def played(given: dict[str, Any], answers: list[Any], then: dict[str, Any]) -> None:
    """The answers are legal and lead where they should."""
    outcome = run(Scenario(Path(__file__), "facts", (), (), (), given, tuple(answers), then))
    assert outcome.passed, outcome.message


# -- the tables -----------------------------------------------------------------------------------


@pytest.mark.parametrize("file", facts.tables())
def test_the_tables_are_those_of_the_content(file: str) -> None:
    written = (facts.FOLDER / file).read_text(encoding="utf-8")
    assert written == facts.tables()[file], (
        f"tests/facts/{file} is out of date: `make renew` writes it; look at what has changed"
    )


def test_a_value_that_changes_is_seen() -> None:
    """A control: another cost, another goal, another modifier give another table."""
    before = facts.lines(load())
    for section, id, change in (
        ("card", "longsword", {"cost": 7}),
        ("class", "bard", {"goals": {**load().facts["class"]["bard"]["goals"], "str": "15+"}}),
        ("race", "human", {"modifiers": {"str": 1}}),
    ):
        entries = load().facts[section]
        changed = {**entries, id: {**entries[id], **change}}
        library = Library({**load().facts, section: changed}, load().texts)
        after = facts.lines(library)
        assert [name for name in before if before[name] != after[name]] == [section]


def test_only_weapons_fill_hands_and_only_diplomacy_borrows() -> None:
    for card in load().components.cards:
        assert (card.hands > 0) == (KINDS[card.kind] == "weapon"), card.id
        assert card.borrows == (card.id == "diplomacy")


@pytest.mark.parametrize("file", facts.tables())
def test_cards_are_numbered_from_one_on(file: str) -> None:
    for section in {"card", "adventure"} & set(sections(file)):
        numbers = [int(words[0]) for words in table(section, file).values()]
        assert numbers == list(range(1, len(numbers) + 1)), section


def test_the_first_edition_is_the_same_with_less() -> None:
    whole, smaller = load("second"), load("first")
    for section in ("race", "class", "alignment", "backstory", "card"):
        left_out = not_in_first_edition(section)
        assert set(whole.facts[section]) - set(smaller.facts[section]) == left_out
        assert set(smaller.facts[section]) <= set(whole.facts[section])
        changed = {
            id for id, facts in smaller.facts[section].items() if facts != whole.facts[section][id]
        }
        # N6: the one card that does less.
        assert changed == ({"heavy-crossbow"} if section == "card" else set())


def test_dots_decide_the_pile_of_a_card() -> None:
    options = Options()
    game = new_game(options, compose(options, load().components))
    for dots, pile in enumerate(game.deck, 1):
        names = {game.rules.cards[card].id for card in pile}
        assert names == {id for id, words in CARDS.items() if words[1] == str(dots)}


# -- the same facts in play -----------------------------------------------------------------------

STEP = {"good": "ng", "evil": "ne", "lawful": "ln", "chaotic": "cn"}


@pytest.mark.parametrize("id", CARDS)
def test_a_card_is_bought_for_its_cost_and_moves_the_token(id: str) -> None:
    kind, _, cost, *more = CARDS[id]
    if int(cost) > 0:
        poor = {"at": "market-turn", "market": [id], "heroes": [{"gold": int(cost) - 1}]}
        played(poor, [], {"lacks": [f"buy {id}"]})
    token = STEP[more[0]] if kind == "trait" else "nn"
    rich = {"at": "market-turn", "market": [id], "heroes": [{"gold": int(cost) + 1}]}
    bought = {"gold": 1, "token": token, "cards": [id], "exhausted": []}
    played(rich, [f"buy {id}"], {"asked": 1, "heroes": [bought]})


@pytest.mark.parametrize("id", [id for id, words in CARDS.items() if words[0] == "weapon"])
def test_a_weapon_fills_its_hands(id: str) -> None:
    other = "blessed-mace" if id != "blessed-mace" else "ancient-spear"
    given = {"at": "market-turn", "market": [id], "heroes": [{"gold": 9, "cards": [other]}]}
    room = CARDS[id][3] == "1"
    played(given, [], {"has" if room else "lacks": [f"buy {id}"]})


SKILLS = [id for id, words in CARDS.items() if words[0] == "skill" and id != "diplomacy"]
BEFORE = {"good": "ne", "evil": "ng", "lawful": "cn", "chaotic": "ln"}
"""From here an arrow leads to the centre."""


@pytest.mark.parametrize("id", SKILLS)
def test_a_skill_moves_the_token_along_its_arrow_at_its_time(id: str) -> None:
    arrow, timing = CARDS[id][3:]
    use = f"use {id}"
    allowed = {
        "take": timing in ("any", "dice"),
        "market-turn": timing in ("any", "own-market"),
        "refresh": timing == "any",
    }
    for at, fits in allowed.items():
        heroes = [{"token": BEFORE[arrow], "cards": [id]}]
        if at == "refresh":
            # Somebody must have a Skill to refresh, or nothing is asked.
            heroes.append({"token": "nn", "cards": ["diplomacy"]})
            heroes[1]["exhausted"] = ["diplomacy"]
        given = {"at": at, "heroes": heroes}
        used = [f"0: {use}", {"heroes": [{"token": "nn"}]}]
        played(given, used if fits else [{"refused": f"0: {use}"}], {})
        for space in SPACES:
            # Where the arrow leads off the grid the Skill cannot be used (K2).
            blocked = {"good": "g", "evil": "e", "lawful": "l", "chaotic": "c"}[arrow]
            if fits and blocked == space[arrow in ("good", "evil")]:
                heroes[0]["token"] = space
                played(given, [{"refused": f"0: {use}"}], {})


def row_of(total: int, color: str) -> list[str]:
    """Three dice with this total."""
    first = min(6, total - 2)
    second = min(6, total - first - 1)
    return [f"{color}{face}" for face in (first, second, total - first - second)]


def meets(goal: str, score: int) -> bool:
    if goal.endswith("+"):
        return score >= int(goal[:-1])
    low, _, high = goal.partition("-")
    return int(low) <= score <= int(high or low)


@pytest.mark.parametrize("id", CLASSES)
def test_goals_are_met_by_the_totals_of_the_table_and_no_others(id: str) -> None:
    color, *goals = CLASSES[id]
    # Dice of two colors that are not the class's own, because there are not enough of one.
    foreign = [other for other in COLORS[: GOLD + 1] if other != color]
    for total in range(3, 19):
        sheet = {row: row_of(total, foreign[at % 2]) for at, row in enumerate(ROWS)}
        expected = {}
        stars = 0
        for row, told_goal in zip(ROWS, goals, strict=True):
            goal, worth = told_goal.split("/")
            met = meets(goal, total)
            stars += int(worth) * met
            expected[row] = {"score": total, "goal": goal, "met": met, "stars": int(worth)}
        score = {"total": stars, "lines": {"goals": stars, "class_color": 0}, "goals": expected}
        played(
            {"at": "end", "heroes": [{"class": id, "race": "human", "sheet": sheet}]},
            [],
            {"score": [score]},
        )


@pytest.mark.parametrize("id", CLASSES)
def test_dice_of_the_class_color_and_no_others_are_worth_a_star(id: str) -> None:
    for color in COLORS[: GOLD + 1]:
        given = {"at": "end", "heroes": [{"class": id, "sheet": {"str": [f"{color}1"] * 2}}]}
        stars = 2 if color == CLASSES[id][0] else 0
        played(given, [], {"score": [{"total": stars, "lines": {"class_color": stars}}]})


@pytest.mark.parametrize("id", RACES)
def test_a_race_changes_the_score_of_rows(id: str) -> None:
    goals = {row: {"score": 9 + int(change)} for row, change in zip(ROWS, RACES[id], strict=True)}
    sheet = {row: f"{COLORS[at]}3 {COLORS[at]}3 gold3" for at, row in enumerate(ROWS)}
    given = {"at": "end", "heroes": [{"race": id, "class": "monk", "sheet": sheet}]}
    played(given, [], {"score": [{"goals": goals}]})


@pytest.mark.parametrize("id", ALIGNMENTS)
def test_an_alignment_is_worth_what_lies_under_the_token(id: str) -> None:
    for space, stars in zip(SPACES, map(int, ALIGNMENTS[id]), strict=True):
        given = {"at": "end", "heroes": [{"alignment": id, "token": space}]}
        played(given, [], {"score": [{"total": stars, "lines": {"alignment": stars}}]})


@pytest.mark.parametrize("id", BACKSTORIES)
def test_a_backstory_counts_matches_of_color_and_space(id: str) -> None:
    """E5: the dice of the first rows match, those of the others have the color in a wrong space."""
    dice = BACKSTORIES[id]
    for matches, stars in enumerate((0, 0, 1, 1, 3, 3, 6)):
        sheet = {}
        for at, (row, die) in enumerate(zip(ROWS, dice, strict=True)):
            color, space = die[:-1], int(die[-1])
            place = space if at < matches else space % 3 + 1
            sheet[row] = [f"{color}2" if spot == place else "gold2" for spot in (1, 2, 3)]
        given = {"at": "end", "heroes": [{"backstory": id, "sheet": sheet}]}
        played(given, [], {"score": [{"total": stars, "lines": {"backstory": stars}}]})


@pytest.mark.parametrize("name", ARMOR_SETS)
def test_an_armor_set_is_worth_its_stars(name: str) -> None:
    stars, *colors = ARMOR_SETS[name]
    pieces = [id for id, words in CARDS.items() if words[0] == "armor" and words[3] == name]
    assert len(pieces) == len(stars.split(","))
    for character_class, (color, *_) in CLASSES.items():
        for count, worth in enumerate(stars.split(","), 1):
            given = {"at": "end", "heroes": [{"class": character_class, "cards": pieces[:count]}]}
            armor = int(worth) + (color in colors)
            played(given, [], {"score": [{"total": armor, "lines": {"armor": armor}}]})
