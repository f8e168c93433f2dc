"""The content is as in the tables of facts, and what they say holds in play.

The tables stand in a file of their own, so a slip of the hand in a content file is seen.
"""

from pathlib import Path
from typing import Any

import pytest

from rollplayer.content import load
from rollplayer.engine.components import TIMINGS, Card
from rollplayer.engine.plain import goal_text
from rollplayer.engine.table import ARROWS, COLORS, GOLD, KINDS, ROWS, SPACES, SPOTS
from rollplayer.rules.compose import compose, new_game
from rollplayer.rules.options import Options
from rollplayer.scenario import Scenario, run
from tests.fact_tables import (
    ALIGNMENTS,
    ARMOR_SETS,
    BACKSTORIES,
    CARDS,
    CLASSES,
    NOT_IN_FIRST_EDITION,
    RACES,
    table,
)


def played(given: dict[str, Any], answers: list[Any], then: dict[str, Any]) -> None:
    """The answers are legal and lead where they should."""
    outcome = run(Scenario(Path(__file__), "facts", (), (), (), given, tuple(answers), then))
    assert outcome.passed, outcome.message


# -- the tables -----------------------------------------------------------------------------------


def told(card: Card) -> list[str]:
    """A card as its line in the table."""
    kind = KINDS[card.kind]
    words = [kind, str(card.dots), str(card.cost)]
    match kind:
        case "weapon":
            words.append(str(card.hands))
        case "armor":
            words.append(load().components.armor_names[card.armor_set])
        case "trait":
            words.append(ARROWS[card.arrow])
        case "skill":
            words += [ARROWS[card.arrow], TIMINGS[card.timing]]
    return words


def test_market_cards_are_as_in_the_table() -> None:
    assert {card.id: told(card) for card in load().components.cards} == table(CARDS)
    numbers = {id: facts["number"] for id, facts in load().facts["card"].items()}
    assert numbers == {id: number for number, id in enumerate(table(CARDS), 1)}


def test_only_weapons_fill_hands_and_only_diplomacy_borrows() -> None:
    for card in load().components.cards:
        assert (card.hands > 0) == (KINDS[card.kind] == "weapon"), card.id
        assert card.borrows == (card.id == "diplomacy")
    not_in = load().components.not_in
    left_out = {card.id: not_in[card.index] for card in load().components.cards}
    assert {id: games for id, games in left_out.items() if games} == {"diplomacy": ["solitaire"]}


def test_armor_sets_are_as_in_the_table() -> None:
    made = load().components
    sets = {
        name: [
            ",".join(map(str, made.armor_stars[at])),
            *(COLORS[c] for c in made.armor_colors[at]),
        ]
        for at, name in enumerate(made.armor_names)
    }
    assert sets == table(ARMOR_SETS)


def test_classes_are_as_in_the_table() -> None:
    classes = {
        each.id: [
            COLORS[each.color],
            *(
                f"{goal_text(low, high)}/{stars}"
                for low, high, stars in zip(each.low, each.high, each.stars, strict=True)
            ),
        ]
        for each in load().components.classes
    }
    assert classes == table(CLASSES)


def test_races_are_as_in_the_table() -> None:
    races = {race.id: [str(value) for value in race.modifiers] for race in load().components.races}
    assert races == table(RACES)


def test_alignments_are_as_in_the_table() -> None:
    grids = {each.id: [str(value) for value in each.grid] for each in load().components.alignments}
    assert grids == table(ALIGNMENTS)


def test_backstories_are_as_in_the_table() -> None:
    stories = {
        story.id: [
            f"{COLORS[color]}{SPOTS[spot][-1]}"
            for spot, color in zip(story.spots, story.colors, strict=True)
        ]
        for story in load().components.backstories
    }
    assert stories == table(BACKSTORIES)
    for story in load().components.backstories:
        assert [SPOTS[spot][:-1] for spot in story.spots] == list(ROWS)


def test_the_first_edition_is_the_same_with_less() -> None:
    whole, smaller = load("second"), load("first")
    for section, left_out in NOT_IN_FIRST_EDITION.items():
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
        assert names == {id for id, words in table(CARDS).items() if words[1] == str(dots)}


# -- the same facts in play -----------------------------------------------------------------------

STEP = {"good": "ng", "evil": "ne", "lawful": "ln", "chaotic": "cn"}


@pytest.mark.parametrize("id", table(CARDS))
def test_a_card_is_bought_for_its_cost_and_moves_the_token(id: str) -> None:
    kind, _, cost, *more = table(CARDS)[id]
    poor = {"at": "market-turn", "market": [id], "heroes": [{"gold": int(cost) - 1}]}
    played(poor, [], {"lacks": [f"buy {id}"]})
    token = STEP[more[0]] if kind == "trait" else "nn"
    rich = {"at": "market-turn", "market": [id], "heroes": [{"gold": int(cost) + 1}]}
    bought = {"gold": 1, "token": token, "cards": [id], "exhausted": []}
    played(rich, [f"buy {id}"], {"asked": 1, "heroes": [bought]})


@pytest.mark.parametrize("id", [id for id, words in table(CARDS).items() if words[0] == "weapon"])
def test_a_weapon_fills_its_hands(id: str) -> None:
    other = "blessed-mace" if id != "blessed-mace" else "ancient-spear"
    given = {"at": "market-turn", "market": [id], "heroes": [{"gold": 9, "cards": [other]}]}
    room = table(CARDS)[id][3] == "1"
    played(given, [], {"has" if room else "lacks": [f"buy {id}"]})


SKILLS = [id for id, words in table(CARDS).items() if words[0] == "skill" and id != "diplomacy"]
BEFORE = {"good": "ne", "evil": "ng", "lawful": "cn", "chaotic": "ln"}
"""From here an arrow leads to the centre."""


@pytest.mark.parametrize("id", SKILLS)
def test_a_skill_moves_the_token_along_its_arrow_at_its_time(id: str) -> None:
    arrow, timing = table(CARDS)[id][3:]
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


@pytest.mark.parametrize("id", table(CLASSES))
def test_goals_are_met_by_the_totals_of_the_table_and_no_others(id: str) -> None:
    color, *goals = table(CLASSES)[id]
    # Dice of two colors that are not the class's own, because there are not enough of one.
    foreign = [each for each in COLORS[: GOLD + 1] if each != color]
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


@pytest.mark.parametrize("id", table(CLASSES))
def test_dice_of_the_class_color_and_no_others_are_worth_a_star(id: str) -> None:
    for color in COLORS[: GOLD + 1]:
        given = {"at": "end", "heroes": [{"class": id, "sheet": {"str": [f"{color}1"] * 2}}]}
        stars = 2 if color == table(CLASSES)[id][0] else 0
        played(given, [], {"score": [{"total": stars, "lines": {"class_color": stars}}]})


@pytest.mark.parametrize("id", table(RACES))
def test_a_race_changes_the_score_of_rows(id: str) -> None:
    goals = {
        row: {"score": 9 + int(change)} for row, change in zip(ROWS, table(RACES)[id], strict=True)
    }
    sheet = {row: f"{COLORS[at]}3 {COLORS[at]}3 gold3" for at, row in enumerate(ROWS)}
    given = {"at": "end", "heroes": [{"race": id, "class": "monk", "sheet": sheet}]}
    played(given, [], {"score": [{"goals": goals}]})


@pytest.mark.parametrize("id", table(ALIGNMENTS))
def test_an_alignment_is_worth_what_lies_under_the_token(id: str) -> None:
    for space, stars in zip(SPACES, map(int, table(ALIGNMENTS)[id]), strict=True):
        given = {"at": "end", "heroes": [{"alignment": id, "token": space}]}
        played(given, [], {"score": [{"total": stars, "lines": {"alignment": stars}}]})


@pytest.mark.parametrize("id", table(BACKSTORIES))
def test_a_backstory_counts_matches_of_color_and_space(id: str) -> None:
    """E5: the dice of the first rows match, those of the others have the color in a wrong space."""
    dice = table(BACKSTORIES)[id]
    for matches, stars in enumerate((0, 0, 1, 1, 3, 3, 6)):
        sheet = {}
        for at, (row, die) in enumerate(zip(ROWS, dice, strict=True)):
            color, space = die[:-1], int(die[-1])
            place = space if at < matches else space % 3 + 1
            sheet[row] = [f"{color}2" if spot == place else "gold2" for spot in (1, 2, 3)]
        given = {"at": "end", "heroes": [{"backstory": id, "sheet": sheet}]}
        played(given, [], {"score": [{"total": stars, "lines": {"backstory": stars}}]})


@pytest.mark.parametrize("name", table(ARMOR_SETS))
def test_an_armor_set_is_worth_its_stars(name: str) -> None:
    stars, *colors = table(ARMOR_SETS)[name]
    pieces = [id for id, words in table(CARDS).items() if words[0] == "armor" and words[3] == name]
    assert len(pieces) == len(stars.split(","))
    for character_class, (color, *_) in table(CLASSES).items():
        for count, worth in enumerate(stars.split(","), 1):
            given = {"at": "end", "heroes": [{"class": character_class, "cards": pieces[:count]}]}
            armor = int(worth) + (color in colors)
            played(given, [], {"score": [{"total": armor, "lines": {"armor": armor}}]})
